package dialect

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/maochat/conformance/harness/protocol"
)

//go:embed schemas/*.schema.json
var schemaFiles embed.FS

// schemaBase makes absolute addresses of the schemas' file names. Nothing is
// ever fetched from it.
const schemaBase = "schema:///released/"

// releasedFrames are the page-tool frames of this dialect by direction. All
// other frames are the same in both dialects.
var releasedFrames = map[protocol.Direction][]string{
	protocol.ToSDK:   {protocol.TypePageToolRequest, protocol.TypePageToolCancel},
	protocol.FromSDK: {protocol.TypePageToolResult},
}

// seedOnlyFrames are the frames that this dialect does not have.
var seedOnlyFrames = []string{protocol.TypePageToolStatus, protocol.TypePageAudit}

// releasedSchemas compiles the schemas once. They are part of the program: that
// they do not compile is a bug, which the first test finds.
var releasedSchemas = sync.OnceValue(func() map[string]*jsonschema.Schema {
	schemas, err := compileSchemas()
	if err != nil {
		panic(fmt.Sprintf("dialect: %v", err))
	}
	return schemas
})

func compileSchemas() (map[string]*jsonschema.Schema, error) {
	files, err := schemaFiles.ReadDir("schemas")
	if err != nil {
		return nil, fmt.Errorf("read the schemas: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	for _, file := range files {
		text, err := schemaFiles.ReadFile(path.Join("schemas", file.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the schemas: %w", err)
		}
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			return nil, fmt.Errorf("read schema %s: %w", file.Name(), err)
		}
		if err := compiler.AddResource(schemaBase+file.Name(), document); err != nil {
			return nil, fmt.Errorf("add schema %s: %w", file.Name(), err)
		}
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, kinds := range releasedFrames {
		for _, kind := range kinds {
			if schemas[kind], err = compiler.Compile(schemaBase + kind + ".schema.json"); err != nil {
				return nil, fmt.Errorf("compile the schema of %s: %w", kind, err)
			}
		}
	}
	return schemas, nil
}

// Validate implements [Codec]. Frames that have nothing to do with page tools
// are checked against the contract's own schemas.
func (c *released) Validate(dir protocol.Direction, frame []byte) error {
	kind, err := protocol.FrameType(frame)
	if err != nil {
		return err
	}
	if slices.Contains(seedOnlyFrames, kind) {
		return &protocol.FrameError{
			Type: kind, Pointer: "/type", Wanted: "a frame of the released dialect", Found: fmt.Sprintf("%q", kind),
		}
	}
	if !slices.Contains(releasedFrames[dir], kind) {
		return protocol.Validate(dir, frame)
	}
	var value any
	if err := json.Unmarshal(frame, &value); err != nil {
		return fmt.Errorf("decode %s: %w", kind, err)
	}
	err = releasedSchemas()[kind].Validate(value)
	var invalid *jsonschema.ValidationError
	if errors.As(err, &invalid) {
		return explain(kind, invalid)
	}
	return err
}

// explain turns the tree of what is wrong into its outermost part.
func explain(kind string, invalid *jsonschema.ValidationError) error {
	leaves := leavesOf(invalid)
	first := slices.MinFunc(leaves, func(a, b *jsonschema.ValidationError) int {
		return len(a.InstanceLocation) - len(b.InstanceLocation)
	})
	return &protocol.FrameError{
		Type:    kind,
		Pointer: pointerOf(first.InstanceLocation),
		Wanted:  "a frame of the released dialect",
		Found:   first.ErrorKind.LocalizedString(message.NewPrinter(language.English)),
		More:    len(leaves) - 1,
	}
}

func leavesOf(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var leaves []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		leaves = append(leaves, leavesOf(cause)...)
	}
	return leaves
}

// pointerOf writes a JSON pointer.
func pointerOf(location []string) string {
	var b strings.Builder
	for _, part := range location {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(part))
	}
	return b.String()
}
