//go:build !linux

package chrome

import "os/exec"

// tieToParent does nothing here: the browser talks through a pipe, and it quits
// by itself when the pipe closes because this process ended.
func tieToParent(*exec.Cmd) {}

// killUsersOf does nothing here: the browser's children end with it.
func killUsersOf(string) {}
