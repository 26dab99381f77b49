package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Share is what one folder of the sources adds to a bundle.
type Share struct {
	// Folder is relative to executor-js, for example "src/page"; "" is what the bundler adds itself.
	Folder string `json:"folder" yaml:"folder"`
	// Raw are the bytes that come from the folder.
	Raw int `json:"raw" yaml:"raw"`
	// Gzip is by how much the compressed bundle would shrink without the folder. The shares do not add up to the
	// whole: what two folders have in common is saved only when both go.
	Gzip int `json:"gzip" yaml:"gzip"`
}

// Shares says what each folder of the sources adds to a bundle, by the bundle's source map, the largest first.
func (s *Set) Shares(name string) ([]Share, error) {
	script, ok := s.files[name]
	if !ok {
		return nil, fmt.Errorf("no bundle is called %s", name)
	}
	var m sourceMap
	if err := json.Unmarshal(s.files[name+".map"], &m); err != nil {
		return nil, fmt.Errorf("reading the source map of %s: %w", name, err)
	}
	parts, err := m.split(script)
	if err != nil {
		return nil, fmt.Errorf("reading the source map of %s: %w", name, err)
	}
	folders := slices.Sorted(maps.Keys(parts))
	without := func(left string) int {
		var rest []byte
		for _, f := range folders {
			if f != left {
				rest = append(rest, parts[f]...)
			}
		}
		return gzipSize(rest)
	}
	whole := without("no folder")
	shares := make([]Share, 0, len(folders))
	for _, f := range folders {
		shares = append(shares, Share{Folder: f, Raw: len(parts[f]), Gzip: whole - without(f)})
	}
	slices.SortStableFunc(shares, func(a, b Share) int { return b.Gzip - a.Gzip })
	return shares, nil
}

// sourceMap is the part of a version 3 source map that says where each stretch of a script comes from.
type sourceMap struct {
	Sources  []string `json:"sources"`
	Mappings string   `json:"mappings"`
}

// split gives the text of a script by the folder that it comes from.
func (m sourceMap) split(script []byte) (map[string][]byte, error) {
	parts := map[string][]byte{}
	lines := bytes.SplitAfter(script, []byte("\n"))
	mapped := strings.Split(m.Mappings, ";")
	folder, source := "", 0
	for i, line := range lines {
		rest, column := line, 0
		if i < len(mapped) && mapped[i] != "" {
			for segment := range strings.SplitSeq(mapped[i], ",") {
				fields, err := decodeVLQ(segment)
				if err != nil {
					return nil, fmt.Errorf("line %d: %w", i+1, err)
				}
				n := bytesOf(rest, fields[0])
				parts[folder] = append(parts[folder], rest[:n]...)
				rest, column = rest[n:], column+fields[0]
				if len(fields) == 1 {
					continue
				}
				if source += fields[1]; source < 0 || source >= len(m.Sources) {
					return nil, fmt.Errorf("line %d, column %d: there is no source %d", i+1, column, source)
				}
				folder = path.Dir(strings.TrimPrefix(m.Sources[source], "../"))
			}
		}
		parts[folder] = append(parts[folder], rest...)
	}
	return parts, nil
}

// bytesOf is how many bytes the first units UTF-16 code units of a text take, at most all of it.
func bytesOf(text []byte, units int) int {
	n := 0
	for units > 0 && n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		n += size
		units--
		if r > 0xffff {
			units--
		}
	}
	return n
}

const vlqDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// decodeVLQ reads one segment of a source map: numbers of five bits a digit, the lowest first, the sign in bit 0.
func decodeVLQ(segment string) ([]int, error) {
	var numbers []int
	value, shift := 0, 0
	for _, c := range segment {
		digit := strings.IndexRune(vlqDigits, c)
		if digit < 0 || shift > 30 {
			return nil, fmt.Errorf("%q is no segment of a source map", segment)
		}
		value |= (digit & 31) << shift
		shift += 5
		if digit&32 != 0 {
			continue
		}
		number := value >> 1
		if value&1 != 0 {
			number = -number
		}
		numbers = append(numbers, number)
		value, shift = 0, 0
	}
	if len(numbers) == 0 || shift != 0 {
		return nil, fmt.Errorf("%q is no segment of a source map", segment)
	}
	return numbers, nil
}
