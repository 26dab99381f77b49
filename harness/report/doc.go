// Package report tells people and machines what a run found. Everything is
// derived from result.Run: the console while it runs, report.json, which is the
// source of all later reports, and JUnit XML for the machines that read that.
package report
