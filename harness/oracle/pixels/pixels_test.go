package pixels_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/oracle/pixels"
)

var (
	white = color.RGBA{255, 255, 255, 255}
	black = color.RGBA{A: 255}
)

// page is a white picture with black boxes.
func page(w, h int, boxes ...image.Rectangle) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(m, m.Bounds(), image.NewUniform(white), image.Point{}, draw.Src)
	for _, b := range boxes {
		draw.Draw(m, b, image.NewUniform(black), image.Point{}, draw.Src)
	}
	return m
}

func compare(t *testing.T, a, b image.Image, o pixels.Options) *pixels.Report {
	t.Helper()
	r, err := pixels.Compare(a, b, o)
	require.NoError(t, err)
	return r
}

func TestEqualPicturesAreEqual(t *testing.T) {
	m := page(64, 48, image.Rect(8, 8, 40, 20))
	r := compare(t, m, m, pixels.Options{})
	assert.InDelta(t, 1, r.SSIM, 1e-12)
	assert.Zero(t, r.Different)
	assert.Zero(t, r.Cut)
	assert.False(t, r.Blank)
}

func TestAMovedBoxIsSeenByBothMeasures(t *testing.T) {
	a := page(64, 64, image.Rect(16, 16, 48, 48))
	b := page(64, 64, image.Rect(17, 16, 49, 48))
	r := compare(t, a, b, pixels.Options{})
	// One column is lost on the left and one gained on the right, 32 pixels each.
	assert.InDelta(t, 64.0/(64*64), r.Different, 1e-12)
	assert.Less(t, r.SSIM, 0.99)
	assert.Equal(t, color.RGBA{R: 255, A: 255}, r.Diff.RGBAAt(16, 20))
}

func TestAShadeBelowTheThresholdIsNoDifference(t *testing.T) {
	a := page(16, 16)
	b := page(16, 16)
	draw.Draw(b, b.Bounds(), image.NewUniform(color.RGBA{250, 250, 250, 255}), image.Point{}, draw.Src)
	assert.Zero(t, compare(t, a, b, pixels.Options{}).Different)
	assert.InDelta(t, 1, compare(t, a, b, pixels.Options{Threshold: 0.01}).Different, 1e-12, "a stricter threshold sees it")
}

func TestABlankPictureScoresAsFailure(t *testing.T) {
	// Text-like lines over the whole page.
	var lines []image.Rectangle
	for y := 4; y < 60; y += 8 {
		lines = append(lines, image.Rect(4, y, 60, y+3))
	}
	a := page(64, 64, lines...)
	r := compare(t, a, page(64, 64), pixels.Options{})
	assert.True(t, r.Blank)
	assert.Less(t, r.SSIM, 0.5)
	assert.Greater(t, r.Different, 0.2)
	assert.False(t, compare(t, page(8, 8), page(8, 8), pixels.Options{}).Blank, "a page that is blank itself is no failure")
}

func TestWhatIsCutDoesNotCountAndIsReported(t *testing.T) {
	a := page(64, 64, image.Rect(8, 8, 24, 24))
	b := page(64, 64)
	r := compare(t, a, b, pixels.Options{Cut: []image.Rectangle{image.Rect(8, 8, 24, 24), image.Rect(8, 8, 24, 24)}})
	assert.Zero(t, r.Different)
	assert.InDelta(t, 1, r.SSIM, 1e-12)
	assert.InDelta(t, 256.0/4096, r.Cut, 1e-12, "overlapping rectangles count once")
	all := compare(t, a, b, pixels.Options{Cut: []image.Rectangle{image.Rect(-5, -5, 100, 100)}})
	assert.InDelta(t, 1, all.Cut, 1e-12)
}

func TestOtherSizesAreAnError(t *testing.T) {
	_, err := pixels.Compare(page(10, 10), page(10, 11), pixels.Options{})
	var size *pixels.SizeError
	require.ErrorAs(t, err, &size)
	assert.Contains(t, err.Error(), "10x11")
	_, err = pixels.Compare(page(0, 0), page(0, 0), pixels.Options{})
	require.Error(t, err)
}

func TestTransparentIsWhite(t *testing.T) {
	r := compare(t, page(16, 16), image.NewRGBA(image.Rect(0, 0, 16, 16)), pixels.Options{})
	assert.Zero(t, r.Different)
}

func TestSmallerThanAWindow(t *testing.T) {
	r := compare(t, page(4, 4, image.Rect(0, 0, 2, 2)), page(4, 4), pixels.Options{})
	assert.Less(t, r.SSIM, 0.9)
}

func TestShareFindsAMarker(t *testing.T) {
	m := page(10, 10)
	draw.Draw(m, image.Rect(0, 0, 5, 2), image.NewUniform(color.RGBA{R: 255, B: 250, A: 255}), image.Point{}, draw.Src)
	assert.InDelta(t, 0.1, pixels.Share(m, color.RGBA{R: 255, B: 255, A: 255}, 6), 1e-12)
	assert.Zero(t, pixels.Share(m, color.RGBA{R: 255, B: 255, A: 255}, 4))
	assert.Zero(t, pixels.Share(page(0, 0), white, 0))
}

func TestDecodeReadsWhatTheSDKSends(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, page(3, 2)))
	m, err := pixels.Decode(b.Bytes())
	require.NoError(t, err)
	assert.Equal(t, image.Pt(3, 2), m.Bounds().Size())
	_, err = pixels.Decode([]byte("not a picture"))
	require.ErrorContains(t, err, "13 bytes")
}
