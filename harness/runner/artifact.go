package runner

import (
	"bytes"
	"compress/gzip"
	"fmt"
)

// artifactView is the file under test as scenarios see it.
type artifactView struct {
	// Bytes is its size as it stands, Gzip as a server sends it.
	Bytes int    `json:"bytes"`
	Gzip  int    `json:"gzip"`
	Text  string `json:"text"`
}

func artifactOf(script []byte) (artifactView, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return artifactView{}, fmt.Errorf("weighing the file under test: %w", err)
	}
	if _, err := w.Write(script); err != nil {
		return artifactView{}, fmt.Errorf("weighing the file under test: %w", err)
	}
	if err := w.Close(); err != nil {
		return artifactView{}, fmt.Errorf("weighing the file under test: %w", err)
	}
	return artifactView{Bytes: len(script), Gzip: packed.Len(), Text: string(script)}, nil
}
