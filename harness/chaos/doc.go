// Package chaos lets a page change itself at random while a driver goes on
// acting on ids of older snapshots, and looks whether the executor ever touches
// another control than the one that an id was given for, or reports what is not
// so.
//
// The page keeps the truth: which record each of its nodes stands for is in a
// WeakMap that nothing else can read, and every event is logged with what its
// node stood for at that moment. The driver reads both through DevTools. All
// choices come from one seed, so that a run can be played again.
package chaos
