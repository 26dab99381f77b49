package scenario

import (
	"fmt"
	"strings"
)

// hasMatcher wants an array in which each of its patterns has an element of
// its own, in any order, among any others.
type hasMatcher struct{ items []matcher }

func compileHas(r *reader, n *node) matcher {
	if n.kind != kindList || len(n.items) == 0 {
		r.wrongKind(n, "a list of patterns")
		return nil
	}
	return hasMatcher{r.listMatcher(n).items}
}

func (m hasMatcher) match(c *comparison, path string, v value) {
	list, ok := v.v.([]any)
	if !v.present || !ok {
		c.fail(path, "an array with "+listMatcher(m).String(), v)
		return
	}
	fits := make([][]bool, len(m.items))
	for i, item := range m.items {
		fits[i] = make([]bool, len(list))
		for j, element := range list {
			fits[i][j] = len(c.try(item, "", value{v: element, present: true})) == 0
		}
	}
	owner := make([]int, len(list)) // which pattern an element was given to, plus one
	for i, item := range m.items {
		if !assign(i, fits, owner, make([]bool, len(list))) {
			c.failText(path, "an element of its own for "+item.String(), m.nearest(c, item, list))
		}
	}
}

// assign finds an element for pattern i, moving earlier patterns to other
// elements where they have a choice (bipartite matching by augmenting paths).
func assign(i int, fits [][]bool, owner []int, visited []bool) bool {
	for j := range owner {
		if !fits[i][j] || visited[j] {
			continue
		}
		visited[j] = true
		if owner[j] == 0 || assign(owner[j]-1, fits, owner, visited) {
			owner[j] = i + 1
			return true
		}
	}
	return false
}

// nearest describes the element that comes closest to what was wanted, for a
// list of two hundred elements helps nobody.
func (m hasMatcher) nearest(c *comparison, item matcher, list []any) string {
	if len(list) == 0 {
		return "an empty array"
	}
	best, bestMismatches := -1, []Mismatch(nil)
	for j, element := range list {
		mm := c.try(item, "", value{v: element, present: true})
		if len(mm) > 0 && (best < 0 || len(mm) < len(bestMismatches)) {
			best, bestMismatches = j, mm
		}
	}
	if best < 0 {
		return fmt.Sprintf("%d elements, of which too few match", len(list))
	}
	reasons := make([]string, len(bestMismatches))
	for i, mm := range bestMismatches {
		reasons[i] = mm.String()
	}
	return fmt.Sprintf("none among %d; the nearest is [%d] (%s)", len(list), best, clip(strings.Join(reasons, "; "), 240))
}

func (m hasMatcher) walk(visit func(matcher)) {
	visit(m)
	for _, item := range m.items {
		item.walk(visit)
	}
}

func (m hasMatcher) String() string { return "an array with " + listMatcher(m).String() }
