package sim_test

import (
	"testing"
	"time"

	"fives/p2p/sim"
	"fives/p2p/sim/plan"
)

// Where nothing goes wrong, hardly any record is sent that is not needed.
func TestQuietTraffic(t *testing.T) {
	t.Parallel()
	for _, nodes := range []int{2, 4, 7} {
		p := plan.Quiet(1, nodes)
		r := sim.Run(p)
		if r.Err != nil || !r.Over {
			t.Fatalf("%d nodes: over %v, %v", nodes, r.Over, r.Err)
		}
		c := r.Counts
		needed := r.Log * (nodes - 1)
		t.Logf("%d nodes: %v, %d steps, %d messages, %d bytes, %d records sent for %d needed, %d twice the same way",
			nodes, r.Took, c.Steps/nodes, c.Messages, c.Bytes, c.Records, needed, c.Repeat)
		if c.Records > needed*5/4 {
			t.Errorf("%d nodes sent %d records, %d would do", nodes, c.Records, needed)
		}
	}
}

// A plan replays exactly.
func TestReplay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		a, b := sim.Run(plan.Draw(seed)), sim.Run(plan.Draw(seed))
		if a.Trace != b.Trace || a.Counts != b.Counts {
			t.Errorf("seed %d: two runs differ: %x %x", seed, a.Trace, b.Trace)
		}
	}
}

// Planted bugs are found: the checker can fail.
func TestPlantedBugs(t *testing.T) {
	t.Parallel()
	for name, bug := range map[string]plan.Bug{"send first": plan.SendFirst, "no gate": plan.NoGate, "linger": plan.Linger, "relaxed": plan.Relaxed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := uint64(54); seed < 120; seed++ { // 56 is the first that finds "no gate"
				p := plan.Quiet(seed, 3)
				p.Options = map[string]any{"hands": 1}
				p.Crash, p.Calm, p.Bug = 500*time.Millisecond, 10*time.Second, bug
				p.Restore = bug == plan.NoGate
				if bug == plan.Relaxed {
					p.Pages = map[int]bool{1: true}
				}
				if bug == plan.Linger {
					p.Crash, p.Sleep, p.Part, p.Impatience, p.Calm = 0, 3*time.Second, 3*time.Second, time.Second, 40*time.Second
				}
				if r := sim.Run(p); r.Err != nil {
					t.Logf("found with seed %d: %v", seed, r.Err)
					return
				}
			}
			t.Error("nothing was found")
		})
	}
}
