// Package scenario reads the scenario files of the conformance suite.
//
// A scenario is one YAML file (FORMAT.md describes it). The reader is strict:
// what it does not understand is a load error with the place in the file, what
// was wanted, what was found and, where one is near, what was probably meant.
// A file that loads is complete: every name in it has been looked up, every
// pattern compiled, every duration bounded. What is left for the runner is to
// carry out the steps.
//
// The package knows neither a browser nor a backend. What exists besides the
// files (fixtures, clauses, mutants, controls) comes in as a Vocabulary.
package scenario
