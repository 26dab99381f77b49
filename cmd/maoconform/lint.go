package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/runner"
)

func lintCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Check the scenario files without a browser",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			files, prefix, err := runner.OpenSuite(dir)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			set, err := runner.LoadSuite(files, prefix)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d scenarios, %d clauses: no problems\n", len(set.Scenarios), len(set.Catalogue.Clauses))
			return nil
		},
	}
	scenariosFlag(cmd, &dir)
	return cmd
}

// scenariosFlag adds the flag by which all commands find the suite.
func scenariosFlag(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "scenarios", "", "folder of scenarios (default: the checkout's, else the built-in one)")
}
