package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/report"
	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/runner/result"
)

// runFlags are the flags of maoconform run.
type runFlags struct {
	suite        suiteFlags
	stage        stageFlags
	repeat       int
	reportDir    string
	timeout      time.Duration
	caseTimeout  time.Duration
	format       string
	knownFailing string
	knownFlaky   string
}

func runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [pattern...]",
		Short: "Play the cases and report the verdicts",
		Long: "Play the cases and report the verdicts. A pattern names a case, a scenario or a folder;\n" +
			"* stands for any part between slashes: fill, fill/*/react.\n\n" + exitsMeaning,
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.suite.selectionFlags(cmd)
	f.stage.add(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.repeat, "repeat", 1, "play each case so often; disagreeing verdicts are flaky")
	flags.StringVar(&f.reportDir, "report", "", "folder for report.json and junit.xml")
	flags.DurationVar(&f.timeout, "timeout", time.Hour, "bound of the whole run")
	flags.DurationVar(&f.caseTimeout, "case-timeout", time.Minute, "bound of one case")
	flags.StringVar(&f.format, "format", "auto", "auto, terminal, plain or json")
	flags.StringVar(&f.knownFailing, "known-failing", "", "file of cases that must fail, with reasons")
	flags.StringVar(&f.knownFlaky, "known-flaky", "", "file of cases that may fail, with reasons")
	return cmd
}

func (f *runFlags) run(cmd *cobra.Command, args []string) (err error) {
	console, err := report.Choose(f.format, cmd.OutOrStdout(), cmd.ErrOrStderr())
	if err != nil {
		return &exitError{result.ExitUsage, err}
	}
	expectations, err := f.expectations()
	if err != nil {
		return &exitError{result.ExitUsage, err}
	}
	cases, err := f.suite.cases(args)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(cmd.Context(), f.timeout, fmt.Errorf("it took longer than --timeout %s", f.timeout))
	defer cancel()
	stage, subject, err := f.stage.open(ctx)
	if err != nil {
		return err
	}
	defer f.stage.close(stage, &err)
	run := stage.Run(ctx, runner.Plan{
		Subject: subject, Cases: cases, Repeat: f.repeat, Limits: runner.Limits{Case: f.caseTimeout},
		Expectations: expectations, Progress: console,
		Rerun: func(id string) string { return rerun(id, f.stage) },
	})
	console.End(run)
	if f.reportDir != "" {
		if err := report.Write(f.reportDir, run); err != nil {
			return &exitError{result.ExitBroken, err}
		}
		console.Note("report: %s", f.reportDir)
	}
	if f.format == "json" {
		if err := report.JSON(cmd.OutOrStdout(), run); err != nil {
			return &exitError{result.ExitBroken, err}
		}
	}
	if run.ExitCode != result.ExitGood {
		return &exitError{code: run.ExitCode}
	}
	if f.whole(args) {
		return keepsBudgets(stage.Bundles())
	}
	return nil
}

// whole says that the run is the judgement of the reference SDK, which includes its weight: all of the suite, no other SDK.
func (f *runFlags) whole(patterns []string) bool {
	sel := f.suite.sel
	return f.stage.sdk == "" && f.suite.dir == "" && len(patterns) == 0 && sel.Run == "" && len(sel.Filters) == 0
}

// rerun is the command that plays one case again.
func rerun(id string, f stageFlags) string {
	command := "maoconform run " + id
	if f.sdk != "" {
		command += " --sdk " + f.sdk
	}
	if f.profile != "" {
		command += " --profile " + f.profile
	}
	return command
}

func (f *runFlags) expectations() (*result.Expectations, error) {
	var e result.Expectations
	for _, list := range []struct {
		file string
		kind result.Expectation
	}{{f.knownFailing, result.ExpectFail}, {f.knownFlaky, result.ExpectFlaky}} {
		if list.file == "" {
			continue
		}
		text, err := os.ReadFile(list.file)
		if err != nil {
			return nil, fmt.Errorf("reading the list of %s cases: %w", list.kind, err)
		}
		if err := e.Add(list.kind, list.file, string(text)); err != nil {
			return nil, err
		}
	}
	return &e, nil
}
