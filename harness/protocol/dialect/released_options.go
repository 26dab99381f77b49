package dialect

import "strings"

// option is one entry of a select, as a snapshot listed it.
type option struct{ label, value string }

// encodeSelect: the released tool takes one option value. A label or an index
// is looked up in the snapshot that the action refers to.
func encodeSelect(c *released, snapshot string, p parameters) (map[string]any, error) {
	values, given := p.take("values")
	if !given {
		return map[string]any{}, nil
	}
	list, ok := values.([]any)
	if !ok {
		return nil, inexpressible("select takes one option value, not %T", values)
	}
	if len(list) != 1 {
		return nil, inexpressible("select chooses one option, not %d", len(list))
	}
	elementID, _ := p["elementId"].(string)
	value, err := optionValue(list[0], c.optionsOf(snapshot, elementID))
	if err != nil {
		return nil, err
	}
	return map[string]any{"value": value}, nil
}

// optionValue gives the value of the option that wanted names.
func optionValue(wanted any, options []option) (string, error) {
	switch w := wanted.(type) {
	case string:
		return valueOfText(w, options)
	case map[string]any:
		if len(w) != 1 {
			return "", inexpressible("an option is named by a label, a value or an index")
		}
		if value, ok := w["value"].(string); ok {
			return value, nil
		}
		if label, ok := w["label"].(string); ok {
			i, err := indexOfLabel(label, options)
			if err != nil {
				return "", err
			}
			if i < 0 {
				return labelAsValue(label, options)
			}
			return valueAt(i, options)
		}
		if index, ok := w["index"].(float64); ok {
			i := int(index)
			if float64(i) != index || i < 0 || i >= len(options) {
				return "", inexpressible("the last snapshot has no option %v, and options go by value", index)
			}
			return valueAt(i, options)
		}
	}
	return "", inexpressible("an option is named by a label, a value or an index")
}

// valueOfText reads a string as the contract does: a label, then a value. Text
// that fits nothing goes out as a value, for the SDK to say so.
func valueOfText(text string, options []option) (string, error) {
	labelled, err := indexOfLabel(text, options)
	if err != nil {
		return "", err
	}
	if labelled < 0 {
		return text, nil
	}
	for i, o := range options {
		if o.value == text && i != labelled {
			return "", inexpressible("%q is the label of one option and the value of another", text)
		}
	}
	return valueAt(labelled, options)
}

// labelAsValue sends a label that no option has where a value belongs, so that
// the SDK says that there is no such option.
func labelAsValue(label string, options []option) (string, error) {
	for _, o := range options {
		if o.value == label {
			return "", inexpressible("%q is no label but the value of an option, and options go by value", label)
		}
	}
	return label, nil
}

// indexOfLabel gives the one option with a label, or -1.
func indexOfLabel(label string, options []option) (int, error) {
	found := -1
	for i, o := range options {
		if folded(o.label) != folded(label) {
			continue
		}
		if found >= 0 {
			return 0, inexpressible("%q labels several options, and options go by value", label)
		}
		found = i
	}
	return found, nil
}

// valueAt gives the value of an option that no earlier option shares: the page
// would choose the first.
func valueAt(i int, options []option) (string, error) {
	for _, o := range options[:i] {
		if o.value == options[i].value {
			return "", inexpressible("several options have the value %q", o.value)
		}
	}
	return options[i].value, nil
}

// folded is text as the page shows it, white space folded.
func folded(text string) string { return strings.Join(strings.Fields(text), " ") }
