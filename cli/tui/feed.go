package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"fives/p2p/api"
)

// A feed follows the daemon's events and takes the stream up again where it
// broke.
type feed struct {
	ctx    context.Context
	d      Daemon
	events chan api.Event
}

// eventsMsg is what happened, as much as was there at once.
type eventsMsg []api.Event

const (
	feedBuffer = 256
	feedPause  = time.Second // before a broken stream is tried again
)

func newFeed(ctx context.Context, d Daemon) *feed {
	return &feed{ctx: ctx, d: d, events: make(chan api.Event, feedBuffer)}
}

// run follows until the program ends. It is a command without a message.
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
