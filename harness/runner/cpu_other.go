//go:build !linux

package runner

import "time"

// processTime is not told here: the browser's processes cannot be summed up.
func processTime() time.Duration { return 0 }
