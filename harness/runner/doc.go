// Package runner carries scenarios out. A Stage holds what all cases of a run
// share: the browser, its workers and the one listener. Stage.Play runs one
// case (tab, backend, SDK, steps) and gives its outcome with the trace; Run
// plays many of them with a pool of workers and gives the whole result.
//
// The runner knows no SDK. What differs between SDKs is in the profile, what is
// true is read by the oracle, and what an SDK says of itself is only ever
// compared, never believed.
package runner
