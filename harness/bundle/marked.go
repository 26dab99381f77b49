package bundle

import (
	"fmt"
	"os"
	"regexp"

	"github.com/evanw/esbuild/pkg/api"
)

// markedConverter matches, in the Markdown library's module, what follows its classes: an instance of the whole
// converter, made when the module loads, and a function on which everything is hung. A bundler cannot know that nobody
// wants these, and with them it keeps the writer of HTML, which the SDK never uses: it makes elements from tokens.
var markedConverter = regexp.MustCompile(`(?s)\bvar [\w$]+=new [\w$]+;function [\w$]+\([\w$,]*\)\{return [\w$]+\.parse\(.*\bexport\s*\{.*?\b([\w$]+) as Lexer\b.*\}.*$`)

// markedPlugin gives the SDK the lexer of the Markdown library and nothing else, so that the rest can be left out.
func (c *Checkout) markedPlugin() api.Plugin {
	return api.Plugin{Name: "marked", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `[/\\]marked[/\\]lib[/\\]marked\.esm\.js$`, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			source, err := os.ReadFile(args.Path)
			if err != nil {
				return api.OnLoadResult{}, fmt.Errorf("reading the Markdown library: %w", err)
			}
			text, err := lexerOnly(string(source))
			if err != nil {
				return api.OnLoadResult{}, fmt.Errorf("%s: %w", args.Path, err)
			}
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}

// lexerOnly cuts the converter out of the library's module. An error means that the library has another shape than the
// one that package-lock.json names.
func lexerOnly(module string) (string, error) {
	at := markedConverter.FindStringSubmatchIndex(module)
	if at == nil {
		return "", fmt.Errorf("the Markdown library has changed its shape: wanted an instance, a function with everything on it, and an export of Lexer")
	}
	return module[:at[0]] + "export{" + module[at[2]:at[3]] + " as Lexer};\n", nil
}
