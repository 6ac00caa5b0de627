package sim_test

import (
	"testing"
	"time"

	"fives/p2p/sim"
	"fives/p2p/sim/plan"
)

// Cheats of every kind, alone and two together, where nothing else goes wrong:
// what can be proved is known to everybody, and nobody honest is at fault.
func TestCheats(t *testing.T) {
	t.Parallel()
	for c := plan.Fork; c <= plan.Sore; c++ {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			found := 0
			for seed := range uint64(6) {
				p := plan.Quiet(seed, 3+int(seed)%3)
				p.Cheat, p.Cheats = c, map[int]bool{1: true, 2: seed%3 == 2}
				if c == plan.Twice {
					p.Begin(5 + int(seed)%3)
				}
				p.Calm, p.Think, p.Patience = 3*time.Second, 300*time.Millisecond, time.Minute
				r := sim.Run(p)
				if r.Err != nil {
					t.Error(r.Err)
				}
				found += r.Faults
			}
			switch c {
			case plan.Fork, plan.Invalid, plan.Replay, plan.Prove, plan.Twice:
				if found == 0 {
					t.Error("nobody was ever found at fault")
				}
			default:
				if found > 0 {
					t.Errorf("%d faults of a %s", found, c)
				}
			}
		})
	}
}
