package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/maochat/conformance/harness/runner/result"
)

// The elements of JUnit XML, as far as the readers of it agree on them.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Time       string          `xml:"time,attr"`
		Timestamp  string          `xml:"timestamp,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase     `xml:"testcase"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		Classname string        `xml:"classname,attr"`
		Name      string        `xml:"name,attr"`
		File      string        `xml:"file,attr"`
		Time      string        `xml:"time,attr"`
		Failure   *junitProblem `xml:"failure"`
		Error     *junitProblem `xml:"error"`
		Skipped   *junitSkipped `xml:"skipped"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Body    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// JUnit writes a run as JUnit XML. A case's class is its scenario's folder and
// its name the rest, so that both together are unique; problems of the run
// itself are cases of the class "run".
func JUnit(w io.Writer, r *result.Run) error {
	suite := junitSuite{
		Name:      "conformance",
		Time:      seconds(r.DurationMs),
		Timestamp: r.About.StartedAt.UTC().Format(time.RFC3339),
		Properties: []junitProperty{
			{"sdk", r.About.SDK}, {"sdk.sha256", r.About.SDKSHA256}, {"profile", r.About.Profile},
			{"browser", r.About.Browser}, {"harness", r.About.Harness},
		},
	}
	for _, c := range r.Cases {
		suite.add(junitOf(c))
	}
	for i, p := range r.Problems {
		one := junitCase{Classname: "run", Name: fmt.Sprintf("problem %d", i+1), Time: seconds(0)}
		problem := &junitProblem{Message: clean(p.Message), Type: string(p.Status), Body: clean(p.Message)}
		if p.Status == result.Error {
			one.Error = problem
		} else {
			one.Failure = problem
		}
		suite.add(one)
	}
	all := junitSuites{Name: "maoconform", Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors,
		Skipped: suite.Skipped, Time: suite.Time, Suites: []junitSuite{suite}}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("writing JUnit XML: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return fmt.Errorf("writing JUnit XML: %w", err)
	}
	return nil
}

// add counts a case in.
func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func junitOf(c result.CaseResult) junitCase {
	out := junitCase{Classname: strings.ReplaceAll(path.Dir(c.Case.ID), "/", "."), Name: path.Base(c.Case.ID), File: c.Case.File}
	total := 0.0
	for _, o := range c.Outcomes {
		total += o.DurationMs
	}
	out.Time = seconds(total)
	worst := c.Worst()
	switch {
	case c.Verdict == result.Error:
		out.Error = junitProblemOf(c)
	case !c.Good():
		out.Failure = junitProblemOf(c)
	case c.Verdict != result.Pass:
		out.Skipped = &junitSkipped{Message: clean(strings.TrimSpace(string(c.Verdict) + " " + c.Reason + worst.Reason))}
	}
	return out
}

func junitProblemOf(c result.CaseResult) *junitProblem {
	message := string(c.Verdict)
	if failures := c.Worst().Failures; len(failures) > 0 {
		message = failures[0].Message
		if failures[0].Check != "" {
			message = failures[0].Check + ": " + message
		}
	}
	return &junitProblem{Message: clean(message), Type: string(c.Verdict), Body: clean(message + "\n\n" + Failure(c))}
}

func seconds(ms float64) string { return fmt.Sprintf("%.3f", ms/1000) }

// clean drops what XML 1.0 cannot hold and what would steer a terminal: texts
// of pages and SDKs end up in reports.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= 0x20 && r != 0x7F && (r < 0x80 || r > 0x9F) && r != 0xFFFE && r != 0xFFFF {
			return r
		}
		return -1
	}, s)
}
