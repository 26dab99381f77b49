package scenario

import (
	"fmt"
	"regexp"
)

// Clause is one row of the clause catalogue, scenarios/spec.yaml.
type Clause struct {
	Pos     Pos    `json:"-"`
	ID      string `json:"id"`
	Seed    string `json:"seed"`    // which design text: "000" or "004"
	Section string `json:"section"` // of that text
	Text    string `json:"text"`    // what it asks, in one English line
	Level   Level  `json:"level"`
	// NotApplicable is the reason why no scenario can or need cite the clause.
	NotApplicable string `json:"notApplicable,omitempty"`
}

// Catalogue is the list of all clauses.
type Catalogue struct {
	Clauses []Clause
}

// ByID gives the clauses as the vocabulary wants them.
func (c *Catalogue) ByID() map[string]Clause {
	m := make(map[string]Clause, len(c.Clauses))
	for _, clause := range c.Clauses {
		m[clause.ID] = clause
	}
	return m
}

var clauseIDPattern = regexp.MustCompile(`^(000|004)-[0-9]+(\.[0-9]+)*(-[a-z0-9]+)+$`)

// ParseCatalogue reads the clause catalogue.
func ParseCatalogue(file string, text []byte) (*Catalogue, error) {
	root, problems := parseTree(file, text)
	if root == nil {
		return nil, problems.err()
	}
	r := &reader{problems: problems}
	o := r.object(root, "the clause catalogue", "clauses")
	list := r.need(o, "clauses", "a list of clauses")
	c := &Catalogue{}
	seen := map[string]Pos{}
	if list != nil && list.kind != kindList {
		r.wrongKind(list, "a list of clauses")
	} else if list != nil {
		for _, item := range list.items {
			clause := r.clause(item)
			if before, twice := seen[clause.ID]; twice {
				r.problem(clause.Pos, Problem{Message: fmt.Sprintf("clause %q twice", clause.ID), Wanted: "each id once", Found: "it already stands in " + before.String()})
			}
			seen[clause.ID] = clause.Pos
			c.Clauses = append(c.Clauses, clause)
		}
	}
	if err := r.problems.err(); err != nil {
		return nil, err
	}
	return c, nil
}

func (r *reader) clause(n *node) Clause {
	o := r.object(n, "a clause", "id", "seed", "section", "text", "level", "applies")
	c := Clause{
		Pos:     n.pos,
		ID:      r.text(r.need(o, "id", "seed, section and a name: 000-6.5-fill-events"), "an id"),
		Seed:    r.choice(r.need(o, "seed", "000 or 004"), "000", "000", "004"),
		Section: r.text(r.need(o, "section", "the section, quoted"), "a section, quoted"),
		Text:    r.text(r.need(o, "text", "what the clause asks"), "what the clause asks"),
		Level:   Level(r.choice(r.need(o, "level", "must, should or may"), string(Must), string(Must), string(Should), string(May))),
	}
	if c.ID != "" && !clauseIDPattern.MatchString(c.ID) {
		r.problem(o.fields["id"].pos, Problem{Message: "not a clause id", Wanted: "seed, section and a name: 000-6.5-fill-events", Found: fmt.Sprintf("%q", c.ID)})
	}
	switch applies := r.need(o, "applies", "true, or the reason why not"); {
	case applies == nil || applies.value == true:
	case applies.kind == kindString:
		c.NotApplicable = r.text(applies, "the reason why it does not apply")
	default:
		r.wrongKind(applies, "true, or the reason why it does not apply")
	}
	return c
}
