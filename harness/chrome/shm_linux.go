package chrome

import "golang.org/x/sys/unix"

// enoughSharedMemory is what a handful of renderers need in /dev/shm, in bytes.
const enoughSharedMemory = 512 << 20

// smallSharedMemory reports whether /dev/shm is too small, or absent, for the
// browser's shared memory.
func smallSharedMemory() bool {
	var st unix.Statfs_t
	if err := unix.Statfs("/dev/shm", &st); err != nil {
		return true
	}
	return st.Bavail*uint64(st.Bsize) < enoughSharedMemory
}
