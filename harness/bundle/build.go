package bundle

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// optionsVersion goes into every cache key: raise it when the options below change.
const optionsVersion = "7"

// Build gives every bundle of the checkout.
func (c *Checkout) Build(ctx context.Context) (*Set, error) {
	sdk, err := c.BuildSDK(ctx, nil)
	if err != nil {
		return nil, err
	}
	fixtures, err := c.BuildFixtures(ctx)
	if err != nil {
		return nil, err
	}
	return merge(sdk, fixtures), nil
}

// BuildSDK builds the reference SDK, whole or with a fault in its source. A mutated build is not cached
// and holds only SDK and its source map.
func (c *Checkout) BuildSDK(ctx context.Context, m *Mutation) (*Set, error) {
	if err := c.requirePackages("executor-js"); err != nil {
		return nil, err
	}
	if m != nil {
		files, err := c.runSDK(ctx, []sdkOutput{{SDK, "src/index.ts", api.FormatIIFE, "MaoChat"}}, m)
		if err != nil {
			return nil, err
		}
		whole, err := c.BuildSDK(ctx, nil)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(whole.files[SDK], files[SDK]) {
			return nil, &MutationError{ID: m.ID, Problem: "the bundle with it is the same as without it"}
		}
		return &Set{version: c.version, files: files}, nil
	}
	key, err := c.sourceKey(optionsVersion+"\x00"+c.version, "executor-js/src", "executor-js/package-lock.json")
	if err != nil {
		return nil, err
	}
	files, err := c.cached("sdk", key, func() (map[string][]byte, error) {
		files, err := c.runSDK(ctx, []sdkOutput{
			{SDK, "src/index.ts", api.FormatIIFE, "MaoChat"},
			{SDKModule, "src/index.ts", api.FormatESModule, ""},
			{Executor, "src/executor.ts", api.FormatIIFE, "MaoPageExecutor"},
		}, nil)
		if err != nil {
			return nil, err
		}
		for _, name := range []string{SDK, SDKModule} {
			files[c.versioned(name)] = files[name]
		}
		return files, nil
	})
	if err != nil {
		return nil, err
	}
	return &Set{version: c.version, files: files}, nil
}

// BuildExecutor builds the bare page executor with a fault in its source.
func (c *Checkout) BuildExecutor(ctx context.Context, m Mutation) ([]byte, error) {
	whole, err := c.BuildSDK(ctx, nil)
	if err != nil {
		return nil, err
	}
	files, err := c.runSDK(ctx, []sdkOutput{{Executor, "src/executor.ts", api.FormatIIFE, "MaoPageExecutor"}}, &m)
	if err != nil {
		return nil, err
	}
	if bytes.Equal(whole.files[Executor], files[Executor]) {
		return nil, &MutationError{ID: m.ID, Problem: "the executor with it is the same as without it"}
	}
	return files[Executor], nil
}

// versioned is the name under which a release can be pinned: mao-chat.v1.2.3.js, mao-chat.esm.v1.2.3.js.
func (c *Checkout) versioned(name string) string {
	return strings.TrimSuffix(name, ".js") + ".v" + c.version + ".js"
}

type sdkOutput struct {
	name   string
	entry  string
	format api.Format
	global string
}

func (c *Checkout) runSDK(ctx context.Context, outputs []sdkOutput, m *Mutation) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, o := range outputs {
		applied := &mutationState{}
		options := c.options("executor-js")
		options.EntryPoints = []string{o.entry}
		options.Outfile = o.name
		options.Format = o.format
		options.GlobalName = o.global
		options.Plugins = []api.Plugin{c.stylesPlugin(ctx), c.markedPlugin()}
		options.Define["__MAO_VERSION__"] = fmt.Sprintf("%q", c.version)
		options.Define["__VUE_OPTIONS_API__"] = "false"
		// Vue makes a Trusted Types policy when it loads, which the SDK never uses and which a page may forbid.
		options.Define["window.trustedTypes"] = "undefined"
		// Its package holds the source in modern syntax too, which weighs less than what is made of it for old browsers.
		options.Alias = map[string]string{"dompurify": "./node_modules/dompurify/src/purify.ts"}
		options.Define["VERSION"] = `""` // of that source; nobody reads it
		if m != nil {
			options.Plugins = append([]api.Plugin{c.mutationPlugin(*m, applied)}, options.Plugins...)
		}
		built, err := run(ctx, "the SDK "+o.name, options)
		if m != nil && applied.err != nil {
			return nil, applied.err
		}
		if err != nil {
			return nil, err
		}
		if m != nil {
			if err := applied.problem(*m, o.name); err != nil {
				return nil, err
			}
		}
		for name, b := range built {
			files[name] = b
		}
	}
	return files, nil
}

