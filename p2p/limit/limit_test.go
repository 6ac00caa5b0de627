package limit

import (
	"encoding/binary"
	"testing"
	"time"

	"fives/engine/record"
)

// TestRate: a node has its burst, then one more after each pause of the time that
// is handed in; another node has as much besides.
func TestRate(t *testing.T) {
	now := time.Unix(1_750_000_000, 0)
	r := NewRate(func() time.Time { return now }, time.Second, 3)
	ana, ben := record.Key{1}, record.Key{2}
	for i := range 3 {
		if r.Exhausted(ana) || r.Left(ana) != 3-i || !r.Allow(ana) {
			t.Fatalf("%d of three: %d are left", i, r.Left(ana))
		}
	}
	if !r.Exhausted(ana) || r.Allow(ana) {
		t.Error("a fourth at once")
	}
	if r.Left(ben) != 3 {
		t.Errorf("another node has %d left", r.Left(ben))
	}
	now = now.Add(time.Second)
	if !r.Allow(ana) || r.Allow(ana) {
		t.Error("a pause is not worth one")
	}
}

// TestRateIsBounded: nodes that come and go take no memory.
func TestRateIsBounded(t *testing.T) {
	now := time.Unix(1_750_000_000, 0)
	r := NewRate(func() time.Time { return now }, time.Second, 1)
	for i := range 3 * maxNodes {
		var node record.Key
		binary.BigEndian.PutUint64(node[:], uint64(i))
		r.Allow(node)
	}
	if len(r.nodes) > maxNodes {
		t.Errorf("%d nodes are remembered", len(r.nodes))
	}
}
