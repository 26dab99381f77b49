// Package agent holds agents for the reference backend: one that asks a model on
// any endpoint that speaks OpenAI's chat completions, and one that plays a script.
//
// Both get the page tools that the backend permits, drive them within the turn
// and end when the user stops it. What the page says is data to them and never
// an order: the model is told so, and only the user's words begin a turn.
package agent
