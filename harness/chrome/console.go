package chrome

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
)

// maxConsole bounds the console record of a tab; a page that logs in a loop
// must not fill the memory.
const maxConsole = 2000

// maxConsoleText bounds the text of one entry, in bytes.
const maxConsoleText = 8 << 10

// ConsoleKind says where a console entry comes from.
type ConsoleKind string

// The kinds of console entries.
const (
	// ConsoleCall is a call of the console API, such as console.error.
	ConsoleCall ConsoleKind = "call"
	// ConsoleException is an exception or promise rejection that nothing caught.
	ConsoleException ConsoleKind = "exception"
	// ConsoleBrowser is a message of the browser itself: a failed request, a
	// breach of the content security policy, a deprecation.
	ConsoleBrowser ConsoleKind = "browser"
)

// A ConsoleEntry is one line of the page's console.
type ConsoleEntry struct {
	// Kind says where it comes from.
	Kind ConsoleKind
	// Level is "debug", "log", "info", "warning" or "error". Exceptions are
	// errors, and so is a failed console.assert.
	Level string
	// Text is the message as the developer tools show it, without the stack.
	Text string
	// URL, Line and Column (both from 1, 0 when unknown) say where it happened.
	URL          string
	Line, Column int64
	// Stack is the JavaScript stack, one frame a line, or empty.
	Stack string
	// Source is the browser's name for the origin of its own messages, such as
	// "network", "security" or "deprecation".
	Source string
	// At is the time that the browser gives.
	At time.Time
}

// String returns the entry on one line, with its position.
func (e ConsoleEntry) String() string {
	text := fmt.Sprintf("%s %s: %s", e.Kind, e.Level, e.Text)
	if e.URL != "" {
		text += fmt.Sprintf(" (%s:%d:%d)", e.URL, e.Line, e.Column)
	}
	return text
}

// Console returns what the page wrote to the console since the last reset, in
// order. Exceptions that nothing caught are among it. Of a page that writes more
// than 2000 entries the later ones are dropped and a last entry says how many.
func (t *Tab) Console() []ConsoleEntry {
	t.mu.Lock()
	defer t.mu.Unlock()
	entries := append([]ConsoleEntry(nil), t.record.console...)
	if t.record.dropped > 0 {
		entries = append(entries, ConsoleEntry{
			Kind: ConsoleBrowser, Level: "warning",
			Text: fmt.Sprintf("%d further console entries were dropped", t.record.dropped),
		})
	}
	return entries
}

// addConsole keeps an entry. The caller holds t.mu.
func (t *Tab) addConsole(e ConsoleEntry) {
	if t.stale {
		return
	}
	if len(t.record.console) >= maxConsole {
		t.record.dropped++
		return
	}
	if len(e.Text) > maxConsoleText {
		e.Text = strings.ToValidUTF8(e.Text[:maxConsoleText], "") + "…"
	}
	t.record.console = append(t.record.console, e)
}

func consoleCall(ev *runtime.EventConsoleAPICalled) ConsoleEntry {
	texts := make([]string, len(ev.Args))
	for i, arg := range ev.Args {
		texts[i] = objectText(arg)
	}
	e := ConsoleEntry{
		Kind: ConsoleCall, Level: callLevel(ev.Type), Text: strings.Join(texts, " "),
		Stack: stackText(ev.StackTrace), At: timeOf(ev.Timestamp),
	}
	if ev.StackTrace != nil && len(ev.StackTrace.CallFrames) > 0 {
		top := ev.StackTrace.CallFrames[0]
		e.URL, e.Line, e.Column = top.URL, top.LineNumber+1, top.ColumnNumber+1
	}
	return e
}

func callLevel(t runtime.ConsoleAPICalledType) string {
	switch t {
	case runtime.ConsoleAPICalledTypeAssert, runtime.ConsoleAPICalledTypeError:
		return "error"
	case runtime.ConsoleAPICalledTypeWarning:
		return "warning"
	case runtime.ConsoleAPICalledTypeInfo:
		return "info"
	case runtime.ConsoleAPICalledTypeDebug:
		return "debug"
	default:
		return "log"
	}
}

func consoleException(ev *runtime.EventExceptionThrown) ConsoleEntry {
	d := ev.ExceptionDetails
	e := ConsoleEntry{
		Kind: ConsoleException, Level: "error", Text: exceptionText(d),
		URL: d.URL, Line: d.LineNumber + 1, Column: d.ColumnNumber + 1,
		Stack: stackText(d.StackTrace), At: timeOf(ev.Timestamp),
	}
	if e.URL == "" && d.StackTrace != nil && len(d.StackTrace.CallFrames) > 0 {
		e.URL = d.StackTrace.CallFrames[0].URL
	}
	return e
}

func consoleLog(ev *log.EventEntryAdded) ConsoleEntry {
	e := ConsoleEntry{
		Kind: ConsoleBrowser, Level: string(ev.Entry.Level), Text: ev.Entry.Text, URL: ev.Entry.URL,
		Stack: stackText(ev.Entry.StackTrace), Source: string(ev.Entry.Source), At: timeOf(ev.Entry.Timestamp),
	}
	if e.Level == string(log.EntryLevelVerbose) {
		e.Level = "debug"
	}
	if ev.Entry.LineNumber > 0 {
		e.Line = ev.Entry.LineNumber + 1
	}
	return e
}

// exceptionText joins "Uncaught" and the error, without its stack.
func exceptionText(d *runtime.ExceptionDetails) string {
	if d.Exception == nil {
		return d.Text
	}
	text, _, _ := strings.Cut(objectText(d.Exception), "\n    at ")
	if strings.HasSuffix(d.Text, text) {
		// The answer to an evaluation repeats the error already.
		return d.Text
	}
	return d.Text + " " + text
}

// objectText renders a value as the console does, in short.
func objectText(o *runtime.RemoteObject) string {
	if o.UnserializableValue != "" {
		return string(o.UnserializableValue)
	}
	if o.Type == runtime.RemoteObjectTypeString {
		var s string
		if json.Unmarshal(o.Value, &s) == nil {
			return s
		}
	}
	if o.Preview != nil && o.Subtype != runtime.RemoteObjectSubtypeError {
		return previewText(o.Preview)
	}
	if o.Description != "" {
		return o.Description
	}
	if len(o.Value) > 0 {
		return string(o.Value)
	}
	return string(o.Type)
}

func previewText(p *runtime.ObjectPreview) string {
	isArray := p.Subtype == runtime.ObjectPreviewSubtypeArray
	parts := make([]string, 0, len(p.Properties)+1)
	for _, prop := range p.Properties {
		value := prop.Value
		if prop.Type == runtime.PropertyPreviewTypeString {
			value = fmt.Sprintf("%q", value)
		}
		if isArray {
			parts = append(parts, value)
		} else {
			parts = append(parts, prop.Name+": "+value)
		}
	}
	if p.Overflow {
		parts = append(parts, "…")
	}
	if isArray {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if len(parts) == 0 && p.Description != "" {
		return p.Description
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// stackText renders a stack, one frame a line.
func stackText(s *runtime.StackTrace) string {
	var b strings.Builder
	for ; s != nil; s = s.Parent {
		for _, f := range s.CallFrames {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%s (%s:%d:%d)", orText(f.FunctionName, "(anonymous)"), f.URL, f.LineNumber+1, f.ColumnNumber+1)
		}
	}
	return b.String()
}

// timeOf converts the protocol's milliseconds since 1970.
func timeOf(ts runtime.Timestamp) time.Time { return time.UnixMicro(int64(float64(ts) * 1000)) }
