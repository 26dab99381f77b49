package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/maochat/conformance/harness/runner/result"
)

// PictureFolder holds the pictures of failed comparisons, within a report's folder.
const PictureFolder = "pictures"

// putPictures writes the pictures of failures into files and notes their names.
func putPictures(dir string, r *result.Run) error {
	for _, c := range r.Cases {
		for n, o := range c.Outcomes {
			for i := range o.Failures {
				f := &o.Failures[i]
				if f.Pictures == nil {
					continue
				}
				name := strings.NewReplacer("/", "-", " ", "-").Replace(fmt.Sprintf("%s-%d-%d", c.Case.ID, n+1, i+1))
				if err := putOnes(dir, name, f.Pictures); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func putOnes(dir, name string, p *result.Pictures) error {
	if err := os.MkdirAll(filepath.Join(dir, PictureFolder), 0o755); err != nil {
		return fmt.Errorf("making the folder of pictures: %w", err)
	}
	for what, picture := range map[string]*result.Picture{"expected": &p.Expected, "actual": &p.Actual, "difference": &p.Difference} {
		picture.File = PictureFolder + "/" + name + "-" + what + ".png"
		err := writeFile(filepath.Join(dir, filepath.FromSlash(picture.File)), func(w io.Writer) error {
			_, err := w.Write(picture.PNG)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writePictures says what was compared and, once there are files, where to look.
func writePictures(b *strings.Builder, p *result.Pictures) {
	fmt.Fprintf(b, "    pictures: %.3f %% differ, %.1f %% were not compared\n", p.Different*100, p.Cut*100)
	for _, line := range []struct{ what, file string }{
		{"expected", p.Expected.File}, {"actual", p.Actual.File}, {"difference", p.Difference.File},
	} {
		if line.file != "" {
			fmt.Fprintf(b, "      %-11s %s\n", line.what+":", line.file)
		}
	}
}
