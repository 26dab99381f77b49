package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/runner/result"
)

func doctorCommand() *cobra.Command {
	var suite suiteFlags
	var stage stageFlags
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check that everything a run needs is there",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			healthy := true
			for _, finding := range runner.Examine(cmd.Context(), suite.dir, stage.browser) {
				mark := "ok  "
				if !finding.OK {
					mark, healthy = "FAIL", false
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s  %-10s %s\n", mark, finding.Name, finding.Text)
			}
			if !healthy {
				return &exitError{code: result.ExitBroken}
			}
			return nil
		},
	}
	suite.scenariosFlag(cmd)
	cmd.Flags().StringVar(&stage.browser.Path, "chrome", "", "Chrome or Chromium to use (default: $CHROME, else what is installed)")
	return cmd
}
