// Package hostile generates requests that an agent which has gone bad, or a
// server that was taken over, might send: selectors, scripts and coordinates in
// every position, ids that are none, keys of prototypes, wrong types, depth,
// length, tricks of Unicode. None of them may do anything.
package hostile
