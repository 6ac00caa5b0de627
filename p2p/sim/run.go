package sim

import (
	"slices"
	"time"
)

// A Result is the result of a run.
type Result struct {
	Err     error // the first broken invariant
	Counts  Counts
	Trace   uint64        // a hash of everything that happened: the same for the same plan
	Over    bool          // all honest nodes saw the end of the game
	Log     int           // the number of records that nodes signed for the log of the first node
	Faults  int           // the largest number of seats that a node finds at fault
	Streams int           // the number of streams open at the end
	Took    time.Duration // in virtual time
}

// Run plays a plan to its end.
func Run(p Plan) Result {
	w := newWorld(p)
	c := newChecker(w)
	if err := w.play(c); err != nil {
		return Result{Err: err}
	}
	if w.err == nil {
		c.checkEnd()
	}
	return c.result()
}

func (c *checker) result() Result {
	w := c.w
	r := Result{Streams: w.streams(), Err: w.err, Counts: w.counts, Trace: w.trace.Sum64(), Over: true, Took: w.took()}
	if g := w.nodes[0].game(0); g != nil {
		t := g.table()
		r.Log = len(t.Log()) - len(t.Records(0)) - len(t.Records(1))
	}
	for at := 1; at < len(c.w.tables); at++ {
		if c.ended(at) {
			r.Counts.Ended++
		}
	}
	for _, n := range c.w.honest() {
		r.Over = r.Over && c.over(n)
		for _, g := range n.playing() {
			r.Faults = max(r.Faults, len(g.table().Faults()))
		}
	}
	return r
}

// ended reports whether a table was played to its end.
func (c *checker) ended(at int) bool {
	return slices.ContainsFunc(c.w.honest(), func(n *node) bool {
		g := n.game(at)
		return g != nil && g.table().Over()
	})
}

// over reports whether a game of a node has come to its end.
func (c *checker) over(n *node) bool {
	return slices.ContainsFunc(n.playing(), func(g *game) bool { return g.table().Over() })
}

// settled reports whether nothing more can happen in the run.
func (c *checker) settled() bool {
	for _, n := range c.w.honest() {
		games := n.playing()
		if len(games) == 0 && !n.guest {
			return false
		}
		for _, g := range games {
			if !c.rests(g) {
				return false
			}
		}
	}
	return c.describeUnknown() == "" && (!c.together() || c.united())
}
