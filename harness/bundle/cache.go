package bundle

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// versionFile stands beside the files of a cached or distributed set and holds the SDK's version.
const versionFile = "VERSION"

// keep is how many builds of each group stay in the cache: enough to go back and forth between two branches.
const keep = 4

// cached returns the files stored under the group's key, or makes and stores them. Two processes that build the
// same key at once both succeed: the folder appears whole, by rename.
func (c *Checkout) cached(group, key string, build func() (map[string][]byte, error)) (map[string][]byte, error) {
	base := filepath.Join(c.Root, ".cache", "bundle", group)
	dir := filepath.Join(base, key)
	if files, err := readTree(dir); err == nil {
		now := time.Now()
		_ = os.Chtimes(dir, now, now) // a miss only makes the entry look older
		return files, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading cached bundles: %w", err)
	}
	files, err := build()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(base, 0o755); err != nil {
		return nil, fmt.Errorf("making the bundle cache: %w", err)
	}
	tmp, err := os.MkdirTemp(base, "tmp-")
	if err != nil {
		return nil, fmt.Errorf("making the bundle cache: %w", err)
	}
	defer func() { _ = os.RemoveAll(tmp) }()
	if err := WriteTree(tmp, files); err != nil {
		return nil, err
	}
	if err := os.Rename(tmp, dir); err != nil {
		if _, statErr := os.Stat(dir); statErr != nil {
			return nil, fmt.Errorf("storing bundles in the cache: %w", err)
		}
	}
	prune(base)
	return files, nil
}

// prune removes all but the newest entries, and folders that a killed build left behind.
func prune(base string) {
	entries, err := os.ReadDir(base)
	if err != nil {
		return
	}
	type aged struct {
		name string
		at   time.Time
	}
	var sets []aged
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue
		}
		if strings.HasPrefix(e.Name(), "tmp-") {
			if time.Since(info.ModTime()) > time.Hour {
				_ = os.RemoveAll(filepath.Join(base, e.Name()))
			}
			continue
		}
		sets = append(sets, aged{e.Name(), info.ModTime()})
	}
	slices.SortFunc(sets, func(a, b aged) int { return b.at.Compare(a.at) })
	for _, s := range sets[min(keep, len(sets)):] {
		_ = os.RemoveAll(filepath.Join(base, s.name))
	}
}

// sourceKey hashes what goes into a group's build: the given files and folders (recursively) and the options.
func (c *Checkout) sourceKey(options string, paths ...string) (string, error) {
	h := sha256.New()
	_, _ = io.WriteString(h, options)
	for _, p := range paths {
		root := filepath.Join(c.Root, filepath.FromSlash(p))
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if d.Name() == "node_modules" {
					return filepath.SkipDir
				}
				return nil
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(c.Root, path)
			if err != nil {
				return err
			}
			_, _ = fmt.Fprintf(h, "\x00%s\x00%d\x00", filepath.ToSlash(rel), len(b))
			_, _ = h.Write(b)
			return nil
		})
		if err != nil {
			return "", fmt.Errorf("hashing the sources: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:24], nil
}

func readTree(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(rel)] = b
		return nil
	})
	return files, err
}

// WriteTree writes files by their slash-separated names below dir.
func WriteTree(dir string, files map[string][]byte) error {
	for name, b := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("writing bundles: %w", err)
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			return fmt.Errorf("writing bundles: %w", err)
		}
	}
	return nil
}

// WriteDist writes the whole set below dir, replacing what an earlier build left there, in the form that a
// release binary embeds.
func (s *Set) WriteDist(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clearing %s: %w", dir, err)
	}
	for _, e := range entries {
		if e.Name() == ".gitkeep" {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("clearing %s: %w", dir, err)
		}
	}
	if err := WriteTree(dir, s.files); err != nil {
		return err
	}
	return WriteTree(dir, map[string][]byte{versionFile: []byte(s.version + "\n")})
}
