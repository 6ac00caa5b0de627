package daemon

import (
	"runtime/debug"
	"testing"
)

// TestGarbage: more of it may lie about as long as somebody plays, unless GOGC says how
// much.
func TestGarbage(t *testing.T) {
	usual := debug.SetGCPercent(100)
	defer debug.SetGCPercent(usual)
	set := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	t.Setenv("GOGC", "")
	var c collector
	for i, yes := range []bool{false, true, true, false} {
		c.playing(yes)
		if want := map[bool]int{true: garbageInPlay, false: garbageAtRest}[yes]; set() != want {
			t.Errorf("step %d: %d percent, want %d", i, set(), want)
		}
	}
	t.Setenv("GOGC", "70")
	debug.SetGCPercent(70)
	if new(collector).playing(true); set() != 70 {
		t.Errorf("%d percent, GOGC says 70", set())
	}
}
