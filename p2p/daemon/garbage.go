package daemon

import (
	"os"
	"runtime/debug"
	"sync"
)

// How much garbage may lie about before it is collected, in percent of what is in use.
// That is two or three megabytes: with Go's 100 there are several collections in one
// deal, on all cores. At rest nobody waits, and memory counts.
const (
	garbageInPlay = 400
	garbageAtRest = 100
)

// A collector sets how much garbage this process may have.
type collector struct {
	mu      sync.Mutex
	percent int // 0 before it was set
}

// playing takes note whether a table is in play. A GOGC in the environment goes first.
func (c *collector) playing(yes bool) {
	percent := garbageAtRest
	if yes {
		percent = garbageInPlay
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if percent != c.percent && os.Getenv("GOGC") == "" {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
}
