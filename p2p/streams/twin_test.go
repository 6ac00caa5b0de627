package streams

import (
	"fmt"
	"testing"
	"time"

	"fives/engine/record"
	"fives/p2p/twin"
)

// Addresses that anybody can have announced cost little: few are called at once, none again
// at once, and not many are remembered.
func TestCallsAreBounded(t *testing.T) {
	w := newTwins(nil)
	called := 0
	for i := range 20 * maxCalled {
		at := fmt.Sprintf("/ip4/10.0.%d.%d/tcp/1", i/256, i%256)
		if !w.mayCall(at) {
			continue
		}
		called++
		if called <= maxCalls {
			continue // the first ones hang
		}
		t.Fatalf("%d calls are under way", called)
	}
	if called != maxCalls {
		t.Errorf("%d calls", called)
	}
	for range maxCalls {
		w.endCall()
	}
	if !w.mayCall("/ip4/10.1.0.1/tcp/1") || w.mayCall("/ip4/10.1.0.1/tcp/1") {
		t.Error("an address is not called exactly once")
	}
	w.endCall()
	for i := range 4 * maxCalled {
		if !w.mayCall(fmt.Sprintf("/ip4/10.2.%d.%d/tcp/1", i/256, i%256)) {
			t.Fatal("an address is not called")
		}
		w.endCall()
		if len(w.calls) > maxCalled {
			t.Fatalf("%d addresses are remembered", len(w.calls))
		}
	}
}

// A way by which a twin was found is taken again after a pause, until none was found by it
// for long; there are not many.
func TestWays(t *testing.T) {
	w := newTwins(nil)
	by := way{at: "/ip4/10.0.0.1/tcp/1"}
	w.note(by)
	if len(w.due(time.Hour)) != 0 || len(w.due(0)) != 1 || w.ways[by].last.IsZero() {
		t.Error("it is not asked for when it is time")
	}
	w.ways[by] = found{last: time.Now().Add(-5 * twin.GoneAfter)}
	if len(w.due(0)) != 0 || len(w.ways) != 0 {
		t.Error("it is kept for ever")
	}
	for i := range 4 * maxWays {
		w.note(way{through: record.Key{byte(i), 1}})
		if len(w.ways) > maxWays {
			t.Fatalf("%d ways", len(w.ways))
		}
	}
}
