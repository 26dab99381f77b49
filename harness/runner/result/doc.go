// Package result is what a run leaves behind: the outcome of each case with its
// trace, and the one function that turns outcomes into verdicts. Every report
// and every exit code is derived from it; nothing else judges.
package result
