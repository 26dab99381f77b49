package protocol

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestArgumentsSchemasStandAlone(t *testing.T) {
	for _, tool := range Tools {
		t.Run(string(tool), func(t *testing.T) {
			assert.NotEmpty(t, tool.Describe())
			schema, err := tool.ArgumentsSchema()
			require.NoError(t, err)
			raw, err := json.Marshal(schema)
			require.NoError(t, err)
			for _, word := range []string{`"$ref"`, `"if"`, `"then"`, `"allOf"`, `"tsType"`, `"selector"`, `"xpath"`} {
				assert.NotContains(t, strings.ToLower(string(raw)), word)
			}
			properties := schema["properties"].(map[string]any)
			assert.NotContains(t, properties, "action", "the tool says it")
			_, batch := properties["actions"]
			assert.NotEqual(t, tool.Action().Observes(), batch, "what acts can be batched")

			document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw)))
			require.NoError(t, err)
			compiler := jsonschema.NewCompiler()
			require.NoError(t, compiler.AddResource("tool.json", document))
			_, err = compiler.Compile("tool.json")
			require.NoError(t, err)
		})
	}
	_, err := Tool("page_fly").ArgumentsSchema()
	assert.ErrorContains(t, err, "no such tool")
}
