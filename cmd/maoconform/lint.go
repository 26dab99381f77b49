package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func lintCommand() *cobra.Command {
	var suite suiteFlags
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Check the scenario files without a browser",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			set, err := suite.load()
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d scenarios, %d clauses: no problems\n", len(set.Scenarios), len(set.Catalogue.Clauses))
			return nil
		},
	}
	suite.scenariosFlag(cmd)
	return cmd
}
