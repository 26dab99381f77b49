// Package scenarios holds the conformance suite: one YAML file per scenario,
// in folders by area, and spec.yaml, the catalogue of the clauses that they
// check. The format is described in harness/scenario/FORMAT.md.
package scenarios

import "embed"

// Files is the suite as it was when the binary was built.
//
//go:embed all:*
var Files embed.FS

// Folder is the path of the suite in a checkout, for messages that name files.
const Folder = "scenarios"
