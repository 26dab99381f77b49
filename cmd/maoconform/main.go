// Command maoconform drives an Embed SDK through real pages in real Chromium
// and says whether it keeps its specification.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// Exit codes. Never a count.
const (
	exitGood     = 0
	exitFailed   = 1 // a conformance failure or a stale expectation
	exitUsage    = 2 // a usage or load error, or nothing selected
	exitBroken   = 3 // an error of the harness or the browser
	exitsMeaning = `Exit codes: 0 good; 1 conformance failure or stale expectation;
2 usage error, load error or nothing selected; 3 harness or browser error.`
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// exitError is an error that says with which code to end.
type exitError struct {
	code int
	err  error // nil when everything has been said
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

func run(ctx context.Context, args []string) int {
	root := &cobra.Command{
		Use:           "maoconform",
		Short:         "Check that an Embed SDK keeps its specification",
		Long:          "Check that an Embed SDK keeps its specification, by real pages in real Chromium.\n\n" + exitsMeaning,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(lintCommand())
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitGood
	}
	// What cobra itself complains about is usage; everything else says its code.
	exit := &exitError{code: exitUsage, err: err}
	errors.As(err, &exit)
	if exit.err != nil {
		fmt.Fprintf(root.ErrOrStderr(), "maoconform: %v\n", exit.err)
	}
	return exit.code
}
