package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
)

// findBound is how long a control is waited for when the query sets no bound.
const findBound = 10 * time.Second

// lookBound is how long the last look may take beyond the wait, so that the answer
// says what was there and not only that the time was up.
const lookBound = 3 * time.Second

// findInterval is the pause between two looks at the accessibility tree. Each
// look waits for a frame of the page by itself.
const findInterval = 30 * time.Millisecond

// A ControlQuery says which control is looked for, as a user of a screen reader
// would name it. Closed shadow roots are no obstacle.
type ControlQuery struct {
	// Role is its ARIA role, for example "button".
	Role string
	// Name must match its accessible name; nil accepts any.
	Name *regexp.Regexp
	// Within is a control that it lies in, or nil for the whole page.
	Within *ControlQuery
	// Nth picks one of several, from 1; 0 means that there must be only one.
	Nth int
	// Pressable waits until it is enabled and nothing covers it.
	Pressable bool
	// Wait bounds the search; 0 means 5 seconds.
	Wait time.Duration
}

// String describes the query for messages.
func (q ControlQuery) String() string {
	s := q.Role
	if q.Name != nil {
		s += fmt.Sprintf(" named /%s/", q.Name)
	}
	if q.Nth > 0 {
		s += fmt.Sprintf(" (number %d)", q.Nth)
	}
	if q.Within != nil {
		s += " within " + q.Within.String()
	}
	return s
}

// Rect is a rectangle in CSS pixels of the top viewport.
type Rect struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// A Control is a control as the accessibility tree shows it.
type Control struct {
	// Role and Name are its computed role and accessible name.
	Role, Name string
	// Description and Value are the accessible description and value.
	Description, Value string
	// States holds its states and properties, such as "disabled", "expanded",
	// "checked", as JSON values.
	States map[string]any
	// X and Y are the point where a user would click it.
	X, Y float64
	// Rect is its place.
	Rect Rect
	// CoveredBy says what is hit at the point instead of the control, or is
	// empty when a click there reaches it.
	CoveredBy string
	node      cdp.BackendNodeID
}

// Disabled reports whether the control is disabled.
func (c Control) Disabled() bool { return c.States["disabled"] == true }

// A ControlError says that a control was not found, that there are several, or
// that it cannot be pressed.
type ControlError struct {
	// Query is what was looked for.
	Query ControlQuery
	// Found is the control when there is one, for which Problem says why it
	// cannot be used.
	Found *Control
	// Problem says what is wrong.
	Problem string
	// Seen are the names of the controls with the role that were there instead.
	Seen []string
}

// Error satisfies the error interface.
func (e *ControlError) Error() string {
	if e.Found != nil {
		return fmt.Sprintf("the %s %q %s", e.Found.Role, e.Found.Name, e.Problem)
	}
	seen := "there is none with that role"
	if len(e.Seen) > 0 {
		seen = "there are: " + strings.Join(quoted(e.Seen), ", ")
	}
	return fmt.Sprintf("%s: %s; %s", e.Query, e.Problem, seen)
}

// FindByRole waits for the one control with a role and a name that matches, and
// returns it with a point to click at, once its place has stopped moving. A
// control that something covers is returned with [Control.CoveredBy] set: whether
// that is a fault is the caller's question.
func (t *Tab) FindByRole(ctx context.Context, role string, name *regexp.Regexp) (Control, error) {
	return t.Find(ctx, ControlQuery{Role: role, Name: name})
}

// Find is [Tab.FindByRole] with every choice. A control outside the viewport is
// scrolled into it. The error is a *[ControlError] when the browser answers and
// the control is not there.
func (t *Tab) Find(ctx context.Context, q ControlQuery) (Control, error) {
	limit := q.Wait
	if limit == 0 {
		limit = findBound
	}
	var found Control
	start := time.Now()
	// At least one look is taken to its end, however short the wait.
	err := t.within(ctx, "looking for a control", limit+lookBound, func(ctx context.Context) error {
		for {
			var err error
			if found, err = t.look(ctx, q); err == nil || !isTransient(err) {
				return err
			}
			if time.Since(start) >= limit {
				return fmt.Errorf("not within %s: %w", limit, err)
			}
			if err := pause(ctx, findInterval); err != nil {
				return err
			}
		}
	})
	return found, err
}

// Present reports whether a control is there now, without waiting for it.
func (t *Tab) Present(ctx context.Context, q ControlQuery) (bool, error) {
	nodes, err := t.query(ctx, q)
	var missing *ControlError
	if errors.As(err, &missing) {
		return false, nil
	}
	return len(nodes) > 0, err
}

