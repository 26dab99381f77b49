package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

// suiteFlags say where the suite is and which part of it is meant.
type suiteFlags struct {
	dir string
	sel runner.Selection
}

// scenariosFlag adds the flag by which all commands find the suite.
func (f *suiteFlags) scenariosFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.dir, "scenarios", "", "folder of scenarios (default: the checkout's, else the built-in one)")
}

// selectionFlags adds the flags that choose cases.
func (f *suiteFlags) selectionFlags(cmd *cobra.Command) {
	f.scenariosFlag(cmd)
	cmd.Flags().StringVar(&f.sel.Run, "run", "", "regular expressions for the elements of the ids, as of go test -run")
	cmd.Flags().StringArrayVar(&f.sel.Filters, "filter", nil, "key=value: clause, fixture, level, negative, tool or variant (repeatable)")
}

// load reads the whole suite. Load errors are usage errors.
func (f *suiteFlags) load() (*scenario.Set, error) {
	files, prefix, err := runner.OpenSuite(f.dir)
	if err != nil {
		return nil, &exitError{result.ExitUsage, err}
	}
	set, err := runner.LoadSuite(files, prefix)
	var problems scenario.Problems
	switch {
	case errors.As(err, &problems):
		return nil, &exitError{result.ExitUsage, fmt.Errorf("the scenarios have %d problems:\n%w", len(problems), problems)}
	case err != nil:
		return nil, &exitError{result.ExitUsage, err}
	}
	return set, nil
}

// cases gives the chosen cases of the suite.
func (f *suiteFlags) cases(patterns []string) ([]scenario.Case, error) {
	set, err := f.load()
	if err != nil {
		return nil, err
	}
	f.sel.Patterns = patterns
	cases, err := runner.Select(set, f.sel)
	if err != nil {
		return nil, &exitError{result.ExitUsage, err}
	}
	return cases, nil
}
