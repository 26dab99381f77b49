package oracle

import (
	_ "embed" // for the scripts
	"errors"
	"fmt"
)

var (
	//go:embed js/common.js
	commonJS string
	//go:embed js/dom.js
	domJS string
	//go:embed js/focus.js
	focusJS string
	//go:embed js/fixture.js
	fixtureJS string
	//go:embed js/storage.js
	storageJS string
	//go:embed js/kept.js
	keptJS string
)

// Each file of a reading defines the function read. Wrapped, it becomes the
// function that is called in the page.
var (
	domScript     = wrap(commonJS, domJS)
	focusScript   = wrap(commonJS, focusJS)
	fixtureScript = wrap(fixtureJS)
	storageScript = wrap(storageJS)
	keptScript    = wrap(keptJS)
)

// wrap puts files together into the source of one function of its own scope.
func wrap(files ...string) string {
	source := "function (request) {\n\"use strict\";\n"
	for _, file := range files {
		source += file + "\n"
	}
	return source + "return read(request);\n}"
}

// ErrNotReadable is wrapped by errors about what the page does not offer, such as
// a frame that is not there: the scenario or the page is at fault, not the SDK.
var ErrNotReadable = errors.New("not readable")

// unreadable makes an error of a message from the page.
func unreadable(doing, message string) error {
	return fmt.Errorf("%s: %w: %s", doing, ErrNotReadable, message)
}
