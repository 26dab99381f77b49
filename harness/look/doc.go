// Package look looks at the reference SDK's interface: its tests bring every
// card and menu onto the screen in both languages, check each with axe-core, and
// keep a picture of it as a test artifact (go test -artifacts).
package look
