package replica_test

import (
	"slices"
	"testing"
	"time"

	"fives/engine/record"
)

// TestReading: while the person of a node reads the result of a hand, its computer player
// makes no move, until that has been read or 20 s have passed. An older result, one that
// has been read, or one that there is not, holds nothing up.
func TestReading(t *testing.T) {
	for name, c := range map[string]struct {
		done bool // it is said to have been read
		hand int
		want time.Duration
	}{
		"read":                     {true, 1, 3 * time.Second},
		"never read":               {false, 1, 20 * time.Second},
		"another one is read":      {true, 0, 20 * time.Second},
		"one that there is not":    {true, 9, 20 * time.Second},
		"asked for once more":      {false, 1, 20 * time.Second},
		"read, and taken up again": {true, 1, 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			w := newNetwork(t, 2, map[string]any{"hands": 4})
			w.mesh()
			n := w.nodes[0]
			w.run(func() bool { return len(n.Table().Results()) == 1 })
			began := w.now
			n.Reading(1, false, w.now)
			w.run(func() bool {
				return n.Table().Pending().Kind == record.KindMove && slices.Contains(n.Table().Missing(), 0)
			})
			step, told := n.Table().Step(), false
			w.run(func() bool {
				if !told && w.now.Sub(began) >= 3*time.Second {
					told = true
					n.Reading(c.hand, c.done, w.now)
					if name == "read, and taken up again" {
						n.Reading(c.hand, false, w.now)
					}
				}
				return n.Table().Step() > step
			})
			if waited := w.now.Sub(began); waited < c.want || waited > c.want+time.Second {
				t.Errorf("it goes on after %v, want %v", waited, c.want)
			}
		})
	}
}
