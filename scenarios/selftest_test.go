package scenarios_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/maochat/conformance/harness/mutant"
	"github.com/maochat/conformance/harness/runner"
	"github.com/maochat/conformance/harness/runner/result"
	"github.com/maochat/conformance/harness/scenario"
	"github.com/maochat/conformance/harness/sdk"
	"github.com/maochat/conformance/harness/stub"
)

// TestStubsFailEveryScenario holds that no scenario believes an SDK: each must
// fail on each of the SDKs that connect, authenticate and lie. One variant is
// enough, for the stubs do not look at the page.
//
// No stub ever touches a page, shows anything, stores anything or calls the host.
// So where a scenario reads one of these, and what the most agreeable stub left
// alone is not as wanted, no other stub can pass either: it fails there, or
// before. Only the scenarios for which the untouched page is right are played on
// the others too. -all-stubs plays all.
func TestStubsFailEveryScenario(t *testing.T) {
	stage := theStage(t)
	profile, err := sdk.Load("reference")
	require.NoError(t, err)
	lies := stub.All()
	first := slices.IndexFunc(lies, func(s stub.Stub) bool { return s.Name == stub.Agreeable })
	require.GreaterOrEqual(t, first, 0)
	lies[0], lies[first] = lies[first], lies[0]
	for _, s := range theSuite(t).Scenarios {
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			for _, lie := range lies {
				script, err := lie.Script()
				require.NoError(t, err)
				subject := runner.Subject{Artifact: sdk.Built("stub "+lie.Name, script, nil), Profile: profile}
				outcome, err := stage.Play(t.Context(), subject, s.Cases()[0], lieLimits(s, lie))
				require.NoError(t, err)
				switch outcome.Status {
				case result.Fail, result.Timeout:
				case result.NotImplemented:
					t.Skip(outcome.Reason)
				default:
					t.Errorf("on the stub %s the verdict is %s: the scenario believes an SDK although %s\n%s", lie.Name, outcome.Status, lie.Why, s.File)
				}
				if slices.ContainsFunc(outcome.Checks, readsPage(s)) && !*allStubsFlag {
					return
				}
			}
		})
	}
}

// lieLimits bound a case on a stub: one that will not answer need not be waited
// for as long as one that might. One failure is the verdict, so that nothing
// after it is played. On the agreeable stub, one of the page itself is looked
// for, with the patience that a stub without a failure would get.
func lieLimits(s *scenario.Scenario, lie stub.Stub) runner.Limits {
	limits := runner.Limits{Wait: 500 * time.Millisecond, Case: 20 * time.Second}
	if lie.Name == stub.Agreeable {
		limits.AfterFailure, limits.Enough = limits.Wait, readsPage(s)
	} else {
		limits.AfterFailure, limits.Enough = time.Millisecond, func(c result.Check) bool { return !c.OK }
	}
	return limits
}

// readsPage tells whether a check read what no stub ever changes, and did not find
// it as wanted. What the SDK sends does not count, nor pictures, which it makes.
func readsPage(s *scenario.Scenario) func(result.Check) bool {
	return func(c result.Check) bool {
		if c.OK || c.Step < 0 {
			return false
		}
		verify, ok := s.Steps[c.Step].Do.(*scenario.Verify)
		if !ok {
			return false
		}
		switch verify.Condition.Kind {
		case scenario.OnDOM, scenario.OnState, scenario.OnLog, scenario.OnFocus, scenario.OnMarkup,
			scenario.OnUI, scenario.OnStorage, scenario.OnEvents:
			return true
		default:
			return false
		}
	}
}

// TestAnotherRightSDKPasses holds that no scenario asks for the ways of the reference where the contract leaves them
// free: an SDK that is right in another way passes. -all-free plays every case; without it, one scenario in ten is
// played, each in one variant.
func TestAnotherRightSDKPasses(t *testing.T) {
	free, err := mutant.Free()
	require.NoError(t, err)
	script, err := mutated(free)
	require.NoError(t, err)
	profile, err := sdk.Load("reference")
	require.NoError(t, err)
	subject := runner.Subject{Artifact: sdk.Built("another right SDK", script, nil), Profile: profile}
	for i, s := range theSuite(t).Scenarios {
		cases := s.Cases()
		if !*allFreeFlag {
			if i%10 != 0 {
				continue
			}
			cases = cases[:1]
		}
		for _, c := range cases {
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				outcome, err := theStage(t).Play(t.Context(), subject, c, runner.Limits{})
				require.NoError(t, err)
				if outcome.Status == result.NotImplemented {
					t.Skip(outcome.Reason)
				}
				assert.Equal(t, result.Pass, outcome.Status, "%s asks for what the contract leaves free: %+v", s.File, outcome.Failures)
			})
		}
	}
}

