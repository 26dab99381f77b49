// Package bundle turns the TypeScript sources of this repository into the files that pages load: the reference
// SDK (mao-chat.js), the bare page executor (page-executor.js) and the fixtures' framework bundles.
//
// In a checkout the bundles are built by esbuild's Go API from the sources, and again whenever a source changed;
// results are kept in .cache/bundle under a key made of everything that went in. A binary built with the tag
// "release" carries the bundles in itself and needs neither the sources nor Node.
package bundle

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Names of the SDK's artifacts in a Set.
const (
	// SDK is the script that a business page adds: an IIFE with the global MaoChat.
	SDK = "mao-chat.js"
	// SDKModule is the same as an ES module.
	SDKModule = "mao-chat.esm.js"
	// Executor is the bare page executor over any transport, with the global MaoPageExecutor.
	Executor = "page-executor.js"
)

// Set is an immutable collection of built files by name. SDK artifacts stand at the top ("mao-chat.js",
// "mao-chat.js.map"), fixture bundles below "fixtures/" ("fixtures/order-form/react.js").
type Set struct {
	version string
	files   map[string][]byte
}

// Version is the version of the SDK's package, as in the versioned artifact names.
func (s *Set) Version() string { return s.version }

// File returns the content of one file; the caller must not change it.
func (s *Set) File(name string) ([]byte, bool) {
	b, ok := s.files[name]
	return b, ok
}

// Names lists all files, sorted.
func (s *Set) Names() []string { return slices.Sorted(maps.Keys(s.files)) }

// Size is what one file weighs, in bytes.
type Size struct {
	Name string `json:"name"`
	Raw  int    `json:"raw"`
	Gzip int    `json:"gzip"`
}

// Sizes measures the scripts and style sheets of the set (not the source maps), sorted by name. Gzip is at the
// best level, as a release is served.
func (s *Set) Sizes() []Size {
	var out []Size
	for _, name := range s.Names() {
		if strings.HasSuffix(name, ".map") {
			continue
		}
		out = append(out, Size{Name: name, Raw: len(s.files[name]), Gzip: gzipSize(s.files[name])})
	}
	return out
}

func gzipSize(b []byte) int {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil { // only for a level that does not exist
		panic(err)
	}
	if _, err := w.Write(b); err != nil {
		panic(err) // a bytes.Buffer does not fail
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return buf.Len()
}

// Load gives every bundle: the embedded ones in a release binary, else those of the checkout that the working
// directory lies in, rebuilt where a source changed. Errors: *CheckoutError when there is no checkout or its
// packages are not installed, *BuildError when a source does not build.
func Load(ctx context.Context) (*Set, error) {
	if set, ok, err := embedded(); err != nil {
		return nil, fmt.Errorf("reading the embedded bundles: %w", err)
	} else if ok {
		return set, nil
	}
	src, err := FindCheckout(".")
	if err != nil {
		return nil, err
	}
	return src.Build(ctx)
}

// merge returns a set with the files of all given sets; the version is the first one's.
func merge(sets ...*Set) *Set {
	out := &Set{files: map[string][]byte{}}
	for _, s := range sets {
		if out.version == "" {
			out.version = s.version
		}
		maps.Copy(out.files, s.files)
	}
	return out
}
