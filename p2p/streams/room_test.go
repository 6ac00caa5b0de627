package streams

import (
	"testing"
	"time"

	"fives/engine/record"
)

// TestWayIsLostForAMoment: a game goes on through the node of a link while the way to those who play it is lost
// for as long as it takes to try their links again, and no longer; and through no other node.
func TestWayIsLostForAMoment(t *testing.T) {
	r, now := newRoom(), time.Now()
	dan, ana, eve := record.Key{1}, record.Key{2}, record.Key{3}
	r.behind[carried{dan, ana}] = now
	for _, c := range []struct {
		w     carried
		after time.Duration
		want  bool
	}{
		{carried{dan, ana}, 0, true},
		{carried{dan, ana}, time.Minute + 10*time.Second, true},
		{carried{dan, ana}, 3 * time.Minute, false},
		{carried{dan, eve}, 0, false},
		{carried{eve, ana}, 0, false},
	} {
		if got := r.wasBehind(c.w, now.Add(c.after)); got != c.want {
			t.Errorf("%v after %v: %v", c.w, c.after, got)
		}
	}
}
