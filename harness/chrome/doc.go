// Package chrome finds, starts and drives the browser of a conformance run.
//
// One run has one [Browser]. A [Worker] owns one browser context (cookies and
// storage of its own) and in it one [Tab] that is reused from scenario to
// scenario, because a tab costs much more than a navigation. Scenarios are kept
// apart by origin: each is served under its own host name below localhost.
//
// The rules that every file of this package keeps:
//
//   - Every call to the browser has a bound. A call that a dead renderer, a
//     crashed tab, a closed browser or an open dialog would block for ever ends
//     with an error that says so ([TimeoutError], [ErrTabCrashed],
//     [ErrBrowserDied]).
//   - No call to the browser is made from inside an event callback: the callback
//     runs in the loop that delivers the answers, so that would be a deadlock.
//   - Events are recorded in the order in which the browser sent them. When a
//     call returns, everything that the browser sent before the answer has been
//     recorded.
//   - The page is not disturbed: nothing here focuses, scrolls or changes a page
//     unless the caller asked for input or a navigation.
//   - JavaScript lives in js/ and never in a Go string.
package chrome
