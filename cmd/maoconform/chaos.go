package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/chaos"
	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/runner/result"
)

func chaosCommand() *cobra.Command {
	var o chaos.Options
	var browser chrome.Options
	var executor string
	cmd := &cobra.Command{
		Use:   "chaos",
		Short: "Act on a page that changes itself at random, and see that nothing else is touched",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.Executor, err = readExecutor(cmd, executor); err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				o.Seed = uint64(rand.Uint32())
			}
			fmt.Fprintf(cmd.OutOrStdout(), "seed %d\n", o.Seed)
			o.Progress = func(actions int) { fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d actions\n", actions, o.Actions) }
			report, err := playChaos(cmd, browser, o)
			if err != nil {
				return &exitError{result.ExitBroken, err}
			}
			tellChaos(cmd.OutOrStdout(), report)
			switch {
			case len(report.Faults) > 0:
				return &exitError{result.ExitFailed, fmt.Errorf("%d faults; play again with: maoconform chaos --actions %d --seed %d", len(report.Faults), o.Actions, o.Seed)}
			case report.Done*20 < report.Actions:
				return &exitError{result.ExitFailed, fmt.Errorf("only %d of %d actions were done: the run shows nothing", report.Done, report.Actions)}
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.Actions, "actions", 10_000, "how many actions")
	flags.Uint64Var(&o.Seed, "seed", 0, "where all choices come from (default: another one each time)")
	flags.IntVar(&o.Speed, "speed", 10, "how much faster time runs on the page")
	flags.StringVar(&executor, "executor", "", "page-executor.js under test (default: the reference)")
	flags.StringVar(&browser.Path, "chrome", "", "Chrome or Chromium to use (default: $CHROME, else what is installed)")
	flags.BoolVar(&browser.Headed, "headed", false, "show the browser")
	return cmd
}

func readExecutor(cmd *cobra.Command, file string) ([]byte, error) {
	if file != "" {
		script, err := os.ReadFile(file)
		if err != nil {
			return nil, &exitError{result.ExitUsage, err}
		}
		return script, nil
	}
	bundles, err := bundle.Load(cmd.Context())
	if err != nil {
		return nil, &exitError{result.ExitBroken, err}
	}
	script, _ := bundles.File(bundle.Executor)
	return script, nil
}

func playChaos(cmd *cobra.Command, options chrome.Options, o chaos.Options) (report chaos.Report, err error) {
	ctx := cmd.Context()
	browser, err := chrome.Launch(ctx, options)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, browser.Close()) }()
	worker, err := browser.NewWorker(ctx)
	if err != nil {
		return report, err
	}
	tab, err := worker.Tab(ctx, chrome.TabOptions{FocusEmulation: true})
	if err != nil {
		return report, err
	}
	return chaos.Run(ctx, tab, o)
}

func tellChaos(out io.Writer, r chaos.Report) {
	for _, fault := range r.Faults {
		fmt.Fprintf(out, "FAULT at step %d: %s\n", fault.Step, fault.Text)
		for _, line := range fault.Trail {
			fmt.Fprintf(out, "    %s\n", line)
		}
	}
	fmt.Fprintf(out, "%d actions in %.0f s: %d done, %d changes of the page, %d snapshots, %d of %d listed controls known to the page\n", r.Actions, r.Wall.Seconds(), r.Done, r.Mutations, r.Snapshots, r.Named, r.Listed)
	for _, code := range slices.Sorted(maps.Keys(r.Refused)) {
		fmt.Fprintf(out, "  %6d %s\n", r.Refused[code], code)
	}
	fmt.Fprintf(out, "%d faults\n", len(r.Faults))
}
