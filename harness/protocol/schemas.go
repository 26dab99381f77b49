package protocol

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed schemas
var schemaFiles embed.FS

// SchemaFiles gives the JSON Schemas: shared definitions at the root, one file per frame type below from-sdk and
// to-sdk.
func SchemaFiles() fs.FS {
	files, err := fs.Sub(schemaFiles, "schemas")
	if err != nil {
		panic(fmt.Sprintf("protocol: the embedded schemas: %v", err)) // the name is a constant
	}
	return files
}

const (
	schemaSuffix = ".schema.json"
	// schemaBase makes absolute URLs of the file names, so that references between the files resolve. Nothing is
	// ever fetched from it.
	schemaBase = "schema:///"
)

// catalogue is the compiled form of the schemas.
type catalogue struct {
	// frames finds the schema of a frame by direction and type.
	frames map[Direction]map[string]*jsonschema.Schema
	// at finds any schema by its location, to explain errors.
	at map[string]*jsonschema.Schema
}

// compiled compiles the schemas once. They are part of the program: that they do not compile is a bug that the
// first test finds, so it panics.
var compiled = sync.OnceValue(func() *catalogue {
	c, err := compile(SchemaFiles())
	if err != nil {
		panic(fmt.Sprintf("protocol: %v", err))
	}
	return c
})

func compile(files fs.FS) (*catalogue, error) {
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(noLoader{})
	var names []string
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, schemaSuffix) {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			return fmt.Errorf("schema %s: %w", name, err)
		}
		names = append(names, name)
		return compiler.AddResource(schemaBase+name, document)
	})
	if err != nil {
		return nil, fmt.Errorf("reading the schemas: %w", err)
	}

	c := &catalogue{
		frames: map[Direction]map[string]*jsonschema.Schema{FromSDK: {}, ToSDK: {}},
		at:     map[string]*jsonschema.Schema{},
	}
	for _, name := range names {
		schema, err := compiler.Compile(schemaBase + name)
		if err != nil {
			return nil, fmt.Errorf("compiling schema %s: %w", name, err)
		}
		c.index(schema)
		frameType := strings.TrimSuffix(path.Base(name), schemaSuffix)
		for _, direction := range []Direction{FromSDK, ToSDK} {
			if path.Dir(name) == direction.String() {
				c.frames[direction][frameType] = schema
			}
		}
	}
	return c, nil
}

// index records a schema and every schema it leads to by location.
func (c *catalogue) index(schema *jsonschema.Schema) {
	if schema == nil || c.at[schema.Location] != nil {
		return
	}
	c.at[schema.Location] = schema
	c.index(schema.Ref)
	for _, property := range schema.Properties {
		c.index(property)
	}
	c.index(schema.Items2020)
	for _, list := range [][]*jsonschema.Schema{schema.AllOf, schema.OneOf} {
		for _, part := range list {
			c.index(part)
		}
	}
	for _, part := range []*jsonschema.Schema{schema.If, schema.Then, schema.Else} {
		c.index(part)
	}
}

// noLoader keeps the compiler from looking for schemas anywhere else.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, errors.New("no schema of this package: " + url)
}
