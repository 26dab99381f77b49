package report

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/maochat/conformance/harness/runner/result"
)

// Names of the files in a report's folder.
const (
	JSONFile  = "report.json"
	JUnitFile = "junit.xml"
)

// Write puts the report of a run into a folder, which it makes if need be.
// Each file appears whole or not at all.
func Write(dir string, r *result.Run) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the report folder: %w", err)
	}
	if err := putPictures(dir, r); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(dir, JSONFile), func(w io.Writer) error { return JSON(w, r) }); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, JUnitFile), func(w io.Writer) error { return JUnit(w, r) })
}

// JSON writes a run as report.json holds it.
func JSON(w io.Writer, r *result.Run) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("writing the report as JSON: %w", err)
	}
	return nil
}

func writeFile(name string, write func(io.Writer) error) error {
	temporary, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	defer os.Remove(temporary.Name()) //nolint:errcheck // gone after the rename
	if err := write(temporary); err != nil {
		temporary.Close() //nolint:errcheck // the first error counts
		return fmt.Errorf("writing %s: %w", name, err)
	}
	if err := temporary.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	if err := os.Chmod(temporary.Name(), 0o644); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	if err := os.Rename(temporary.Name(), name); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
