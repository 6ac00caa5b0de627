package demo

import (
	"time"

	"fives/p2p/control"
)

// A clock reads how long things took off the host's own events.
type clock struct {
	r       *Result
	started time.Time
	last    control.Event // the one before
	shuffle time.Time     // when the running shuffle could begin
}

func (c *clock) see(e control.Event) {
	switch e.Kind {
	case control.EventStarted:
		c.started = e.Time
	case control.EventShuffle:
		if c.last.Kind != control.EventShuffle {
			c.shuffle = c.last.Time
		}
	case control.EventMove:
		c.r.Moves++
	case control.EventSettled:
		c.r.Hands++
	case control.EventOver:
		c.r.Played = e.Time.Sub(c.started)
	case control.EventCards:
		c.cards(e)
	}
	if e.Kind != control.EventShuffle && c.last.Kind == control.EventShuffle {
		c.r.Shuffles = append(c.r.Shuffles, c.last.Time.Sub(c.shuffle))
	}
	c.last = e
}

func (c *clock) cards(e control.Event) {
	if c.r.Dealt == 0 {
		c.r.Dealt = e.Time.Sub(c.started)
	}
	if c.last.Kind == control.EventMove {
		c.r.Draws = append(c.r.Draws, e.Time.Sub(c.last.Time))
	}
}
