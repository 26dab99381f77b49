package chrome

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// tieToParent makes the kernel kill the browser when this process ends in any
// way, SIGKILL included, and keeps the terminal's Ctrl-C from reaching the
// browser before this program has put things in order.
func tieToParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}

// killUsersOf kills the processes whose command line names dir as their profile
// directory, and waits, for a bounded time, until they are gone. The browser
// hands the directory's name to all its children, and some of them outlive it
// for a moment.
func killUsersOf(dir string) {
	deadline := time.Now().Add(2 * time.Second)
	for {
		pids := usersOf(dir)
		for _, pid := range pids {
			// An error means that the process is gone already.
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(pids) == 0 || time.Now().After(deadline) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// usersOf returns the processes that run with dir as their profile directory.
func usersOf(dir string) []int {
	want := []byte("--user-data-dir=" + dir)
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return nil
	}
	var pids []int
	for _, file := range files {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil || pid == os.Getpid() {
			continue
		}
		cmdline, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if namesProfile(cmdline, want) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// namesProfile reports whether a command line holds the flag. The arguments are
// separated by zero bytes, or by spaces where the browser has renamed a child
// process.
func namesProfile(cmdline, flag []byte) bool {
	for {
		_, rest, found := bytes.Cut(cmdline, flag)
		if !found {
			return false
		}
		if len(rest) == 0 || rest[0] == 0 || rest[0] == ' ' {
			return true
		}
		cmdline = rest
	}
}
