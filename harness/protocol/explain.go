package protocol

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// explain turns the error tree of the schema library into the one violation that says most.
func explain(frameType string, frame any, invalid *jsonschema.ValidationError) *FrameError {
	var found []*FrameError
	collect(frame, invalid, &found)
	if len(found) == 0 {
		return &FrameError{Type: frameType, Wanted: "a frame of its schema", Found: invalid.Error()}
	}
	// The outermost violation first, and what is wrong before what is missing: it usually explains the others.
	slices.SortStableFunc(found, func(a, b *FrameError) int {
		return cmp.Or(
			cmp.Compare(strings.Count(a.Pointer, "/"), strings.Count(b.Pointer, "/")),
			cmp.Compare(rank(a), rank(b)),
			cmp.Compare(a.Pointer, b.Pointer),
		)
	})
	found = slices.CompactFunc(found, func(a, b *FrameError) bool { return a.Pointer == b.Pointer && a.Wanted == b.Wanted })
	first := found[0]
	first.Type = frameType
	first.More = len(found) - 1
	return first
}

func rank(e *FrameError) int {
	if e.Found == missing {
		return 1
	}
	return 0
}

// collect walks down to the violations. A union stays one violation: its branches are not what is wrong.
func collect(frame any, at *jsonschema.ValidationError, found *[]*FrameError) {
	if union, ok := at.ErrorKind.(*kind.OneOf); ok {
		*found = append(*found, unionError(frame, at, union))
		return
	}
	if len(at.Causes) > 0 {
		for _, cause := range at.Causes {
			collect(frame, cause, found)
		}
		return
	}
	*found = append(*found, leafErrors(frame, at)...)
}

func leafErrors(frame any, at *jsonschema.ValidationError) []*FrameError {
	pointer := pointerOf(at.InstanceLocation)
	value := lookUp(frame, at.InstanceLocation)
	one := func(wanted, found, hint string) []*FrameError {
		if pointer == "/token" {
			found = "something else" // a token stands in no message
		}
		return []*FrameError{{Pointer: pointer, Wanted: wanted, Found: found, Hint: hint}}
	}
	switch problem := at.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		known := knownProperties(at.SchemaURL)
		return each(problem.Properties, func(key string) *FrameError {
			hint := didYouMean(key, known)
			if hint == "" && len(known) > 0 {
				hint = "known here: " + strings.Join(known, ", ")
			}
			return &FrameError{Pointer: memberPointer(pointer, key), Wanted: "no such field", Found: "present", Hint: hint}
		})
	case *kind.Required:
		return each(problem.Missing, func(key string) *FrameError {
			return &FrameError{Pointer: memberPointer(pointer, key), Wanted: "the field", Found: missing}
		})
	case *kind.DependentRequired:
		return each(problem.Missing, func(key string) *FrameError {
			return &FrameError{
				Pointer: memberPointer(pointer, key), Wanted: "the field", Found: missing,
				Hint: problem.Prop + " needs it here or on the request",
			}
		})
	case *kind.FalseSchema:
		return one("the field left out", describe(value), "it does not go with the other fields")
	case *kind.Type:
		return one(wantedTypes(problem.Want), describe(value), "")
	case *kind.Const:
		return one(describe(problem.Want), describe(value), "")
	case *kind.Enum:
		return one("one of "+listed(problem.Want), describe(value), closestOf(value, problem.Want))
	case *kind.MinLength:
		return one(fmt.Sprintf("at least %d characters", problem.Want), strconv.Itoa(problem.Got), "")
	case *kind.MaxLength:
		return one(fmt.Sprintf("at most %d characters", problem.Want), strconv.Itoa(problem.Got), "")
	case *kind.MinItems:
		return one(fmt.Sprintf("at least %d entries", problem.Want), strconv.Itoa(problem.Got), "")
	case *kind.MaxItems:
		return one(fmt.Sprintf("at most %d entries", problem.Want), strconv.Itoa(problem.Got), "")
	case *kind.Minimum:
		return one("at least "+decimal(problem.Want), describe(value), "")
	case *kind.Maximum:
		return one("at most "+decimal(problem.Want), describe(value), "")
	case *kind.ExclusiveMinimum:
		return one("more than "+decimal(problem.Want), describe(value), "")
	default:
		return one("what its schema says", describe(value), at.Error())
	}
}

// unionError says what forms are allowed, and in the hint what keeps the value from each.
func unionError(frame any, at *jsonschema.ValidationError, union *kind.OneOf) *FrameError {
	e := &FrameError{
		Pointer: pointerOf(at.InstanceLocation),
		Wanted:  "exactly one of the allowed forms",
		Found:   describe(lookUp(frame, at.InstanceLocation)),
	}
	if len(union.Subschemas) > 0 {
		e.Hint = "more than one form fits"
		return e
	}
	var forms []string
	for _, cause := range at.Causes {
		var branch []*FrameError
		collect(frame, cause, &branch)
		if len(branch) == 0 {
			continue
		}
		form := branch[0].Wanted
		if branch[0].Pointer != e.Pointer {
			form = fmt.Sprintf("%s: %s", strings.TrimPrefix(branch[0].Pointer, e.Pointer), form)
		}
		if !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	e.Hint = strings.Join(forms, ", or ")
	return e
}

// each makes one violation per key.
func each(keys []string, violation func(key string) *FrameError) []*FrameError {
	found := make([]*FrameError, len(keys))
	for i, key := range keys {
		found[i] = violation(key)
	}
	return found
}

// knownProperties lists the fields that the schema at the location has.
func knownProperties(location string) []string {
	schema := compiled().at[location]
	if schema == nil {
		return nil
	}
	names := make([]string, 0, len(schema.Properties))
	for name := range schema.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// lookUp finds the value at an instance location; nil when there is none.
func lookUp(value any, location []string) any {
	for _, token := range location {
		switch container := value.(type) {
		case map[string]any:
			value = container[token]
		case []any:
			index, err := strconv.Atoi(token)
			if err != nil || index < 0 || index >= len(container) {
				return nil
			}
			value = container[index]
		default:
			return nil
		}
	}
	return value
}
