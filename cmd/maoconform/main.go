// Command maoconform drives an Embed SDK through real pages in real Chromium
// and says whether it keeps its specification.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/runner/result"
)

const exitsMeaning = `Exit codes: 0 good; 1 conformance failure or stale expectation;
2 usage error, load error or nothing selected; 3 harness or browser error.`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
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

// execute runs the command line and gives the exit code.
func execute(ctx context.Context, args []string, out, errs io.Writer) int {
	root := &cobra.Command{
		Use:           "maoconform",
		Short:         "Check that an Embed SDK keeps its specification",
		Long:          "Check that an Embed SDK keeps its specification, by real pages in real Chromium.\n\n" + exitsMeaning,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(runCommand(), listCommand(), showCommand(), lintCommand(), doctorCommand(), benchCommand(), chaosCommand(), serveCommand(), soakCommand(), bundleCommand(), versionCommand())
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return result.ExitGood
	}
	// What the command line library complains about is usage; everything else
	// says its own code.
	exit := &exitError{code: result.ExitUsage, err: err}
	errors.As(err, &exit)
	if exit.err != nil {
		fmt.Fprintf(errs, "maoconform: %v\n", exit.err)
	}
	return exit.code
}
