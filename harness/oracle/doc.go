// Package oracle tells what is true of a page, by another road than the SDK's:
// the DevTools protocol. What a scenario claims is compared with what is read
// here, never with the SDK's own word.
//
// Reading does not disturb: nothing is focused, scrolled, clicked or changed, and
// no event is fired. The document is read in the harness' isolated JavaScript
// world, whose built-ins the page cannot have overwritten; only what a fixture
// says of itself (window.__fixture) is read in the page's own world. Open shadow
// roots are searched, and frames of the same site by naming them.
//
// All JavaScript lives in js/. The files common.js and the one of a reading are
// put together into one function and called with JSON arguments.
package oracle
