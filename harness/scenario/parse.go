package scenario

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

var headerFields = []string{"title", "why", "clauses", "level", "requires", "authorization", "negative",
	"fixture", "variants", "page", "init", "history", "browser", "pageErrors", "kills", "steps"}

// Parse reads one scenario. The file name is used for messages and, below
// root, for the id. On problems the scenario is nil and the error is Problems.
func Parse(file, id string, text []byte, known *Vocabulary) (*Scenario, error) {
	root, problems := parseTree(file, text)
	if root == nil {
		return nil, problems.err()
	}
	r := &reader{problems: problems, root: root}
	s := r.scenario(root, text)
	s.File, s.ID = file, id
	r.lint(s, known)
	if err := r.problems.err(); err != nil {
		return nil, err
	}
	return s, nil
}

var idPattern = regexp.MustCompile(`^[a-z0-9_]+(-[a-z0-9]+)*(/[a-z0-9_]+(-[a-z0-9]+)*)*$`)

// IDOf gives the id of a scenario file by its path below the scenarios folder.
func IDOf(relative string) (string, error) {
	id := strings.TrimSuffix(path.Clean(relative), path.Ext(relative))
	if !idPattern.MatchString(id) {
		return "", Problems{{Pos: Pos{File: relative}, Message: "the path is the scenario's id and must be readable",
			Wanted: "lower-case words joined by hyphens, folders by slashes", Found: id}}
	}
	return id, nil
}

func (r *reader) scenario(n *node, text []byte) *Scenario {
	o := r.object(n, "a scenario", headerFields...)
	s := &Scenario{
		Title:         r.text(r.need(o, "title", "one line that says what holds"), "the title"),
		Why:           r.text(r.need(o, "why", "what would go wrong without this scenario"), "the reason"),
		Clauses:       plainTexts(r.texts(r.need(o, "clauses", "ids of scenarios/spec.yaml"), "clause ids")),
		Level:         Level(r.choice(o.get("level"), string(Must), string(Must), string(Should), string(May))),
		Requires:      plainTexts(r.texts(o.get("requires"), "features of the SDK")),
		Authorization: r.authorization(o.get("authorization")),
		Negative:      r.boolean(o.get("negative"), false),
		Init:          r.mapping(o.get("init"), "options of MaoChat.init"),
		History:       r.history(o.get("history")),
		Browser:       r.browser(o.get("browser")),
		PageErrors:    r.pageErrors(o.get("pageErrors")),
		Kills:         r.kills(o.get("kills")),
	}
	if n := o.get("clauses"); n != nil && n.kind == kindList && len(n.items) == 0 {
		r.problem(n.pos, Problem{Message: "no clause", Wanted: "at least one id of scenarios/spec.yaml"})
	}
	r.where(o, s)
	s.Steps = r.steps(r.need(o, "steps", "a list of steps"), strings.Split(string(text), "\n"))
	return s
}

func (r *reader) authorization(n *node) Authorization {
	return Authorization(r.choice(n, string(ForTask), string(PerAction), string(ForTask), string(ForGood)))
}

// where reads the place that the scenario plays at.
func (r *reader) where(o object, s *Scenario) {
	switch {
	case o.has("fixture") && o.has("page"):
		r.problem(o.fields["page"].pos, Problem{Message: "both a fixture and an inline page", Wanted: "one of them"})
	case o.has("fixture"):
		s.Fixture = r.text(o.get("fixture"), "the name of a fixture")
		s.Variants = []string{DefaultVariant}
		if o.has("variants") {
			s.Variants = plainTexts(r.texts(o.get("variants"), "variants of the fixture"))
		}
	case o.has("page"):
		s.Page = r.inlinePage(o.get("page"))
		if o.has("variants") {
			r.problem(o.fields["variants"].pos, Problem{Message: "variants of an inline page", Wanted: "variants only with a fixture"})
		}
	default:
		r.problem(o.pos, Problem{Message: "the scenario has no page", Wanted: "fixture: a name, or page: {html: …}"})
	}
}

