//go:build release

package bundle

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// dist is filled by `maoconform bundle --out harness/bundle/dist` before the release binary is compiled.
//
//go:embed all:dist
var dist embed.FS

func embedded() (*Set, bool, error) {
	set := &Set{files: map[string][]byte{}}
	err := fs.WalkDir(dist, "dist", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := dist.ReadFile(path)
		if err != nil {
			return err
		}
		name := strings.TrimPrefix(path, "dist/")
		if name == versionFile {
			set.version = strings.TrimSpace(string(b))
			return nil
		}
		set.files[name] = b
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	if _, ok := set.files[SDK]; !ok {
		return nil, false, fmt.Errorf("this binary was compiled with the tag release but without bundles: use `make build`")
	}
	return set, true, nil
}
