package chrome

// UsersOfForTest returns the processes that use a profile directory.
func UsersOfForTest(dir string) []int { return usersOf(dir) }
