//go:build !linux

package chrome

// smallSharedMemory is about /dev/shm, which only Linux has.
func smallSharedMemory() bool { return false }
