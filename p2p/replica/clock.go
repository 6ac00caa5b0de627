package replica

import "time"

// A clock is the time, as the caller tells it.
type clock struct {
	now     time.Time
	started time.Time // when the replica was first used
	step    time.Time // when the running step began, as far as this node knows
	woke    time.Time // when the replica was last used after a pause
}

// set takes the time from the caller. Two times of one turn can come in the wrong order: that
// is no pause, and the clock does not go back for it.
func (c *clock) set(now time.Time) {
	if c.started.IsZero() {
		c.started = now
	}
	switch d := now.Sub(c.now); {
	case d >= AwayAfter, d <= -AwayAfter:
		c.woke = now
	case d < 0:
		return
	}
	c.now = now
}

// since returns the time since then, or an hour if the clock was set back.
func (c *clock) since(then time.Time) time.Duration {
	if d := c.now.Sub(then); d >= 0 {
		return d
	}
	return time.Hour
}
