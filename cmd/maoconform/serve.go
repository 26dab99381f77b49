package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/backend"
	"github.com/maochat/conformance/harness/backend/agent"
	"github.com/maochat/conformance/harness/backend/store"
	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/demo"
	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/runner/result"
)

// keyVariable holds the key of the model's endpoint. It is no flag, for the
// command line is seen by every user of the machine.
const keyVariable = "OPENAI_API_KEY"

// serveEnd is how long the demonstration may take to end.
const serveEnd = 5 * time.Second

// serveFlags are the flags of maoconform serve.
type serveFlags struct {
	listen, sdk, variant, db string
	model                    agent.Options
	quiet                    bool
}

func serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve a page with the SDK and an agent, to try them",
		Long: "Serve the order form with the SDK in it and an agent behind it, until interrupted.\n" +
			"Without --model the agent is a script that fills in the form when asked to; with it, that\n" +
			"model is asked at an endpoint that speaks OpenAI's chat completions. The key of the endpoint\n" +
			"is taken from the environment variable " + keyVariable + ".",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.listen, "listen", "127.0.0.1:8740", "loopback address to serve at")
	flags.StringVar(&f.sdk, "sdk", "", "path or address of the SDK to try (default: the reference SDK)")
	flags.StringVar(&f.variant, "variant", "html", "how the page is built: html, react, vue, antd, element-plus")
	flags.StringVar(&f.db, "db", store.InMemory, "SQLite file to keep conversations in (default: they end with the program)")
	flags.StringVar(&f.model.BaseURL, "openai-base-url", "https://api.openai.com/v1", "address of the model's endpoint")
	flags.StringVar(&f.model.Model, "model", "", "model to ask (default: none, a script answers)")
	flags.BoolVar(&f.model.Vision, "vision", false, "the model understands pictures")
	flags.BoolVar(&f.quiet, "quiet", false, "do not print the frames")
	return cmd
}

func (f *serveFlags) run(cmd *cobra.Command) (err error) {
	ctx := cmd.Context()
	address, err := net.ResolveTCPAddr("tcp", f.listen)
	if err != nil || !address.IP.IsLoopback() {
		return &exitError{result.ExitUsage, fmt.Errorf("--listen %s: not a loopback address; whoever reaches the demonstration may talk to its agent", f.listen)}
	}
	bundles, err := bundle.Load(ctx)
	if err != nil {
		return &exitError{result.ExitBroken, err}
	}
	subject, err := runner.OpenSubject(ctx, f.sdk, "", bundles)
	if err != nil {
		return &exitError{result.ExitUsage, err}
	}
	o := demo.Options{SDK: subject.Artifact.Script, Bundles: bundles, Variant: f.variant}
	if f.model.Model != "" {
		f.model.APIKey = os.Getenv(keyVariable)
		if o.Agent, err = agent.NewOpenAI(f.model); err != nil {
			return &exitError{result.ExitUsage, err}
		}
	}
	kept, err := store.Open(ctx, f.db)
	if err != nil {
		return &exitError{result.ExitUsage, err}
	}
	defer func() { err = joined(err, kept.Close()) }()
	if o.Sessions, err = kept.Sessions(ctx); err != nil {
		return &exitError{result.ExitBroken, err}
	}
	o.OnChange = kept.Keep
	if !f.quiet {
		o.Trace = func(e backend.TraceEvent) { fmt.Fprintln(cmd.ErrOrStderr(), traceLine(e)) }
	}
	d, err := demo.New(o)
	if err != nil {
		return &exitError{result.ExitUsage, err}
	}
	return f.serve(ctx, cmd, d)
}

// joined adds an error of the end to what happened before.
func joined(err, end error) error {
	if end == nil {
		return err
	}
	return &exitError{result.ExitBroken, errors.Join(err, end)}
}

// traceLine is a line about what crossed the wire; it holds no content.
func traceLine(e backend.TraceEvent) string {
	line := fmt.Sprintf("%s %-5s", e.At.Format("15:04:05.000"), e.Kind)
	if e.Kind == backend.KindFrame {
		line += fmt.Sprintf(" %s %s %d bytes", e.Dir, e.Type, e.Size)
	}
	if e.Note != "" {
		line += " " + e.Note
	}
	if e.Violation != "" {
		line += " BREAKS THE PROTOCOL: " + e.Violation
	}
	return line
}

// serve serves until ctx ends.
func (f *serveFlags) serve(ctx context.Context, cmd *cobra.Command, d *demo.Demo) error {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", f.listen)
	if err != nil {
		return &exitError{result.ExitUsage, fmt.Errorf("serving the demonstration: %w", err)}
	}
	server := &http.Server{Handler: d, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	fmt.Fprintf(cmd.OutOrStdout(), "http://%s/\n", listener.Addr())
	var failed error
	select {
	case <-ctx.Done():
	case failed = <-served:
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), serveEnd)
	defer cancel()
	failed = errors.Join(failed, d.Close(ending), server.Close())
	if failed != nil && !errors.Is(failed, http.ErrServerClosed) {
		return &exitError{result.ExitBroken, failed}
	}
	return nil
}
