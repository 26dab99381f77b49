package runner

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"github.com/maochat/conformance/harness/oracle"
	"github.com/maochat/conformance/harness/oracle/pixels"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// markerTolerance is how far a lossy codec may move a colour that is searched for.
const markerTolerance = 24

// readPixels compares the newest picture that the SDK sent with the browser's own.
func (p *play) readPixels(ctx context.Context, c scenario.Condition) ([]scenario.Mismatch, error) {
	p.compared = nil
	shot, err := p.newestShot()
	if err != nil {
		return []scenario.Mismatch{{Wanted: "a picture", Found: err.Error()}}, nil
	}
	picture, err := pixels.Decode(shot.data)
	if err != nil {
		return []scenario.Mismatch{{Wanted: "a picture", Found: err.Error()}}, nil
	}
	truth, err := oracle.Picture(ctx, p.tab, p.subject.Profile.Host.Selector)
	if err != nil {
		return nil, err
	}
	cut, err := p.cutOf(ctx, c.Pixels.Cut, shot)
	if err != nil {
		return nil, err
	}
	report, err := pixels.Compare(truth, picture, pixels.Options{Cut: cut})
	if err != nil {
		return []scenario.Mismatch{{Wanted: "a picture of the viewport", Found: err.Error()}}, nil
	}
	p.compared = &comparison{truth: truth, picture: picture, report: report}
	found := map[string]any{
		"ssim": report.SSIM, "different": report.Different, "cut": report.Cut, "blank": report.Blank,
		"width": report.Width, "height": report.Height, "format": shot.format,
	}
	if c.Pixels.Marker != "" {
		var r, g, b uint8
		if _, err := fmt.Sscanf(c.Pixels.Marker, "#%02x%02x%02x", &r, &g, &b); err != nil {
			return nil, fmt.Errorf("reading the colour %q: %w", c.Pixels.Marker, err)
		}
		found["marker"] = pixels.Share(picture, color.RGBA{R: r, G: g, B: b, A: 255}, markerTolerance)
	}
	plain, err := scenario.Normalize(found)
	if err != nil {
		return nil, err
	}
	return c.Want.Match(plain, p.env), nil
}

// comparison is what was compared last, for the report of a failure.
type comparison struct {
	truth, picture image.Image
	report         *pixels.Report
}

// pictures encodes it; nil where nothing could be compared.
func (c *comparison) pictures() (*result.Pictures, error) {
	if c == nil {
		return nil, nil
	}
	shown := &result.Pictures{Different: c.report.Different, Cut: c.report.Cut}
	for into, m := range map[*result.Picture]image.Image{
		&shown.Expected: c.truth, &shown.Actual: c.picture, &shown.Difference: c.report.Diff,
	} {
		var b bytes.Buffer
		if err := png.Encode(&b, m); err != nil {
			return nil, fmt.Errorf("encoding a picture for the report: %w", err)
		}
		into.PNG = b.Bytes()
	}
	return shown, nil
}

// shot is a picture as the SDK sent it.
type shot struct {
	data    []byte
	format  string // of the bytes, whatever the SDK says
	scale   float64
	omitted []any
}

var errNoShot = errors.New("no result so far brought a picture")

// newestShot is the last picture that a result brought.
func (p *play) newestShot() (shot, error) {
	frames := p.frames()
	for i := len(frames) - 1; i >= 0; i-- {
		plain, err := scenario.Normalize(frames[i])
		if err != nil {
			return shot{}, err
		}
		picture, ok := at(plain, "frame", "result", "screenshot").(map[string]any)
		if !ok {
			continue
		}
		text, _ := picture["data"].(string)
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return shot{}, fmt.Errorf("the picture is not base64: %w", err)
		}
		s := shot{data: data, scale: 1}
		if _, s.format, err = image.DecodeConfig(bytes.NewReader(data)); err != nil {
			return shot{}, fmt.Errorf("reading what kind of picture it is: %w", err)
		}
		if scale, ok := picture["scale"].(float64); ok && scale > 0 {
			s.scale = scale
		}
		s.omitted, _ = picture["omitted"].([]any)
		return s, nil
	}
	return shot{}, errNoShot
}

func at(v any, path ...string) any {
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

// cutOf are the rectangles that are not compared: what the scenario leaves out, and what the SDK says it could not draw.
// Their share is part of the comparison, so that leaving everything out is no way to win.
func (p *play) cutOf(ctx context.Context, css string, s shot) ([]image.Rectangle, error) {
	var cut []image.Rectangle
	for _, area := range s.omitted {
		cut = append(cut, rectangle(at(area, "rect"), s.scale))
	}
	if css == "" {
		return cut, nil
	}
	nodes, err := oracle.DOM(ctx, p.tab, oracle.DOMQuery{CSS: css})
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		plain, err := scenario.Normalize(n.Rect)
		if err != nil {
			return nil, err
		}
		cut = append(cut, rectangle(plain, s.scale))
	}
	return cut, nil
}

func rectangle(v any, scale float64) image.Rectangle {
	side := func(name string) float64 {
		n, _ := at(v, name).(float64)
		return n * scale
	}
	x, y := side("x"), side("y")
	return image.Rect(int(math.Floor(x)), int(math.Floor(y)), int(math.Ceil(x+side("width"))), int(math.Ceil(y+side("height"))))
}
