package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/protocol"
	"github.com/maochat/conformance/harness/runner"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of the harness and of the contract",
		Args:  cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) {
			fmt.Fprintf(cmd.OutOrStdout(), "maoconform %s, contract %s\n", runner.FullVersion(), protocol.Version)
		},
	}
}
