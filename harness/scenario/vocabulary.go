package scenario

import "fmt"

// Vocabulary is what the files may refer to besides themselves. A nil map or
// list means that it is not known here, and names of that kind are not checked.
type Vocabulary struct {
	Tools    []string
	Fixtures map[string]Fixture
	Clauses  map[string]Clause
	Mutants  map[string]bool
	Features []string // what SDKs may declare besides tools
	Controls []string // the controls that profiles define
}

// Fixture is what is known of a fixture's page.
type Fixture struct {
	Variants []string
	Elements []string // ids of its controls
	Labels   []string // visible labels by which an agent names its elements; nil when not known
	Actions  []string // what the page can do to itself
}

// unknown reports a name that is not in the vocabulary.
func (r *reader) unknown(pos Pos, what, name string, known []string, hint string) {
	if nearer := didYouMean(name, known); nearer != "" {
		hint = nearer
	}
	r.problem(pos, Problem{Message: "unknown " + what, Wanted: oneOf(known), Found: fmt.Sprintf("%q", name), Hint: hint})
}
