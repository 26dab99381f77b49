package scenario

import (
	"slices"
	"time"
)

// Network is a fault of the network or of the server. Exactly one field is set.
type Network struct {
	Drop    string        // "close", "rst" or "expired": the connection ends
	Hold    bool          // nothing passes any more, either way
	Release bool          // what was held goes on
	Next    string        // what becomes of the next frame to the SDK: "half", "twice" or "swap"
	Delay   time.Duration // how late the next frame to the SDK comes
	Junk    string        // what is sent that makes no sense
	REST    *RESTFault
	User    int // whose the tokens are from now on; 0 for no change
}

// RESTFault is what becomes of the next HTTP calls to an address.
type RESTFault struct {
	Path   string // how the address begins
	Method string // of the calls, empty for any
	Status int    // answered instead; 0 for the call's own answer
	Body   string // "slow" or "cut", empty for the whole body
	Times  int
}

// TabAct is what a browser does to a tab.
type TabAct struct {
	How string // "freeze", "thaw", "hide", "show", "interrupt", "stay", "crash", TabFirst or TabSecond
}

// The tabs of a scenario: what the page, the user and the checks are about after
// the user has turned to it. The second is opened the first time.
const (
	TabFirst  = "first"
	TabSecond = "second"
)

// The Verb of each fault.
func (*Network) Verb() string { return "net" }
func (*TabAct) Verb() string  { return "tab" }

// Severs tells whether the connection ends, and with it what is under way.
func (n *Network) Severs() bool {
	return n.Drop != "" || n.Next == "half" || n.Junk == "utf8" || n.Junk == "opcode"
}

// Stalls tells whether an answer may come too late.
func (n *Network) Stalls() bool { return n.Hold }

// Ends tells whether requests that are under way may get no result in time: from a
// page that stands still, or because another tab takes the conversation over.
func (t *TabAct) Ends() bool {
	return t.How == "crash" || t.How == "interrupt" || t.How == "thaw" || t.How == TabSecond
}

var (
	drops    = []string{"close", "rst", "expired"}
	fates    = []string{"half", "twice", "swap"}
	junk     = []string{"garbage", "binary", "utf8", "opcode", "flood"}
	bodies   = []string{"slow", "cut"}
	tabActs  = []string{"freeze", "thaw", "hide", "show", "interrupt", "stay", "crash", TabFirst, TabSecond}
	netWords = []string{"drop", "hold", "release", "next", "delay", "send", "rest", "user"}
)

func (r *reader) network(n *node) Action {
	w := &Network{}
	o := r.object(n, "a net step", netWords...)
	if len(o.fields) != 1 {
		r.problem(n.pos, Problem{Message: "a net step does one thing", Wanted: "exactly " + oneOf(netWords), Found: n.found()})
	}
	w.Drop = r.choice(o.get("drop"), "", drops...)
	w.Hold = r.onlyTrue(o.get("hold"))
	w.Release = r.onlyTrue(o.get("release"))
	w.Next = r.choice(o.get("next"), "", fates...)
	if delay := o.get("delay"); delay != nil {
		w.Delay = r.duration(delay, 0)
	}
	w.Junk = r.choice(o.get("send"), "", junk...)
	if rest := o.get("rest"); rest != nil {
		w.REST = r.restFault(rest)
	}
	if user := o.get("user"); user != nil {
		w.User = r.integer(user, 1, 1<<31-1)
	}
	return w
}

// onlyTrue reads a word that has no other value.
func (r *reader) onlyTrue(n *node) bool {
	if n == nil {
		return false
	}
	if !r.boolean(n, false) {
		r.wrongKind(n, "true")
	}
	return true
}

func (r *reader) restFault(n *node) *RESTFault {
	o := r.object(n, "a fault of an HTTP call", "path", "method", "status", "body", "times")
	f := &RESTFault{
		Path:   r.text(r.need(o, "path", "how the address of the call begins"), "a path such as /api/v1/sessions"),
		Method: r.choice(o.get("method"), "", "GET", "POST", "PUT"),
		Body:   r.choice(o.get("body"), "", bodies...),
		Times:  1,
	}
	if status := o.get("status"); status != nil {
		f.Status = r.integer(status, 400, 599)
	}
	if times := o.get("times"); times != nil {
		f.Times = r.integer(times, 1, 100)
	}
	if (f.Status == 0) == (f.Body == "") {
		r.problem(n.pos, Problem{Message: "an HTTP call fails in one way", Wanted: "either status or body"})
	}
	return f
}

func (r *reader) tab(n *node) Action {
	t := &TabAct{How: r.choice(n, "", tabActs...)}
	if !slices.Contains(tabActs, t.How) {
		t.How = tabActs[0]
	}
	return t
}
