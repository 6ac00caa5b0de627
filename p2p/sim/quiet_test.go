package sim_test

import (
	"testing"
	"time"

	"fives/p2p/sim"
)

// While nothing goes wrong, hardly any record is sent that is not needed.
func TestQuietTraffic(t *testing.T) {
	t.Parallel()
	for _, nodes := range []int{2, 4, 7} {
		p := sim.Quiet(1, nodes)
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

// However far the nodes are from each other, what is on its way is not sent again, by nobody. A have that
// crosses a record, and each step that begins, would bring four copies of one record out of three otherwise.
// Only the first step goes every way, because nobody has said yet whom they hear.
func TestEachRecordOnce(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{75, 150, 300} {
		sent, again, needed := 0, 0, 0
		for seed := range uint64(6) {
			p := sim.Quiet(seed, 4)
			p.Delay, p.Think = delay*time.Millisecond, 10*time.Millisecond
			r := sim.Run(p)
			if r.Err != nil || !r.Over {
				t.Fatalf("%d ms, seed %d: over %v, %v", delay, seed, r.Over, r.Err)
			}
			sent, again, needed = sent+r.Counts.Records, again+r.Counts.Repeat, needed+3*r.Log
		}
		t.Logf("%d ms: %d records for %d needed, %d twice the same way", delay, sent, needed, again)
		if sent > needed*115/100 || again > needed*3/100 {
			t.Errorf("%d ms one way: %d records are sent, %d would do, and %d go twice the same way", delay, sent, needed, again)
		}
	}
}

// A plan replays exactly.
func TestReplay(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		a, b := sim.Run(sim.Draw(seed)), sim.Run(sim.Draw(seed))
		if a.Trace != b.Trace || a.Counts != b.Counts {
			t.Errorf("seed %d: two runs differ: %x %x", seed, a.Trace, b.Trace)
		}
	}
}

// Planted bugs are found: the checker can fail.
func TestPlantedBugs(t *testing.T) {
	t.Parallel()
	for name, bug := range map[string]sim.Bug{"send first": sim.SendFirst, "no gate": sim.NoGate, "linger": sim.Linger, "relaxed": sim.Relaxed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := uint64(54); seed < 120; seed++ { // 56 is the first that finds "no gate"
				p := sim.Quiet(seed, 3)
				p.Options = map[string]any{"hands": 1}
				p.Crash, p.Calm, p.Bug = 500*time.Millisecond, 10*time.Second, bug
				p.Restore = bug == sim.NoGate
				if bug == sim.Relaxed {
					p.Pages = map[int]bool{1: true}
				}
				if bug == sim.Linger {
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
