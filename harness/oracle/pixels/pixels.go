package pixels

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // pictures of the SDK come in three formats
	_ "image/png"

	_ "golang.org/x/image/webp" // the SDK's default format
)

// DefaultThreshold is how far apart two colours must be to count as different, from 0 (any difference) to 1
// (black and white). At 0.1 a one-step antialiasing change still counts, noise of a lossless codec does not.
const DefaultThreshold = 0.1

// Options say how two pictures are compared. The zero value compares everything at DefaultThreshold.
type Options struct {
	// Cut are rectangles that are left out of both pictures, in picture pixels.
	Cut []image.Rectangle
	// Threshold replaces DefaultThreshold when it is above 0.
	Threshold float64
}

// Report is what a comparison found.
type Report struct {
	Width  int `json:"width"`
	Height int `json:"height"`
	// SSIM is the mean structural similarity: 1 for equal pictures, about 0 for unrelated ones.
	SSIM float64 `json:"ssim"`
	// Different is the share of pixels outside the cut rectangles whose colour differs.
	Different float64 `json:"different"`
	// Cut is the share of the picture that was left out.
	Cut float64 `json:"cut"`
	// Blank says that the second picture has one colour where the first has more.
	Blank bool `json:"blank"`
	// Diff shows the first picture faded, with the differing pixels in red and what was cut in grey.
	Diff *image.RGBA `json:"-"`
}

// SizeError says that two pictures cannot be compared because their sizes differ.
type SizeError struct {
	Truth, Picture image.Point
}

// Error names both sizes.
func (e *SizeError) Error() string {
	return fmt.Sprintf("the picture is %dx%d, the page is %dx%d", e.Picture.X, e.Picture.Y, e.Truth.X, e.Truth.Y)
}

// errEmpty is the error for pictures without a pixel.
var errEmpty = errors.New("the picture has no pixels")

// Decode reads a PNG, JPEG or WebP picture.
func Decode(data []byte) (image.Image, error) {
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decoding a picture of %d bytes: %w", len(data), err)
	}
	return m, nil
}

// Compare measures how far a picture is from the truth. It is an error (*SizeError) when their sizes differ.
func Compare(truth, picture image.Image, o Options) (*Report, error) {
	if truth.Bounds().Size() != picture.Bounds().Size() {
		return nil, &SizeError{Truth: truth.Bounds().Size(), Picture: picture.Bounds().Size()}
	}
	if truth.Bounds().Empty() {
		return nil, errEmpty
	}
	a, b := opaque(truth), opaque(picture)
	size := a.Bounds().Size()
	r := &Report{Width: size.X, Height: size.Y, Diff: image.NewRGBA(a.Bounds())}
	r.Blank = isUniform(b) && !isUniform(a)
	cut := cutMask(size, o.Cut)
	threshold := o.Threshold
	if threshold <= 0 {
		threshold = DefaultThreshold
	}
	// The largest possible distance between two colours in this space is 35215.
	limit := 35215 * threshold * threshold
	var kept, differing int
	for y := range size.Y {
		for x := range size.X {
			i := a.PixOffset(x, y)
			switch {
			case cut[y*size.X+x]:
				r.Diff.SetRGBA(x, y, color.RGBA{R: 190, G: 190, B: 190, A: 255})
				continue
			case distance(a.Pix[i:i+3], b.Pix[i:i+3]) > limit:
				differing++
				r.Diff.SetRGBA(x, y, color.RGBA{R: 255, A: 255})
			default:
				faded := uint8(255 - (255-luma(a.Pix[i:i+3]))*0.1)
				r.Diff.SetRGBA(x, y, color.RGBA{R: faded, G: faded, B: faded, A: 255})
			}
			kept++
		}
	}
	r.Cut = 1 - float64(kept)/float64(size.X*size.Y)
	if kept > 0 {
		r.Different = float64(differing) / float64(kept)
	}
	r.SSIM = similarity(a, b, cut)
	return r, nil
}

// Share is the share of pixels of a picture that have about the given colour: for finding a marker that must not be in
// it. A lossy codec moves colours, so each channel may be off by tolerance.
func Share(m image.Image, wanted color.RGBA, tolerance int) float64 {
	a := opaque(m)
	size := a.Bounds().Size()
	found := 0
	for i := 0; i+3 < len(a.Pix); i += 4 {
		if near(a.Pix[i], wanted.R, tolerance) && near(a.Pix[i+1], wanted.G, tolerance) && near(a.Pix[i+2], wanted.B, tolerance) {
			found++
		}
	}
	if size.X*size.Y == 0 {
		return 0
	}
	return float64(found) / float64(size.X*size.Y)
}

func near(a, b uint8, tolerance int) bool {
	d := int(a) - int(b)
	return d <= tolerance && -d <= tolerance
}

// opaque copies a picture onto white: a transparent page is shown on white.
func opaque(m image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), m, m.Bounds().Min, draw.Over)
	return out
}

func isUniform(m *image.RGBA) bool {
	for i := 4; i < len(m.Pix); i++ {
		if m.Pix[i] != m.Pix[i-4] {
			return false
		}
	}
	return true
}

func cutMask(size image.Point, cut []image.Rectangle) []bool {
	mask := make([]bool, size.X*size.Y)
	for _, r := range cut {
		r = r.Intersect(image.Rectangle{Max: size})
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				mask[y*size.X+x] = true
			}
		}
	}
	return mask
}

func luma(p []uint8) float64 {
	return 0.29889531*float64(p[0]) + 0.58662247*float64(p[1]) + 0.11448223*float64(p[2])
}

// distance is the squared distance of two colours in the YIQ space, where equal steps look about equally large
// (Kotsarenko and Ramos, Measuring perceived color difference using YIQ NTSC transmission color space, 2010).
func distance(a, b []uint8) float64 {
	y := luma(a) - luma(b)
	i := 0.59597799*d(a, b, 0) - 0.27417610*d(a, b, 1) - 0.32180189*d(a, b, 2)
	q := 0.21147017*d(a, b, 0) - 0.52261711*d(a, b, 1) + 0.31114694*d(a, b, 2)
	return 0.5053*y*y + 0.299*i*i + 0.1957*q*q
}

func d(a, b []uint8, channel int) float64 { return float64(a[channel]) - float64(b[channel]) }
