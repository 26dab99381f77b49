package scenario

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzParse holds that no text makes the reader panic or loop.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.yaml", "testdata/bad/*.yaml", "testdata/matchers.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse("fuzz.yaml", "fuzz", text, testVocabulary())
		if (s == nil) == (err == nil) {
			t.Fatalf("scenario %v, error %v: exactly one is wanted", s, err)
		}
	})
}
