package protocol

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// missing is what is found where a field should be.
const missing = "missing"

const (
	maxKeyShown   = 64
	maxTextShown  = 40
	maxTypeShown  = 64
	closeEnough   = 2
	maxCompareLen = 64
)

// describe names a JSON value in a phrase, never at length.
func describe(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(value)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	case string:
		if n := len([]rune(value)); n > maxTextShown {
			return fmt.Sprintf("a text of %d characters", n)
		}
		return strconv.Quote(value)
	case []any:
		return fmt.Sprintf("a list of %d", len(value))
	case map[string]any:
		return "an object"
	default:
		text, err := json.Marshal(value)
		if err != nil {
			return fmt.Sprintf("%T", value)
		}
		return string(text)
	}
}

// shorten keeps a name from a frame fit for a message.
func shorten(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, name)
	if runes := []rune(name); len(runes) > maxTypeShown {
		return string(runes[:maxTypeShown]) + "…"
	}
	return name
}

var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1")

// memberPointer extends a JSON pointer by one member; endless names are cut.
func memberPointer(pointer, key string) string {
	if runes := []rune(key); len(runes) > maxKeyShown {
		key = string(runes[:maxKeyShown]) + "…"
	}
	return pointer + "/" + pointerEscape.Replace(key)
}

func pointerOf(location []string) string {
	pointer := ""
	for _, token := range location {
		pointer = memberPointer(pointer, token)
	}
	return pointer
}

func wantedTypes(types []string) string {
	words := make([]string, len(types))
	for i, name := range types {
		switch name {
		case "string":
			words[i] = "a text"
		case "number":
			words[i] = "a number"
		case "integer":
			words[i] = "a whole number"
		case "boolean":
			words[i] = "true or false"
		case "array":
			words[i] = "a list"
		case "object":
			words[i] = "an object"
		default:
			words[i] = name
		}
	}
	return strings.Join(words, " or ")
}

func listed(values []any) string {
	words := make([]string, len(values))
	for i, value := range values {
		if text, ok := value.(string); ok {
			words[i] = text
		} else {
			words[i] = describe(value)
		}
	}
	return strings.Join(words, ", ")
}

func decimal(number *big.Rat) string {
	if number.IsInt() {
		return number.Num().String()
	}
	text, _ := number.Float64()
	return strconv.FormatFloat(text, 'g', -1, 64)
}

// closestOf suggests the choice that a wrong text may have meant.
func closestOf(value any, choices []any) string {
	text, ok := value.(string)
	if !ok {
		return ""
	}
	var names []string
	for _, choice := range choices {
		if name, ok := choice.(string); ok {
			names = append(names, name)
		}
	}
	return didYouMean(text, names)
}

// didYouMean suggests the name nearest to a wrong one, if any is near enough.
func didYouMean(wrong string, names []string) string {
	if len(wrong) > maxCompareLen {
		return ""
	}
	best, bestDistance := "", closeEnough+1
	for _, name := range names {
		if d := distance(strings.ToLower(wrong), strings.ToLower(name)); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// distance counts the edits between two short texts (Levenshtein).
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, s := range to {
			substitution := diagonal
			if r != s {
				substitution++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitution, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
