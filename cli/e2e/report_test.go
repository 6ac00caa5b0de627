//go:build linux

package e2e

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// A report is a table of faults, and what was there after them.
type report struct{ rows []*row }

// A row is one kind of fault.
type row struct {
	fault        string
	times        int    // how often it was injected
	acknowledged int    // records and moves that had to be there afterwards
	there        int    // of those, that were
	lost         int    // of all that was ever acknowledged
	twice        int    // steps with a record other than the one that was acknowledged
	stopped      int    // daemons that had to be started again to go on
	refused      int    // homes that a daemon did not start with
	hint         string // what the last of those daemons said to do
}

func (r *report) row(fault string) *row {
	w := &row{fault: fault}
	r.rows = append(r.rows, w)
	return w
}

func (r *report) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	line := func(cells ...any) {
		for _, c := range cells {
			fmt.Fprintf(w, "| %v\t", c)
		}
		fmt.Fprintln(w, "|")
	}
	line("fault injected", "times", "acknowledged", "there afterwards", "lost", "two records for a step", "stopped", "refused", "with what to do")
	line("---", "---", "---", "---", "---", "---", "---", "---", "---")
	sum := row{fault: "all"}
	for _, c := range r.rows {
		line(c.fault, c.times, c.acknowledged, c.there, c.lost, c.twice, c.stopped, c.refused, c.hint)
		sum.times, sum.acknowledged, sum.there = sum.times+c.times, sum.acknowledged+c.acknowledged, sum.there+c.there
		sum.lost, sum.twice, sum.stopped, sum.refused = sum.lost+c.lost, sum.twice+c.twice, sum.stopped+c.stopped, sum.refused+c.refused
	}
	line(sum.fault, sum.times, sum.acknowledged, sum.there, sum.lost, sum.twice, sum.stopped, sum.refused, "")
	w.Flush()
	return b.String()
}
