package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/report"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
)

func showCommand() *cobra.Command {
	var suite suiteFlags
	cmd := &cobra.Command{
		Use:   "show id",
		Short: "Explain a scenario: why it exists, what it checks, step by step",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := suite.load()
			if err != nil {
				return err
			}
			var ids []string
			for _, s := range set.Scenarios {
				if s.ID == args[0] {
					fmt.Fprint(cmd.OutOrStdout(), report.Explain(s, set.Catalogue.ByID()))
					return nil
				}
				ids = append(ids, s.ID)
			}
			return &exitError{result.ExitUsage, fmt.Errorf("there is no scenario %q; %s", args[0], scenario.Nearest(args[0], ids))}
		},
	}
	suite.scenariosFlag(cmd)
	return cmd
}
