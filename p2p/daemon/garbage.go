package daemon

import (
	"os"
	"runtime/debug"
	"sync"
)

// How much garbage there may be before it is collected, in percent of the memory in use, which is two or three megabytes.
// With Go's default of 100, there are several collections in one deal, on all cores. At rest nobody waits, and memory
// matters more.
const (
	garbageInPlay = 400
	garbageAtRest = 100
)

// A collector sets how much garbage this process may have at a time.
type collector struct {
	mu      sync.Mutex
	percent int // 0 before it was set
}

// playing notes whether a table is being played. GOGC in the environment takes precedence.
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
