package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
)

func benchCommand() *cobra.Command {
	var suite suiteFlags
	var stageOf stageFlags
	var rounds int
	cmd := &cobra.Command{
		Use:   "bench [pattern...]",
		Short: "Measure a scenario beside opening its page alone",
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if len(args) == 0 {
				args = []string{"fill/text-lands-in-state"}
			}
			cases, err := suite.cases(args)
			if err != nil {
				return err
			}
			stageOf.parallel = 1
			stage, subject, err := stageOf.open(cmd.Context())
			if err != nil {
				return err
			}
			defer stageOf.close(stage, &err)
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintf(table, "mean of %d\twall ms\tCPU ms\tCPU ratio\n", rounds)
			for _, c := range cases {
				costs, err := stage.Bench(cmd.Context(), subject, c, rounds)
				if err != nil {
					return err
				}
				fmt.Fprintf(table, "%s\t\t\t\n", c.ID)
				for _, cost := range costs {
					ratio := "-"
					if costs[0].CPU > 0 {
						ratio = fmt.Sprintf("%.2f", float64(cost.CPU)/float64(costs[0].CPU))
					}
					fmt.Fprintf(table, "  %s\t%d\t%d\t%s\n", cost.Name, cost.Wall/time.Millisecond, cost.CPU/time.Millisecond, ratio)
				}
			}
			return table.Flush()
		},
	}
	suite.selectionFlags(cmd)
	stageOf.add(cmd)
	cmd.Flags().IntVar(&rounds, "rounds", 20, "how often each part is measured")
	return cmd
}
