package sdk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"
)

// maxArtifact bounds an SDK file, in bytes. The released one has a budget of
// 200 kB compressed.
const maxArtifact = 32 << 20

// downloadBound is how long an SDK given by address may take to arrive.
const downloadBound = 30 * time.Second

// An Artifact is the SDK under test: the script that pages load.
type Artifact struct {
	// Source says where it comes from: a path, an address, or a word such as
	// "reference bundle".
	Source string
	// Script is its text.
	Script []byte
	// SourceMap is the source map beside it, or nil.
	SourceMap []byte
}

// Digest returns the SHA-256 of the script in hexadecimal, to name it in reports.
func (a *Artifact) Digest() string {
	sum := sha256.Sum256(a.Script)
	return hex.EncodeToString(sum[:])
}

// An ArtifactError says why a file cannot be put under test.
type ArtifactError struct {
	// Source is the path or address that was given.
	Source string
	// Line and Column (from 1) are set for a syntax error.
	Line, Column int
	// Text is the offending line of a syntax error, shortened.
	Text string
	// Problem says what is wrong.
	Problem string
	// Hint says what to do, or is empty.
	Hint string
}

// Error satisfies the error interface.
func (e *ArtifactError) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "%s:%d:%d: %s", e.Source, e.Line, e.Column, e.Problem)
	} else {
		fmt.Fprintf(&b, "the SDK file %s: %s", e.Source, e.Problem)
	}
	if e.Hint != "" {
		fmt.Fprintf(&b, "; %s", e.Hint)
	}
	if e.Text != "" {
		fmt.Fprintf(&b, "\n    %s", e.Text)
	}
	return b.String()
}

// Fetch reads an SDK from a path or an http(s) address and checks that it is a
// script that a page can load. What is wrong with it is an *[ArtifactError].
func Fetch(ctx context.Context, pathOrURL string) (*Artifact, error) {
	a := &Artifact{Source: pathOrURL}
	var err error
	if strings.HasPrefix(pathOrURL, "http://") || strings.HasPrefix(pathOrURL, "https://") {
		a.Script, err = download(ctx, pathOrURL)
	} else {
		a.Script, a.SourceMap, err = readFiles(pathOrURL)
	}
	if err != nil {
		return nil, err
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	return a, nil
}

// Built returns an artifact that was built here. source names it in reports.
func Built(source string, script, sourceMap []byte) *Artifact {
	return &Artifact{Source: source, Script: script, SourceMap: sourceMap}
}

// readFiles reads a script and the source map beside it.
func readFiles(path string) (script, sourceMap []byte, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, &ArtifactError{Source: path, Problem: "there is no such file"}
	case err != nil:
		return nil, nil, &ArtifactError{Source: path, Problem: err.Error()}
	case info.IsDir():
		return nil, nil, &ArtifactError{Source: path, Problem: "it is a directory", Hint: "give the script itself, for example " + path + "/mao-chat.js"}
	case !info.Mode().IsRegular():
		return nil, nil, &ArtifactError{Source: path, Problem: "it is not a regular file"}
	case info.Size() > maxArtifact:
		return nil, nil, tooLarge(path)
	}
	script, err = os.ReadFile(path)
	if err != nil {
		return nil, nil, &ArtifactError{Source: path, Problem: err.Error()}
	}
	// A source map is a convenience; without it positions are those of the bundle.
	if info, err := os.Stat(path + ".map"); err == nil && info.Mode().IsRegular() && info.Size() <= maxArtifact {
		sourceMap, _ = os.ReadFile(path + ".map")
	}
	return script, sourceMap, nil
}

// download reads a script from a web server.
func download(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, downloadBound)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, &ArtifactError{Source: url, Problem: err.Error()}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, &ArtifactError{Source: url, Problem: "cannot be fetched: " + err.Error()}
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, &ArtifactError{Source: url, Problem: "the server answers " + res.Status}
	}
	if kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type")); err == nil && kind == "text/html" {
		return nil, &ArtifactError{Source: url, Problem: "the server sends an HTML page", Hint: "give the address of the script itself"}
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxArtifact+1))
	switch {
	case err != nil:
		return nil, &ArtifactError{Source: url, Problem: "the transfer broke off: " + err.Error()}
	case len(body) > maxArtifact:
		return nil, tooLarge(url)
	}
	return body, nil
}

func tooLarge(source string) *ArtifactError {
	return &ArtifactError{Source: source, Problem: fmt.Sprintf("it is larger than %d MB", maxArtifact>>20)}
}
