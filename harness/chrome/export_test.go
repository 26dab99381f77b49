package chrome

import "os"

// KillForTest kills the browser process as the system's killer would.
func KillForTest(b *Browser) error { return b.session.Process().Signal(os.Kill) }

// ProfileForTest returns the browser's profile directory.
func ProfileForTest(b *Browser) string { return b.profile.dir }

// SweepForTest deletes stale profile directories below base.
func SweepForTest(base string) (int, error) { return sweepProfiles(base) }
