package sim

import (
	"slices"
	"time"

	"fives/p2p/sim/plan"
	"fives/p2p/sim/world"
)

// A Result is what came of a run.
type Result struct {
	Err     error // the first broken invariant
	Counts  plan.Counts
	Trace   uint64 // a hash of all that happened: the same for the same plan
	Over    bool   // all honest nodes saw the end of the game
	Log     int    // records that nodes signed for the log of the first node
	Faults  int    // seats found at fault
	Streams int    // that are open at the end
	Took    time.Duration
}

// Run plays a plan to its end.
func Run(p plan.Plan) Result {
	w := world.New(p)
	c := newChecker(w)
	if err := w.Play(c); err != nil {
		return Result{Err: err}
	}
	if w.Err() == nil {
		c.end()
	}
	return c.result()
}

func (c *checker) result() Result {
	w := c.w
	r := Result{Streams: w.Streams(), Err: w.Err(), Counts: w.Counts, Trace: w.Trace(), Over: true, Took: w.Took()}
	if g := w.Nodes[0].Game(0); g != nil {
		t := g.Table()
		r.Log = len(t.Log()) - len(t.Records(0)) - len(t.Records(1))
	}
	for at := 1; at < len(c.w.Tables); at++ {
		if c.ended(at) {
			r.Counts.Ended++
		}
	}
	for _, n := range c.w.Honest() {
		r.Over = r.Over && c.over(n)
		for _, g := range n.Playing() {
			r.Faults = max(r.Faults, len(g.Table().Faults()))
		}
	}
	return r
}

// ended reports whether a table was played to its end.
func (c *checker) ended(at int) bool {
	return slices.ContainsFunc(c.w.Honest(), func(n *world.Node) bool {
		g := n.Game(at)
		return g != nil && g.Table().Over()
	})
}

// over reports whether a game of a node has come to its end.
func (c *checker) over(n *world.Node) bool {
	return slices.ContainsFunc(n.Playing(), func(g *world.Game) bool { return g.Table().Over() })
}

// Settled reports whether nothing more can come of the run.
func (c *checker) Settled() bool {
	for _, n := range c.w.Honest() {
		games := n.Playing()
		if len(games) == 0 && !n.Guest() {
			return false
		}
		for _, g := range games {
			if !c.rests(g) {
				return false
			}
		}
	}
	return c.unknown() == "" && (!c.together() || c.united())
}
