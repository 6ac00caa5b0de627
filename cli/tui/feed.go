package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"fives/p2p/api"
)

// A feed follows the daemon's events and opens the stream again when it breaks.
type feed struct {
	ctx    context.Context
	d      Daemon
	events chan api.Event
}

// An eventsMsg holds all events that were waiting at one time.
type eventsMsg []api.Event

const (
	feedBuffer = 256
	feedPause  = time.Second // how long to wait after a break
)

func newFeed(ctx context.Context, d Daemon) *feed {
	return &feed{ctx: ctx, d: d, events: make(chan api.Event, feedBuffer)}
}

// run follows the stream until the program ends. It is a command that never returns a message.
func (f *feed) run() tea.Msg {
	if f.d == nil {
		return nil
	}
	var since uint64
	for f.ctx.Err() == nil {
		_ = f.d.Views(f.ctx, since, func(e api.Event) error {
			since = e.Seq
			select {
			case f.events <- e:
				return nil
			case <-f.ctx.Done():
				return f.ctx.Err()
			}
		})
		select {
		case <-time.After(feedPause): // the lobby's calls tell the player that the daemon is gone
		case <-f.ctx.Done():
		}
	}
	return nil
}

// next waits for events.
func (f *feed) next() tea.Msg {
	var batch eventsMsg
	select {
	case e := <-f.events:
		batch = append(batch, e)
	case <-f.ctx.Done():
		return nil
	}
	for len(batch) < feedBuffer {
		select {
		case e := <-f.events:
			batch = append(batch, e)
		default:
			return batch
		}
	}
	return batch
}
