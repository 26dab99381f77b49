package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/bundle"
	"github.com/maochat/conformance/harness/runner/result"
)

func bundleCommand() *cobra.Command {
	var out string
	var quiet, budgets bool
	cmd := &cobra.Command{
		Use:   "bundle",
		Short: "Build the SDK and the fixtures, and print their sizes and what makes them up",
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
			if budgets {
				return printBudgets(cmd.OutOrStdout(), set)
			}
			return printSizes(cmd.OutOrStdout(), set)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "folder to write the bundles to")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print no sizes")
	cmd.Flags().BoolVar(&budgets, "budgets", false, "print harness/bundle/budgets.yaml as it is with the sizes of today")
	return cmd
}

// printSizes writes the weight of every file, and of the SDK's bundles what each folder of the sources adds.
func printSizes(out io.Writer, set *bundle.Set) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "raw\tgzip\t")
	for _, size := range set.Sizes() {
		fmt.Fprintf(table, "%d\t%d\t  %s\n", size.Raw, size.Gzip, size.Name)
	}
	for _, name := range []string{bundle.SDK, bundle.Executor} {
		shares, err := set.Shares(name)
		if err != nil {
			return &exitError{result.ExitBroken, err}
		}
		fmt.Fprintf(table, "\t\t\nraw\tsaved\t  without a folder of %s\n", name)
		for _, share := range shares {
			folder := share.Folder
			if folder == "" {
				folder = "(the bundler)"
			}
			fmt.Fprintf(table, "%d\t%d\t  %s\n", share.Raw, share.Gzip, folder)
		}
	}
	return table.Flush()
}

func printBudgets(out io.Writer, set *bundle.Set) error {
	limits, err := bundle.Budgets()
	if err != nil {
		return &exitError{result.ExitBroken, err}
	}
	text, err := set.Record(limits)
	if err != nil {
		return &exitError{result.ExitBroken, err}
	}
	_, err = out.Write(text)
	return err
}

// keepsBudgets says that a bundle of the reference SDK weighs more than it may.
func keepsBudgets(set *bundle.Set) error {
	limits, err := bundle.Budgets()
	if err != nil {
		return &exitError{result.ExitBroken, err}
	}
	if err := set.Check(limits); err != nil {
		return &exitError{result.ExitFailed, err}
	}
	return nil
}
