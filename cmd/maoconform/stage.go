package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/backend/trail"
	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/runner/result"
)

// stageFlags say what is tested and in what.
type stageFlags struct {
	sdk, profile string
	listen       string
	parallel     int
	audit        string
	browser      chrome.Options

	trail *trail.Trail
}

func (f *stageFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.sdk, "sdk", "", "path or address of the SDK under test (default: the reference SDK)")
	flags.StringVar(&f.profile, "profile", "", "profile of the SDK: a name or a file (default: reference)")
	flags.StringVar(&f.browser.Path, "chrome", "", "Chrome or Chromium to use (default: $CHROME, else what is installed)")
	flags.BoolVar(&f.browser.Headed, "headed", false, "show the browser")
	flags.StringVar(&f.audit, "audit", "", "SQLite file to keep the backends' audit records in")
	flags.StringVar(&f.listen, "listen", "", "loopback address to serve pages at (default: a free port)")
	flags.IntVar(&f.parallel, "parallel", 0, "cases at a time (default: two for each processor, at most 8)")
}

// open reads the SDK and starts the stage. What the user named wrongly is a
// usage error, what does not work is a broken harness.
func (f *stageFlags) open(ctx context.Context) (*runner.Stage, runner.Subject, error) {
	bundles, err := bundle.Load(ctx)
	if err != nil {
		return nil, runner.Subject{}, &exitError{result.ExitBroken, err}
	}
	subject, err := runner.OpenSubject(ctx, f.sdk, f.profile, bundles)
	if err != nil {
		return nil, subject, &exitError{result.ExitUsage, err}
	}
	options := runner.StageOptions{Browser: f.browser, Listen: f.listen, Bundles: bundles, Parallel: f.parallel}
	if f.audit != "" {
		if f.trail, err = trail.Open(ctx, f.audit); err != nil {
			return nil, subject, &exitError{result.ExitUsage, err}
		}
		options.Audit = f.trail.Keeper
	}
	stage, err := runner.NewStage(ctx, options)
	if err != nil {
		return nil, subject, &exitError{result.ExitBroken, err}
	}
	return stage, subject, nil
}

// close closes a stage and what it wrote to, and keeps the first error.
func (f *stageFlags) close(stage *runner.Stage, err *error) {
	if closeErr := stage.Close(); closeErr != nil && *err == nil {
		*err = &exitError{result.ExitBroken, errors.New("closing the browser: " + closeErr.Error())}
	}
	if f.trail != nil {
		if closeErr := f.trail.Close(); closeErr != nil && *err == nil {
			*err = &exitError{result.ExitBroken, closeErr}
		}
	}
}
