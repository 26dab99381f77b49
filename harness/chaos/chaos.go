package chaos

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/chrome"
	"github.com/maochat/conformance/harness/protocol"
)

//go:embed page
var pages embed.FS

//go:embed js/start.js
var startFunction string

//go:embed js/step.js
var stepFunction string

// Options say what a run is like.
type Options struct {
	// Executor is the page-executor.js under test.
	Executor []byte
	// Actions is how many actions are asked for; 0 means 300.
	Actions int
	// Seed is where all choices come from.
	Seed uint64
	// Speed is how much faster time runs on the page; 0 means 10.
	Speed int
	// MaxFaults ends the run early; 0 means 10.
	MaxFaults int
	// Progress is called now and then with the number of actions so far; nil
	// drops it.
	Progress func(actions int)
}

// Fault is something that an executor must never do.
type Fault struct {
	// Step counts the requests of the run from 1.
	Step int
	// Text says what was done.
	Text string
	// Trail tells the step: how the page changed, what was asked, what happened.
	Trail []string
}

// Report is what came of a run.
type Report struct {
	Seed    uint64
	Actions int
	// Done is how many actions were carried out; a run in which nothing is done
	// shows nothing.
	Done int
	// Mutations is how often the page changed itself.
	Mutations int
	// Refused counts the codes of refused actions.
	Refused map[protocol.ErrorCode]int
	// Snapshots and Named are the inspections and the controls that the page
	// could name in them, of Listed ones.
	Snapshots, Named, Listed int
	Faults                   []Fault
	Wall                     time.Duration
}

// Run plays chaos on a tab, which must have focus emulation. The error says that
// the run could not be played; what the executor did wrong is in the report.
func Run(ctx context.Context, tab *chrome.Tab, o Options) (report Report, err error) {
	o = o.withDefaults()
	report = Report{Seed: o.Seed, Refused: map[protocol.ErrorCode]int{}}
	began := time.Now()
	defer func() { report.Wall = time.Since(began) }()
	address, stop, err := serve(ctx, o.Executor)
	if err != nil {
		return report, err
	}
	defer func() { err = errors.Join(err, stop()) }()

	d := &driver{rng: rand.New(rand.NewPCG(o.Seed, 0))}
	load := func() error {
		if err := tab.Navigate(ctx, fmt.Sprintf("%s/?speed=%d", address, o.Speed)); err != nil {
			return fmt.Errorf("opening the page: %w", err)
		}
		d.mutations, err = chrome.CallMain[[]string](ctx, tab, startFunction, d.rng.Uint32())
		if err != nil {
			return fmt.Errorf("starting the page: %w", err)
		}
		return nil
	}
	if err := load(); err != nil {
		return report, err
	}
	for report.Actions < o.Actions && len(report.Faults) < o.MaxFaults {
		// A new document makes every id of the old one worthless. The driver keeps them.
		if d.steps > 0 && d.chance(0.004) {
			if err := load(); err != nil {
				return report, err
			}
		}
		s := d.next()
		a, err := chrome.CallMain[answer](ctx, tab, stepFunction, s)
		if err != nil {
			return report, fmt.Errorf("step %d (seed %d), %s: the executor gave no answer: %w", d.steps, o.Seed, s, err)
		}
		report.count(s, a)
		if s.Frame.Tool == "page_inspect" {
			d.remember(a.SnapshotID, a.Elements)
		}
		for _, text := range faultsOf(s.acts, a) {
			report.Faults = append(report.Faults, Fault{Step: d.steps, Text: text, Trail: trail(s, a)})
		}
		if o.Progress != nil && d.steps%200 == 0 {
			o.Progress(report.Actions)
		}
	}
	return report, nil
}

func (o Options) withDefaults() Options {
	if o.Actions == 0 {
		o.Actions = 300
	}
	if o.Speed == 0 {
		o.Speed = 10
	}
	if o.MaxFaults == 0 {
		o.MaxFaults = 10
	}
	return o
}

func (r *Report) count(s step, a answer) {
	r.Mutations += len(a.Done)
	if len(s.acts) == 0 {
		r.Snapshots++
		r.Named += len(a.Elements)
		r.Listed += a.Listed
		return
	}
	r.Actions += len(s.acts)
	for _, o := range a.Actions {
		if o.OK {
			r.Done++
		} else {
			r.Refused[o.Code]++
		}
	}
	if len(a.Actions) == 0 {
		r.Refused[a.Code]++
	}
}

// String tells what was asked and what the page was to do meanwhile.
func (s step) String() string {
	text, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// trail tells a step for whoever has to find the fault.
func trail(s step, a answer) []string {
	lines := append([]string{}, a.Done...)
	for i, act := range s.acts {
		lines = append(lines, fmt.Sprintf("asked: %s %s on %q", act.name, act.value, act.key))
		if i < len(a.Actions) {
			o := a.Actions[i]
			lines = append(lines, fmt.Sprintf("said: ok %t %s %s", o.OK, o.Status, o.Code))
		}
	}
	for _, e := range a.Log {
		line, err := json.Marshal(e)
		if err != nil {
			line = []byte(err.Error())
		}
		lines = append(lines, "event: "+string(line))
	}
	return lines
}

// serve serves the page on loopback, at every path, for the page pushes paths of
// its own.
func serve(ctx context.Context, executor []byte) (address string, stop func() error, err error) {
	files, err := fs.Sub(pages, "page")
	if err != nil {
		return "", nil, fmt.Errorf("the page's files: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/page-executor.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write(executor) // a browser that went away reads no more
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if path.Ext(name) != ".js" {
			name = "index.html"
		}
		http.ServeFileFS(w, r, files, name)
	})
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("serving the page: %w", err)
	}
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	return "http://" + listener.Addr().String(), func() error {
		closing := server.Close()
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serving the page: %w", err)
		}
		return closing
	}, nil
}