func (r *reader) inlinePage(n *node) *Page {
	o := r.object(n, "an inline page", "html", "css", "js", "csp", "files")
	return &Page{
		HTML:  r.text(r.need(o, "html", "the content of the body"), "HTML"),
		CSS:   r.text(o.get("css"), "CSS"),
		JS:    r.text(o.get("js"), "JavaScript"),
		CSP:   r.text(o.get("csp"), "a Content-Security-Policy"),
		Files: r.pageFiles(o.get("files")),
	}
}

// pageFile is the name of a file of an inline page; the ending says its type.
var pageFile = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*\.(html|js|css|svg|txt)$`)

func (r *reader) pageFiles(n *node) map[string]string {
	if n == nil {
		return nil
	}
	const wanted = "a mapping from a file name such as frame.html to its content"
	if n.kind != kindMap || len(n.fields) == 0 {
		r.wrongKind(n, wanted)
		return nil
	}
	files := map[string]string{}
	for _, f := range n.fields {
		if !pageFile.MatchString(f.name) {
			r.problem(f.pos, Problem{Message: "not the name of a page file", Wanted: "lower-case words ending in .html, .js, .css, .svg or .txt", Found: fmt.Sprintf("%q", f.name)})
		}
		files[f.name] = r.text(f.value, "the content of the file")
	}
	return files
}

func (r *reader) browser(n *node) Browser {
	b := Browser{FocusEmulation: true}
	if n == nil {
		return b
	}
	o := r.object(n, "browser", "focusEmulation", "freshContext", "pageCache", "reducedMotion", "width", "height", "density", "clockRate")
	b.FocusEmulation = r.boolean(o.get("focusEmulation"), true)
	b.FreshContext = r.boolean(o.get("freshContext"), false)
	b.PageCache = r.boolean(o.get("pageCache"), false)
	b.ReducedMotion = r.boolean(o.get("reducedMotion"), false)
	b.Width = r.integer(o.get("width"), 200, 4000)
	b.Height = r.integer(o.get("height"), 200, 4000)
	b.Density = r.integer(o.get("density"), 50, 400)
	b.ClockRate = r.integer(o.get("clockRate"), 2, 20)
	return b
}

func (r *reader) pageErrors(n *node) []Pattern {
	var out []Pattern
	for _, l := range r.texts(n, "regular expressions of uncaught exceptions") {
		re, err := regexp.Compile(l.Text)
		if err != nil {
			r.problem(l.Pos, Problem{Message: "not a regular expression", Wanted: "RE2 syntax", Found: err.Error()})
			continue
		}
		out = append(out, Pattern{Pos: l.Pos, m: reMatcher{re}})
	}
	return out
}

func (r *reader) kills(n *node) []Kill {
	if n == nil {
		return nil
	}
	if n.kind != kindMap {
		r.wrongKind(n, "a mapping from a mutant to the check that must fail")
		return nil
	}
	var out []Kill
	for _, f := range n.fields {
		out = append(out, Kill{Pos: f.pos, Mutant: f.name, Check: r.text(f.value, "the id of a check")})
	}
	return out
}

func (r *reader) steps(n *node, lines []string) []Step {
	if n == nil {
		return nil
	}
	if n.kind != kindList || len(n.items) == 0 {
		r.wrongKind(n, "a list of steps")
		return nil
	}
	steps := make([]Step, 0, len(n.items))
	for i, item := range n.items {
		step := r.step(item)
		step.Index = i
		end := len(lines)
		if i+1 < len(n.items) {
			end = n.items[i+1].pos.Line - 1
		}
		step.Text = stepText(lines, item.pos.Line, end)
		if step.Do != nil {
			steps = append(steps, step)
		}
	}
	return steps
}

// stepText cuts the lines of a step out of the file, without the indentation
// they share and without trailing blanks and comments.
func stepText(lines []string, first, last int) string {
	if first < 1 || last > len(lines) || first > last {
		return ""
	}
	cut := slices.Clone(lines[first-1 : last])
	for len(cut) > 1 {
		tail := strings.TrimSpace(cut[len(cut)-1])
		if tail != "" && !strings.HasPrefix(tail, "#") {
			break
		}
		cut = cut[:len(cut)-1]
	}
	margin := len(cut[0]) - len(strings.TrimLeft(cut[0], " "))
	for i, line := range cut {
		cut[i] = line[min(margin, len(line)-len(strings.TrimLeft(line, " "))):]
	}
	return strings.Join(cut, "\n")
}

// verbs are the words that make a step; check is one only where no other stands.
var verbs = []string{"send", "expect", "expectNone", "page", "user", "net", "tab", "navigate", "turn", "agent", "history", "wait"}

func (r *reader) step(n *node) Step {
	step := Step{Pos: n.pos}
	if n.kind != kindMap {
		r.wrongKind(n, "a step: a mapping with one verb")
		return step
	}
	var found []field
	check := false
	for _, f := range n.fields {
		for _, verb := range verbs {
			if f.name == verb {
				found = append(found, f)
			}
		}
		check = check || f.name == "check"
	}
	switch {
	case len(found) > 1:
		r.problem(found[1].pos, Problem{Message: "two verbs in a step", Wanted: "exactly one of " + strings.Join(verbs, ", ") + ", check",
			Found: fmt.Sprintf("%q after %q", found[1].name, found[0].name), Hint: "make it two steps"})
	case len(found) == 1:
		step.Do = r.verb(n, found[0], &step)
	case check:
		if f, ok := mistypedVerb(n); ok {
			known := slices.Concat(verbs, conditionKinds)
			r.problem(f.pos, Problem{Message: "unknown verb", Wanted: oneOf(known), Found: fmt.Sprintf("%q", f.name), Hint: didYouMean(f.name, known)})
			return step
		}
		step.Do = r.verify(n, &step)
	default:
		r.problem(n.pos, Problem{Message: "a step without a verb", Wanted: oneOf(append([]string{"check"}, verbs...)), Found: n.found()})
	}
	return step
}

// mistypedVerb finds what stands in the place of the verb in a step that has a
// check id and neither a verb nor a truth to read.
func mistypedVerb(n *node) (field, bool) {
	var odd []field
	for _, f := range n.fields {
		switch {
		case slices.Contains(conditionKinds, f.name):
			return field{}, false
		case !slices.Contains([]string{"check", "within", "of", "capture", "for"}, f.name):
			odd = append(odd, f)
		}
	}
	if len(odd) == 0 {
		return field{}, false
	}
	return odd[0], true
}

// verb reads the step whose verb is known. A step that could not be read is
// nil in a typed pointer never: each reader returns a usable value.
func (r *reader) verb(n *node, f field, step *Step) Action {
	switch f.name {
	case "send":
		r.object(n, "a send step", "send")
		return r.send(f.value)
	case "expect":
		return r.expect(n, step)
	case "expectNone":
		return r.expectNone(n, step)
	case "page":
		r.object(n, "a page step", "page")
		return r.pageAct(f.value)
	case "user":
		r.object(n, "a user step", "user", "within")
		return r.userAct(n, f.value)
	case "net":
		r.object(n, "a net step", "net")
		return r.network(f.value)
	case "tab":
		r.object(n, "a tab step", "tab")
		return r.tab(f.value)
	case "navigate":
		r.object(n, "a navigate step", "navigate")
		return r.navigate(f.value)
	case "turn":
		r.object(n, "a turn step", "turn")
		return &EndTurn{How: r.choice(f.value, turnEnds[0], turnEnds...)}
	case "agent":
		r.object(n, "an agent step", "agent")
		return r.agent(f.value)
	case "history":
		r.object(n, "a history step", "history")
		return &History{Messages: r.history(f.value)}
	default:
		r.object(n, "a wait step", "wait")
		return r.await(f.value)
	}
}

var checkIDPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

func (r *reader) checkID(n *node) string {
	id := r.text(n, "the id of the check, such as state-kept")
	if id != "" && !checkIDPattern.MatchString(id) {
		r.problem(n.pos, Problem{Message: "not a check id", Wanted: "lower-case words joined by hyphens", Found: fmt.Sprintf("%q", id)})
	}
	return id
}