// ClickControl waits until a control can be pressed and clicks it with the real
// mouse.
func (t *Tab) ClickControl(ctx context.Context, q ControlQuery, o ClickOptions) (Control, error) {
	q.Pressable = true
	c, err := t.Find(ctx, q)
	if err != nil {
		return c, err
	}
	return c, t.Click(ctx, c.X, c.Y, o)
}

// look finds the control once, with its place.
func (t *Tab) look(ctx context.Context, q ControlQuery) (Control, error) {
	nodes, err := t.query(ctx, q)
	if err != nil {
		return Control{}, err
	}
	node, err := pick(q, nodes)
	if err != nil {
		return Control{}, err
	}
	c := controlOf(node)
	unusable := func(problem string) (Control, error) {
		return c, &ControlError{Query: q, Found: &c, Problem: problem}
	}
	if q.Pressable && c.Disabled() {
		return unusable("is disabled")
	}
	at, err := t.place(ctx, c.node)
	switch {
	case err != nil:
		return c, err
	case at.Rect == nil:
		return unusable("takes no place on the screen")
	case at.Moving:
		return unusable("keeps moving")
	}
	c.Rect, c.X, c.Y, c.CoveredBy = *at.Rect, at.X, at.Y, at.Covered
	if q.Pressable && c.CoveredBy != "" {
		return unusable("cannot be pressed: " + c.CoveredBy)
	}
	return c, nil
}

// pick chooses the wanted one of the nodes that match.
func pick(q ControlQuery, nodes []*accessibility.Node) (*accessibility.Node, error) {
	index := max(q.Nth, 1) - 1
	switch {
	case index >= len(nodes):
		return nil, &ControlError{Query: q, Problem: "not found", Seen: names(nodes)}
	case q.Nth == 0 && len(nodes) > 1:
		return nil, &ControlError{Query: q, Problem: "more than one matches", Seen: names(nodes)}
	}
	return nodes[index], nil
}

// query returns the nodes that match, in document order.
func (t *Tab) query(ctx context.Context, q ControlQuery) ([]*accessibility.Node, error) {
	params := accessibility.QueryAXTreeParams{Role: q.Role}
	if q.Within != nil {
		outer, err := t.query(ctx, *q.Within)
		if err != nil {
			return nil, err
		}
		node, err := pick(*q.Within, outer)
		if err != nil {
			return nil, err
		}
		params.BackendNodeID = node.BackendDOMNodeID
	} else {
		document, err := t.documentObject(ctx)
		if err != nil {
			return nil, err
		}
		params.ObjectID = document
	}
	res, err := Call(ctx, t, accessibility.QueryAXTree, params)
	if err != nil {
		return nil, err
	}
	var visible, matching []*accessibility.Node
	for _, node := range res.Nodes {
		if node.Ignored || node.BackendDOMNodeID == 0 {
			continue
		}
		visible = append(visible, node)
		if q.Name == nil || q.Name.MatchString(text(node.Name)) {
			matching = append(matching, node)
		}
	}
	if len(matching) == 0 {
		return nil, &ControlError{Query: q, Problem: "not found", Seen: names(visible)}
	}
	return matching, nil
}

// documentObject returns a handle of the top document in the harness' world.
func (t *Tab) documentObject(ctx context.Context) (runtime.RemoteObjectID, error) {
	contextID, err := t.contextOf(ctx, "", harnessWorld)
	if err != nil {
		return "", err
	}
	res, err := Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: "document", UniqueContextID: contextID, Silent: new(true)})
	if err != nil {
		return "", err
	}
	if res.Result == nil || res.Result.ObjectID == "" {
		return "", errors.New("looking for a control: the page has no document")
	}
	return res.Result.ObjectID, nil
}

// isTransient reports whether another look may give another answer.
func isTransient(err error) bool {
	var missing *ControlError
	var gone *DocumentGoneError
	var answer *cdproto.Error
	return errors.As(err, &missing) || errors.As(err, &gone) || errors.As(err, &answer)
}

// pause waits, or returns the context's error.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func controlOf(n *accessibility.Node) Control {
	c := Control{
		Role: text(n.Role), Name: text(n.Name), Description: text(n.Description), Value: text(n.Value),
		States: make(map[string]any, len(n.Properties)), node: n.BackendDOMNodeID,
	}
	for _, p := range n.Properties {
		var v any
		if p.Value != nil && json.Unmarshal(p.Value.Value, &v) == nil {
			c.States[string(p.Name)] = v
		}
	}
	return c
}

// text returns an accessibility value as text.
func text(v *accessibility.Value) string {
	if v == nil || len(v.Value) == 0 {
		return ""
	}
	var s string
	if json.Unmarshal(v.Value, &s) == nil {
		return s
	}
	return string(v.Value)
}

func names(nodes []*accessibility.Node) []string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = text(n.Name)
	}
	return out
}

func quoted(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = fmt.Sprintf("%q", s)
	}
	return out
}
