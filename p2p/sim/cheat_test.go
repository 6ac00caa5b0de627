package sim_test

import (
	"testing"
	"time"

	"fives/p2p/sim"
)

// With cheats of every kind, alone and two together, while nothing else goes wrong: what can be proved is known to everybody, and nobody
// honest is at fault.
func TestCheats(t *testing.T) {
	t.Parallel()
	for c := sim.Fork; c <= sim.Sore; c++ {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			found := 0
			for seed := range uint64(6) {
				p := sim.Quiet(seed, 3+int(seed)%3)
				p.Cheat, p.Cheats = c, map[int]bool{1: true, 2: seed%3 == 2}
				if c == sim.Twice {
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
			case sim.Fork, sim.Invalid, sim.Replay, sim.Prove, sim.Twice:
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
