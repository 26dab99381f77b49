package main

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/maochat/conformance/harness/lifecycle"
	"github.com/maochat/conformance/harness/runner/result"
)

func soakCommand() *cobra.Command {
	var stageOf stageFlags
	var o lifecycle.SoakOptions
	cmd := &cobra.Command{
		Use:   "soak",
		Short: "Operate one page for a long time, with random requests and faults",
		Long: `Operate one page at one backend for a long time, with random requests and faults. No call may be lost, no action
done twice, no report untrue, and the memory of the page and of the backend must stay flat. The page is never loaded
again; in the second half one SDK and one conversation live on; now and then and at the end the SDK is taken out, to see
what it leaves. The first thing that is wrong ends the soak; memory is judged from three minutes on.

` + exitsMeaning,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if !cmd.Flags().Changed("seed") {
				o.Seed = uint64(rand.Uint32())
			}
			stageOf.parallel = 1
			stage, subject, err := stageOf.open(cmd.Context())
			if err != nil {
				return err
			}
			defer stageOf.close(stage, &err)
			fmt.Fprintf(cmd.OutOrStdout(), "seed %d, %s\n", o.Seed, o.For)
			var told time.Duration
			o.Progress = func(r lifecycle.SoakReport) {
				if r.Took-told >= 10*time.Second {
					told = r.Took
					tellMemory(cmd.ErrOrStderr(), r.Memory[len(r.Memory)-1])
				}
			}
			report, err := lifecycle.Soak(cmd.Context(), stage, subject, o)
			tellSoak(cmd.OutOrStdout(), report)
			if cmd.Context().Err() != nil || stage.Browser().Err() != nil {
				return &exitError{result.ExitBroken, err}
			}
			if err == nil {
				_, _, _, err = report.Growth()
			} else {
				for _, line := range report.Trail {
					fmt.Fprintf(cmd.OutOrStdout(), "    %s\n", line)
				}
			}
			if err != nil {
				return &exitError{result.ExitFailed, fmt.Errorf("the soak failed: %w", err)}
			}
			return nil
		},
	}
	stageOf.add(cmd)
	cmd.Flags().DurationVar(&o.For, "for", 10*time.Minute, "how long")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 0, "where all choices come from (default: another one each time)")
	return cmd
}

func tellMemory(out io.Writer, m lifecycle.Memory) {
	fmt.Fprintf(out, "%6.0f s: page %.1f MB, %d nodes, %d listeners; harness %.1f MB\n",
		m.At.Seconds(), megabytes(m.Page), m.Nodes, m.Listeners, megabytes(m.Harness))
}

func megabytes(n uint64) float64 { return float64(n) / (1 << 20) }

func tellSoak(out io.Writer, r lifecycle.SoakReport) {
	fmt.Fprintf(out, "%d rounds with %d steps in %.0f s\n", r.Rounds, r.Steps, r.Took.Seconds())
	for _, what := range slices.Sorted(maps.Keys(r.Count)) {
		fmt.Fprintf(out, "  %6d %s\n", r.Count[what], what)
	}
	middle, end, judged, _ := r.Growth()
	if !judged {
		fmt.Fprintln(out, "too short to judge the memory")
		return
	}
	fmt.Fprintln(out, "memory in the third quarter and in the last:")
	tellMemory(out, middle)
	tellMemory(out, end)
	fmt.Fprintln(out, "without the SDK:")
	for _, rest := range r.Rests {
		tellMemory(out, rest)
	}
}
