package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/protocol"
)

// Field is a control of a page that a [FormFiller] fills in, found by its label.
type Field struct {
	Label string
	Tool  protocol.Tool
	// Value is what to fill in, or the label of the option to select.
	Value string
}

// FormFiller is an agent without a model, for demonstrations: asked to fill in the
// form, it looks at the page, asks one question, fills in the fields one after
// the other, and says what came of it. Asked to submit, it presses the button
// too. It answers in Chinese or English, as it was asked.
type FormFiller struct {
	// Fields are filled in, in this order.
	Fields []Field
	// Choice is a field that is done only where the user says yes. May be nil.
	Choice *Field
	// Submit is the label of the button.
	Submit string
	// Pace is the pause between two words of the answer. Default: none.
	Pace time.Duration
}

var (
	wantsFilled    = regexp.MustCompile(`(?i)fill|form|order|填|表单|订单`)
	wantsSubmitted = regexp.MustCompile(`(?i)submit|save|send|提交|保存`)
)

// Run plays a turn.
func (f *FormFiller) Run(ctx context.Context, t *backend.Turn) error {
	history := t.History()
	if len(history) == 0 {
		return errors.New("a turn without a message")
	}
	if err := entitle(ctx, t); err != nil {
		return err
	}
	request := ownWords(history[len(history)-1].Content)
	p := &performance{FormFiller: f, ctx: ctx, t: t, words: wordsFor(request)}
	if err := p.think(p.words.thought); err != nil {
		return err
	}
	fill, submit := wantsFilled.MatchString(request), wantsSubmitted.MatchString(request) && f.Submit != ""
	switch {
	case fill:
		return p.fillIn(submit)
	case submit:
		return p.submit(p.words.sent, 0)
	}
	return p.say(p.words.offer)
}

// ownWords takes the context blocks away that an SDK puts before the user's
// words (seed 004, 4.4).
func ownWords(content string) string {
	if _, own, ok := strings.Cut(content, "\n\n---\n\n"); ok {
		return own
	}
	if strings.HasPrefix(content, "[") {
		if i := strings.LastIndex(content, "\n\n"); i >= 0 {
			return content[i+2:]
		}
	}
	return content
}

// performance is one turn of a FormFiller.
type performance struct {
	*FormFiller
	ctx   context.Context
	t     *backend.Turn
	words words
	calls int
	page  snapshot
}

// snapshot is what the page showed last.
type snapshot struct {
	id       string
	elements []element
}

type element struct {
	ElementID string `json:"elementId"`
	Label     string `json:"label"`
	Role      string `json:"role"`
}

func (p *performance) fillIn(submit bool) error {
	if err := p.say(p.words.looking); err != nil {
		return err
	}
	if err := p.inspect(); err != nil {
		return err
	}
	fields := slices.Clone(p.Fields)
	if p.Choice != nil {
		yes, err := p.choose(*p.Choice)
		if err != nil {
			return err
		}
		if yes {
			fields = append(fields, *p.Choice)
		}
	}
	done := 0
	for _, field := range fields {
		ok, err := p.do(field)
		if err != nil {
			return err
		}
		if !ok {
			return p.say(fmt.Sprintf(p.words.stopped, field.Label, done))
		}
		done++
	}
	if !submit {
		return p.say(fmt.Sprintf(p.words.filled, done, p.Submit))
	}
	return p.submit(fmt.Sprintf(p.words.submitted, done), done)
}

// submit presses the button of the form.
func (p *performance) submit(said string, done int) error {
	ok, err := p.do(Field{Label: p.Submit, Tool: protocol.PageClick})
	if err != nil {
		return err
	}
	if !ok {
		return p.say(fmt.Sprintf(p.words.stopped, p.Submit, done))
	}
	return p.say(said)
}

// choose asks whether a field is to be done too.
func (p *performance) choose(field Field) (bool, error) {
	answers, err := p.t.Ask(p.ctx, []protocol.UserQuestion{{
		Question: fmt.Sprintf(p.words.question, field.Label), Header: p.words.header,
		Options: []protocol.UserQuestionOption{{Label: p.words.yes}, {Label: p.words.no}},
	}})
	if err != nil {
		return false, err
	}
	return len(answers) > 0 && slices.Contains(answers[0].SelectedLabels, p.words.yes), nil
}

// do does one field; where its reference is no longer good it looks at the page
// once more. False says that it did not work.
func (p *performance) do(field Field) (bool, error) {
	for attempt := range 2 {
		at := slices.IndexFunc(p.page.elements, func(e element) bool { return e.Label == field.Label })
		if at < 0 && attempt > 0 {
			return false, nil
		}
		if at >= 0 {
			arguments := map[string]any{"elementId": p.page.elements[at].ElementID}
			switch field.Tool {
			case protocol.PageFill:
				arguments["value"] = field.Value
			case protocol.PageSelect:
				arguments["values"] = []any{field.Value}
			}
			result, err := p.call(field.Tool, p.page.id, arguments)
			if err != nil {
				return false, err
			}
			if result.ok || !result.stale {
				return result.ok, nil
			}
		}
		if err := p.inspect(); err != nil {
			return false, err
		}
	}
	return false, nil
}

