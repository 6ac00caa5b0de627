package demo

import (
	"time"

	"fives/p2p/api"
)

// A clock measures how long things took, from the host's own events.
type clock struct {
	r       *Result
	started time.Time
	last    api.Event // the event before
	shuffle time.Time // when the running shuffle could begin
}

func (c *clock) see(e api.Event) {
	switch e.Kind {
	case api.EventStarted:
		c.started = e.Time
	case api.EventShuffle:
		if c.last.Kind != api.EventShuffle {
			c.shuffle = c.last.Time
		}
	case api.EventMove:
		c.r.Moves++
	case api.EventSettled:
		c.r.Hands++
	case api.EventOver:
		c.r.Played = e.Time.Sub(c.started)
	case api.EventCards:
		c.cards(e)
	}
	if e.Kind != api.EventShuffle && c.last.Kind == api.EventShuffle {
		c.r.Shuffles = append(c.r.Shuffles, c.last.Time.Sub(c.shuffle))
	}
	c.last = e
}

func (c *clock) cards(e api.Event) {
	if c.r.Dealt == 0 {
		c.r.Dealt = e.Time.Sub(c.started)
	}
	if c.last.Kind == api.EventMove {
		c.r.Draws = append(c.r.Draws, e.Time.Sub(c.last.Time))
	}
}