// TestCanaryDies comes before what the mutants say: if even the canary lives,
// the apparatus sees nothing.
func TestCanaryDies(t *testing.T) {
	killed := 0
	for _, k := range kills(t) {
		if k.mutant.ID == mutant.CanaryID {
			killed++
			assert.True(t, k.dies(t), "the canary survives %s: no run of the mutants means anything", k.scenario.ID)
		}
	}
	assert.Positive(t, killed, "no scenario kills the canary")
}

// TestMutantsDie holds that each mutant of the reference SDK is noticed by the
// very check that claims to notice it. That the scenarios pass without the
// mutation is TestConformance's to say.
func TestMutantsDie(t *testing.T) {
	named := map[string]bool{}
	for _, k := range kills(t) {
		named[k.mutant.ID] = true
		t.Run(k.mutant.ID+"/"+k.scenario.ID, func(t *testing.T) {
			t.Parallel()
			assert.True(t, k.dies(t), "%s survives: %s\nthe check %s of %s does not notice it", k.mutant.ID, k.mutant.Why, k.check, k.scenario.File)
		})
	}
	all, err := mutant.All()
	require.NoError(t, err)
	for _, m := range all {
		assert.True(t, named[m.ID], "no scenario kills the mutant %s", m.ID)
	}
}

// kill is a claim of a scenario: this check notices that mutant.
type kill struct {
	mutant   mutant.Mutant
	scenario *scenario.Scenario
	check    string
}

func kills(t *testing.T) []kill {
	t.Helper()
	all, err := mutant.All()
	require.NoError(t, err)
	var out []kill
	for _, s := range theSuite(t).Scenarios {
		for _, k := range s.Kills {
			at := slices.IndexFunc(all, func(m mutant.Mutant) bool { return m.ID == k.Mutant })
			require.GreaterOrEqual(t, at, 0, "the mutant %s", k.Mutant)
			out = append(out, kill{all[at], s, k.Check})
		}
	}
	return out
}

var mutatedBundles sync.Map // of mutant id to func() ([]byte, error)

// mutated builds a mutant once, however many scenarios kill it.
func mutated(m mutant.Mutant) ([]byte, error) {
	build, _ := mutatedBundles.LoadOrStore(m.ID, sync.OnceValues(func() ([]byte, error) {
		return m.Bundle(context.Background())
	}))
	return build.(func() ([]byte, error))()
}

// dies tells whether the check fails on the mutant in one of the variants: some
// faults show with one framework only.
func (k kill) dies(t *testing.T) bool {
	t.Helper()
	script, err := mutated(k.mutant)
	require.NoError(t, err)
	profile, err := sdk.Load("reference")
	require.NoError(t, err)
	subject := runner.Subject{Artifact: sdk.Built("mutant "+k.mutant.ID, script, nil), Profile: profile}
	// What a fault does can hang on chance (a node that is gone may or may not have been collected yet), so one that
	// was not noticed gets two more tries. The reference gets none: TestConformance plays each case once.
	for range 3 {
		if k.noticed(t, subject) {
			return true
		}
	}
	return false
}

// noticed plays the variants of the scenario until the check fails.
func (k kill) noticed(t *testing.T, subject runner.Subject) bool {
	t.Helper()
	last := -1 // the last step that makes the check; none for what is checked at the end
	for _, step := range k.scenario.Steps {
		if step.Check == k.check {
			last = step.Index
		}
	}
	limits := runner.Limits{
		Wait:   5 * time.Second,
		Enough: func(c result.Check) bool { return c.ID == k.check && (!c.OK || c.Step == last) },
	}
	for _, c := range k.scenario.Cases() {
		outcome, err := theStage(t).Play(t.Context(), subject, c, limits)
		require.NoError(t, err)
		require.NotEqual(t, result.Error, outcome.Status, "%+v", outcome.Failures)
		if slices.Contains(outcome.FailedChecks(), k.check) {
			return true
		}
		t.Logf("%s: %s, failed checks %v", c.ID, outcome.Status, outcome.FailedChecks())
	}
	return false
}