// inspect looks at the page.
func (p *performance) inspect() error {
	result, err := p.call(protocol.PageInspect, "", map[string]any{})
	if err != nil {
		return err
	}
	p.page = result.page
	return nil
}

// called is what a call came to.
type called struct {
	ok, stale bool
	page      snapshot
}

// staleCodes say that the page has to be looked at anew.
var staleCodes = []protocol.ErrorCode{
	protocol.ErrSnapshotExpired, protocol.ErrNavigationDetected, protocol.ErrElementNotAvailable, protocol.ErrElementChanged, protocol.ErrPageChanged,
}

// call calls a page tool, with its card in the conversation.
func (p *performance) call(tool protocol.Tool, snapshotID string, arguments map[string]any) (called, error) {
	p.calls++
	raw, err := json.Marshal(arguments)
	if err != nil {
		return called{}, err
	}
	use := backend.ToolUse{ID: fmt.Sprintf("call_%d", p.calls), Name: string(tool), Arguments: string(raw)}
	if err := p.t.ToolStart(p.ctx, use); err != nil {
		return called{}, err
	}
	request := protocol.Request{Tool: tool, SnapshotID: snapshotID}
	if len(arguments) > 0 {
		request.Actions = []map[string]any{arguments}
	}
	outcome, err := p.t.CallPage(p.ctx, request)
	if err != nil {
		return called{}, err
	}
	shown := pageOutcome(outcome)
	if err := p.t.ToolResult(p.ctx, use, shown.text, shown.summary, shown.ok); err != nil {
		return called{}, err
	}
	result := called{ok: shown.ok}
	if outcome.Result != nil {
		result.stale = outcome.Result.Error != nil && slices.Contains(staleCodes, outcome.Result.Error.Code)
		result.page = readSnapshot(outcome.Result.Result["snapshot"])
	}
	return result, nil
}

// readSnapshot takes what it needs of a snapshot; what it cannot read is as if it
// were not there.
func readSnapshot(v any) snapshot {
	raw, err := json.Marshal(v)
	if err != nil {
		return snapshot{}
	}
	var read struct {
		SnapshotID string    `json:"snapshotId"`
		Elements   []element `json:"elements"`
	}
	if json.Unmarshal(raw, &read) != nil {
		return snapshot{}
	}
	return snapshot{id: read.SnapshotID, elements: read.Elements}
}

func (p *performance) think(text string) error {
	if err := p.t.ThinkStart(p.ctx); err != nil {
		return err
	}
	if err := p.t.Think(p.ctx, text); err != nil {
		return err
	}
	return p.t.ThinkEnd(p.ctx)
}

// say streams a text, word by word.
func (p *performance) say(text string) error {
	for _, piece := range strings.SplitAfter(text, " ") {
		if err := p.t.Say(p.ctx, piece); err != nil {
			return err
		}
		if p.Pace > 0 {
			if err := pause(p.ctx, p.Pace); err != nil {
				return err
			}
		}
	}
	return nil
}

// words are what a FormFiller says in a language.
type words struct {
	thought, offer, looking, question, header, yes, no, stopped, filled, submitted, sent string
}

func wordsFor(request string) words {
	if strings.ContainsFunc(request, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return words{
			thought:   "用户的请求与页面上的订单表单有关吗？",
			offer:     "我可以帮你填写这个订单表单。试试对我说：**帮我填写订单表单**。",
			looking:   "好的，我先看看页面上有哪些字段。\n\n",
			question:  "需要勾选“%s”吗？",
			header:    "选项",
			yes:       "需要",
			no:        "不需要",
			stopped:   "我停在了 **%s** 这一步：操作没有完成。已填写 %d 项。",
			filled:    "表单已填好，共 %d 项。请检查后自己点击 **%s**，我没有提交。",
			submitted: "表单已填好（%d 项）并提交。",
			sent:      "已提交。",
		}
	}
	return words{
		thought:   "Is this about the order form on the page?",
		offer:     "I can fill in this order form for you. Try: **fill in the order form**.",
		looking:   "All right, I look at the fields of the page first.\n\n",
		question:  "Shall I tick “%s”?",
		header:    "Options",
		yes:       "Yes",
		no:        "No",
		stopped:   "I stopped at **%s**, which was not done. %d fields are filled in.",
		filled:    "The form is filled in: %d fields. Please look at them and press **%s** yourself, I did not submit.",
		submitted: "The form is filled in (%d fields) and submitted.",
		sent:      "It is submitted.",
	}
}
