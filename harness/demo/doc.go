// Package demo serves a page to try an Embed SDK on: the order form with the SDK
// in it, and the reference backend with an agent behind it. It is for one person
// at one machine: whoever can reach it may talk to the agent.
package demo
