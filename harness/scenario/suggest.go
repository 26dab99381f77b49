package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// didYouMean names the known word nearest to a mistyped one, or nothing when
// none is near enough to be more than a guess.
func didYouMean(word string, known []string) string {
	best, bestDistance := "", max(1, (len(word)+1)/3)+1
	for _, k := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("did you mean %q?", best)
}

// oneOf lists words for a "wanted" line, in a stable order and of bounded length.
func oneOf(words []string) string {
	const most = 40
	words = slices.Clone(words)
	slices.Sort(words)
	tail := ""
	if len(words) > most {
		tail = fmt.Sprintf(" and %d more", len(words)-most)
		words = words[:most]
	}
	return "one of " + strings.Join(words, ", ") + tail
}

// distance is the number of single-letter edits between two words.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(y); j++ {
			substitute := diagonal
			if x[i-1] != y[j-1] {
				substitute++
			}
			diagonal = row[j]
			row[j] = min(row[j]+1, row[j-1]+1, substitute)
		}
	}
	return row[len(y)]
}

// Nearest suggests a known word for a mistyped one, as a question; it is empty
// when none is near.
func Nearest(word string, known []string) string { return didYouMean(word, known) }