// BuildFixtures builds the framework bundles of the fixtures: fixtures/<fixture>/<variant>.js and, where the
// entry imports style sheets, a .css beside it.
func (c *Checkout) BuildFixtures(ctx context.Context) (*Set, error) {
	entries, err := c.fixtureEntries()
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return &Set{version: c.version, files: map[string][]byte{}}, nil
	}
	if err := c.requirePackages("fixtures"); err != nil {
		return nil, err
	}
	key, err := c.sourceKey(optionsVersion, "fixtures/src", "fixtures/package-lock.json")
	if err != nil {
		return nil, err
	}
	files, err := c.cached("fixtures", key, func() (map[string][]byte, error) {
		options := c.options("fixtures")
		options.EntryPoints = entries
		options.Outbase = "src"
		options.Outdir = "fixtures"
		options.Format = api.FormatIIFE
		options.Sourcemap = api.SourceMapNone // the libraries' maps are large and nobody debugs them here
		options.Loader = map[string]api.Loader{".woff2": api.LoaderDataURL, ".woff": api.LoaderDataURL, ".svg": api.LoaderDataURL, ".png": api.LoaderDataURL}
		return run(ctx, "the fixtures", options)
	})
	if err != nil {
		return nil, err
	}
	return &Set{version: c.version, files: files}, nil
}

// options are what all bundles share: one modern target, production builds of the frameworks, and outputs kept
// in memory with names relative to the folder.
func (c *Checkout) options(folder string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:     filepath.Join(c.Root, folder),
		Bundle:            true,
		Write:             false,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone,
		Target:            api.ES2022,
		Platform:          api.PlatformBrowser,
		MainFields:        []string{"module", "browser", "main"},
		Sourcemap:         api.SourceMapLinked,
		SourcesContent:    api.SourcesContentInclude,
		JSX:               api.JSXAutomatic,
		Charset:           api.CharsetUTF8,
		Define: map[string]string{
			"process.env.NODE_ENV":                    `"production"`,
			"__VUE_OPTIONS_API__":                     "true",
			"__VUE_PROD_DEVTOOLS__":                   "false",
			"__VUE_PROD_HYDRATION_MISMATCH_DETAILS__": "false",
		},
		LogLevel: api.LogLevelSilent,
	}
}

// run builds and returns the outputs by their names relative to the working folder. It ends early when ctx does.
func run(ctx context.Context, what string, options api.BuildOptions) (map[string][]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("building %s: %w", what, err)
	}
	build, failed := api.Context(options)
	if failed != nil {
		return nil, newBuildError(what, options.AbsWorkingDir, failed.Errors)
	}
	defer build.Dispose()
	stop := context.AfterFunc(ctx, build.Cancel)
	defer stop()
	result := build.Rebuild()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("building %s: %w", what, err)
	}
	if len(result.Errors) > 0 {
		return nil, newBuildError(what, options.AbsWorkingDir, result.Errors)
	}
	files := make(map[string][]byte, len(result.OutputFiles))
	for _, f := range result.OutputFiles {
		rel, err := filepath.Rel(options.AbsWorkingDir, f.Path)
		if err != nil {
			return nil, fmt.Errorf("building %s: %w", what, err)
		}
		files[filepath.ToSlash(rel)] = f.Contents
	}
	return files, nil
}
