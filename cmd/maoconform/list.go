package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/report"
	"github.com/maochat/conformance/harness/runner/result"
)

func listCommand() *cobra.Command {
	var suite suiteFlags
	var format string
	cmd := &cobra.Command{
		Use:   "list [pattern...]",
		Short: "List the cases with their titles",
		RunE: func(cmd *cobra.Command, args []string) error {
			cases, err := suite.cases(args)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch format {
			case "text":
				table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
				for _, c := range cases {
					fmt.Fprintf(table, "%s\t%s\n", c.ID, c.Scenario.Title)
				}
				return table.Flush()
			case "json":
				enc := json.NewEncoder(out)
				enc.SetIndent("", " ")
				return enc.Encode(report.Cases(cases))
			default:
				return &exitError{result.ExitUsage, fmt.Errorf("--format %q: wanted text or json", format)}
			}
		},
	}
	suite.selectionFlags(cmd)
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}
