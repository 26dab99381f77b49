package pixels

import "image"

const (
	window = 8
	stride = 4
	// The constants of the original paper for 8-bit pictures: (0.01*255)^2 and (0.03*255)^2.
	c1 = 6.5025
	c2 = 58.5225
)

// similarity is the mean SSIM of all windows that hold no cut pixel; 1 when every window does.
func similarity(a, b *image.RGBA, cut []bool) float64 {
	size := a.Bounds().Size()
	x, y := plane(a), plane(b)
	var sum float64
	var count int
	// A picture smaller than a window is one window.
	w, h := min(window, size.X), min(window, size.Y)
	for top := 0; top+h <= size.Y; top += stride {
		for left := 0; left+w <= size.X; left += stride {
			if value, ok := windowSimilarity(x, y, cut, size.X, left, top, w, h); ok {
				sum += value
				count++
			}
		}
	}
	if count == 0 {
		return 1
	}
	return sum / float64(count)
}

func plane(m *image.RGBA) []float64 {
	out := make([]float64, 0, len(m.Pix)/4)
	for i := 0; i+3 < len(m.Pix); i += 4 {
		out = append(out, luma(m.Pix[i:i+3]))
	}
	return out
}

func windowSimilarity(x, y []float64, cut []bool, width, left, top, w, h int) (float64, bool) {
	var sx, sy, sxx, syy, sxy float64
	for row := top; row < top+h; row++ {
		for i := row*width + left; i < row*width+left+w; i++ {
			if cut[i] {
				return 0, false
			}
			sx += x[i]
			sy += y[i]
			sxx += x[i] * x[i]
			syy += y[i] * y[i]
			sxy += x[i] * y[i]
		}
	}
	n := float64(w * h)
	mx, my := sx/n, sy/n
	vx, vy, cov := sxx/n-mx*mx, syy/n-my*my, sxy/n-mx*my
	return (2*mx*my + c1) * (2*cov + c2) / ((mx*mx + my*my + c1) * (vx + vy + c2)), true
}
