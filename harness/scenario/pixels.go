package scenario

// PixelWants says how the newest picture of the SDK is compared with the browser's
// own picture of the page.
type PixelWants struct {
	// Cut is a CSS selector: the boxes of these elements are left out of both pictures.
	Cut string
	// Marker is a colour (#rrggbb) that is searched for in the SDK's picture.
	Marker string
}

// pixelProps are what a pixels condition may compare.
var pixelProps = []string{"ssim", "different", "cut", "blank", "width", "height", "format", "marker"}

// pixelCondition reads {without: css, colour: #rrggbb} and what is wanted of the comparison.
func (r *reader) pixelCondition(n *node) (PixelWants, Pattern) {
	o := r.object(n, "a pixels condition", append([]string{"without", "colour"}, pixelProps...)...)
	w := PixelWants{
		Cut:    r.text(o.get("without"), "a CSS selector of what is left out of both pictures"),
		Marker: r.text(o.get("colour"), "a colour: \"#ff00ff\""),
	}
	if o.has("marker") && w.Marker == "" {
		r.problem(n.pos, Problem{Message: "marker counts the pixels of a colour", Wanted: "colour: the marker's colour"})
	}
	var fields []field
	for _, name := range pixelProps {
		if f, ok := o.fields[name]; ok {
			fields = append(fields, f)
		}
	}
	if len(fields) == 0 {
		r.problem(n.pos, Problem{Message: "a pixels condition that wants nothing", Wanted: "at least one of " + oneOf(pixelProps)[len("one of "):]})
	}
	return w, Pattern{Pos: n.pos, m: r.objectMatcher(fields)}
}
