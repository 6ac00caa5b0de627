package doctor

import "fmt"

// State is how well something is.
type State string

// The states of findings.
const (
	OK      State = "ok"
	Warning State = "warning" // play is possible, though not everywhere or not yet
	Problem State = "problem" // this has to be dealt with
)

// A Finding is the outcome of one check.
type Finding struct {
	Check string `json:"check"`
	State State  `json:"state"`
	Text  string `json:"text"`
	Do    string `json:"do,omitempty"` // what to do about it
}

// A chart collects the findings of one check.
type chart struct {
	check    string
	findings []Finding
}

func (c *chart) ok(format string, args ...any) { c.add(OK, "", format, args...) }

func (c *chart) warn(do, format string, args ...any) { c.add(Warning, do, format, args...) }

func (c *chart) problem(do, format string, args ...any) { c.add(Problem, do, format, args...) }

func (c *chart) add(s State, do, format string, args ...any) {
	c.findings = append(c.findings, Finding{Check: c.check, State: s, Text: fmt.Sprintf(format, args...), Do: do})
}
