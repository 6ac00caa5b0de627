package console

import (
	"errors"
	"strings"

	"fives/cli/say"
	"fives/p2p/api"
)

// A complaint is an error in the form that programs read (JSON.md).
type complaint struct {
	Error  string     `json:"error"`
	Hints  []string   `json:"hints"`
	Status int        `json:"status"`
	Daemon *api.Error `json:"daemon,omitempty"` // the daemon's answer
}

// A note is what is said beside the answer, in the form that programs read.
type note struct {
	Note string `json:"note"`
}

func newComplaint(f *Failure, err error) complaint {
	c := complaint{Error: say.Clean(f.Text), Hints: []string{}, Status: f.Status}
	for line := range strings.SplitSeq(f.Hint, "\n") {
		if line != "" {
			c.Hints = append(c.Hints, say.Clean(line))
		}
	}
	if errors.As(err, &c.Daemon) {
		c.Daemon = api.CleanAll(c.Daemon)
	}
	return c
}
