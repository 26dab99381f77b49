// Package lifecycle drives a page with the SDK by random requests and by what
// may happen to them: repetition, cancel, the user's yes, no and stop, a lost
// connection, a reload, another conversation, the end of the SDK.
//
// A [Model] knows what each request may end with and says so. Whatever comes, a
// request ends exactly once, its actions ran at most once, and its report is
// true. The package's test lets rapid draw and shrink the sequences; [Soak] draws
// them for as long as it is told, and watches the memory of both sides.
package lifecycle
