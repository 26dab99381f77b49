package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/runner/result"
)

func bundleCommand() *cobra.Command {
	var out string
	var quiet bool
	cmd := &cobra.Command{
		Use:   "bundle",
		Short: "Build the SDK and the fixtures, and print their sizes",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			set, err := bundle.Load(cmd.Context())
			if err != nil {
				return &exitError{result.ExitBroken, err}
			}
			if out != "" {
				if err := set.WriteDist(out); err != nil {
					return &exitError{result.ExitBroken, err}
				}
			}
			if quiet {
				return nil
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(table, "raw\tgzip\t\t")
			for _, size := range set.Sizes() {
				fmt.Fprintf(table, "%d\t%d\t  %s\t\n", size.Raw, size.Gzip, size.Name)
			}
			return table.Flush()
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "folder to write the bundles to")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print no sizes")
	return cmd
}
