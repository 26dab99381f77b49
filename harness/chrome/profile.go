package chrome

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// profilePrefix begins the name of every profile directory of this program, so
// that a later run recognises what a killed run left behind.
const profilePrefix = "maoconform-profile-"

// lockName is the file by whose lock a profile directory is known to be in use.
// The operating system drops the lock when the owner ends, however it ends.
const lockName = "owner.lock"

// unlockedGrace is how old a profile directory without a lock file must be
// before it counts as left behind: its owner may be just making it.
const unlockedGrace = time.Minute

// removeBound is how long removing a profile directory is tried. Processes of
// the browser that are just ending may still write into it.
const removeBound = 3 * time.Second

// errLocked means that another process holds the lock.
var errLocked = errors.New("locked by another process")

// A profile is a browser's user data directory, locked by this process.
type profile struct {
	dir  string
	lock *os.File
}

// newProfile makes and locks a fresh profile directory below base.
func newProfile(base string) (*profile, error) {
	// A sweep of another process may take a directory in the moment between its
	// making and its locking; then another one is made.
	var last error
	for range 5 {
		dir, err := os.MkdirTemp(base, profilePrefix)
		if err != nil {
			return nil, fmt.Errorf("making a profile directory for the browser: %w", err)
		}
		lock, err := lockFile(filepath.Join(dir, lockName))
		if err == nil {
			return &profile{dir: dir, lock: lock}, nil
		}
		last = err
	}
	return nil, fmt.Errorf("locking a profile directory for the browser: %w", last)
}

// remove kills what still uses the directory, deletes it and drops the lock.
func (p *profile) remove() error {
	defer p.lock.Close()
	return removeProfileDir(p.dir)
}

// sweepProfiles deletes the profile directories below base whose owner is gone,
// and returns how many there were. Directories in use are left alone.
func sweepProfiles(base string) (int, error) {
	dirs, err := filepath.Glob(filepath.Join(base, profilePrefix+"*"))
	if err != nil {
		return 0, fmt.Errorf("looking for stale profile directories: %w", err)
	}
	swept := 0
	var errs []error
	for _, dir := range dirs {
		stale, lock := isStale(dir)
		if !stale {
			continue
		}
		if err := removeProfileDir(dir); err != nil {
			errs = append(errs, err)
		} else {
			swept++
		}
		if lock != nil {
			lock.Close()
		}
	}
	return swept, errors.Join(errs...)
}

// isStale reports whether the owner of dir is gone. When there was a lock file
// it is returned locked, so that nobody else sweeps the same directory.
func isStale(dir string) (bool, *os.File) {
	path := filepath.Join(dir, lockName)
	if _, err := os.Stat(path); err != nil {
		info, err := os.Stat(dir)
		return err == nil && info.IsDir() && time.Since(info.ModTime()) > unlockedGrace, nil
	}
	lock, err := lockFile(path)
	if err != nil {
		return false, nil
	}
	return true, lock
}

// removeProfileDir kills the processes that still use dir and deletes it, and the
// folder that the browser made elsewhere for the socket of its only instance.
func removeProfileDir(dir string) error {
	if !strings.HasPrefix(filepath.Base(dir), profilePrefix) {
		return fmt.Errorf("refusing to delete %s: not a profile directory of this program", dir)
	}
	deadline := time.Now().Add(removeBound)
	for {
		killUsersOf(dir)
		removeSocketDir(dir)
		err := os.RemoveAll(dir)
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("deleting the browser's profile directory: %w", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// socketDirs are the beginnings of the names that browsers give to the folder of
// their socket, in the system's temporary directory.
var socketDirs = []string{"org.chromium.", "com.google."}

// removeSocketDir deletes the folder that the profile's socket link points to. A
// browser that is killed leaves it behind.
func removeSocketDir(dir string) {
	socket, err := os.Readlink(filepath.Join(dir, "SingletonSocket"))
	if err != nil {
		return
	}
	folder := filepath.Dir(socket)
	for _, prefix := range socketDirs {
		if strings.HasPrefix(filepath.Base(folder), prefix) {
			// Only what the browser is known to put there, so never anything
			// else; a failure leaves two small files behind.
			_ = os.Remove(filepath.Join(folder, "SingletonSocket"))
			_ = os.Remove(filepath.Join(folder, "SingletonCookie"))
			_ = os.Remove(folder)
		}
	}
}
