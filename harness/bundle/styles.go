package bundle

import (
	"context"
	"fmt"
	"os"

	"github.com/evanw/esbuild/pkg/api"
)

// stylesPlugin gives style sheets to the scripts that import them as text, without what only people read.
func (c *Checkout) stylesPlugin(ctx context.Context) api.Plugin {
	return api.Plugin{Name: "styles", Setup: func(build api.PluginBuild) {
		build.OnLoad(api.OnLoadOptions{Filter: `\.css$`, Namespace: "file"}, func(args api.OnLoadArgs) (api.OnLoadResult, error) {
			if err := ctx.Err(); err != nil {
				return api.OnLoadResult{}, err
			}
			sheet, err := os.ReadFile(args.Path)
			if err != nil {
				return api.OnLoadResult{}, fmt.Errorf("reading a style sheet: %w", err)
			}
			small := api.Transform(string(sheet), api.TransformOptions{
				Loader: api.LoaderCSS, Sourcefile: args.Path, LogLevel: api.LogLevelSilent, LegalComments: api.LegalCommentsNone,
				Charset: api.CharsetUTF8, MinifyWhitespace: true, MinifySyntax: true,
			})
			if len(small.Errors) > 0 {
				return api.OnLoadResult{Errors: small.Errors}, nil
			}
			text := string(small.Code)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderText, Warnings: small.Warnings}, nil
		})
	}}
}
