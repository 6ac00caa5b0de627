package node

import (
	"context"
	"reflect"
	"slices"
	"time"

	"fives/p2p/api"
)

// A follower is one reader of the event stream.
type follower struct {
	feed   *feed
	from   shownTables
	since  uint64 // the last event that it has got
	mark   uint64 // the last change of a table that it has got
	views  bool   // it wants views of tables that change
	public bool   // as somebody without a seat sees them
	shown  map[string]showing
}

// A showing is what a follower has last been shown of a table.
type showing struct {
	seen  seenTable
	view  *api.Table
	moves *api.Moves
}

// shownTables has the tables that a follower may see.
type shownTables interface {
	Running() []string // the IDs of the tables in memory
	// Shown returns a table in memory for a reader who has seen that much of it: as this node's
	// seat sees it, with the seat's moves if it is its turn, or, if public, as somebody without a
	// seat sees it. It returns nil if there is no such table, and updates seen.
	Shown(id string, public bool, seen *seenTable) (*api.Table, *api.Moves)
}

// followFeed calls emit with every event after q.Since, then with new ones as they come, until ctx
// is done or emit fails. With q.Views, the last event of each table that has
// changed carries a view of it. A slow reader may miss views, but never the last one of a table.
func followFeed(ctx context.Context, feed *feed, from shownTables, q api.EventsRequest, emit func(api.Event) error) error {
	f := &follower{feed: feed, from: from, since: min(q.Since, feed.Last()), views: q.Views, public: q.Public, shown: map[string]showing{}}
	for first := true; ; first = false {
		events, more := f.next(first)
		for _, e := range events {
			if q.Public {
				e.Yours, e.Code = false, ""
			}
			if err := emit(e); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-more:
		}
	}
}

// next returns the events to send, and a channel that closes when there are more.
func (f *follower) next(first bool) ([]api.Event, <-chan struct{}) {
	events, changed, more := f.feed.Behind(f.since, f.mark)
	if n := len(events); n > 0 {
		f.since = events[n-1].Seq
	}
	if !f.views {
		return events, more
	}
	var tables []string
	if first {
		tables = f.from.Running()
	}
	for _, c := range changed {
		f.mark = max(f.mark, c.Mark)
		tables = append(tables, c.Table)
	}
	slices.Sort(tables)
	for _, id := range slices.Compact(tables) {
		events = f.attach(events, id)
	}
	if first {
		events = append(events, f.extra(api.Event{Kind: api.EventNow}))
	}
	return events, more
}

// extra returns an event that is not kept: it has the number of the event before.
func (f *follower) extra(e api.Event) api.Event {
	e.Seq, e.Time = f.since, time.Now()
	return e
}

// attach puts the view of a table into its last event, and adds an event for a table that looks different
// and has none.
func (f *follower) attach(events []api.Event, id string) []api.Event {
	before := f.shown[id]
	now := showing{seen: before.seen}
	if now.view, now.moves = f.from.Shown(id, f.public, &now.seen); now.view == nil {
		return events
	}
	f.shown[id] = now
	if !slices.ContainsFunc(events, func(e api.Event) bool { return e.Table == id }) {
		if reflect.DeepEqual(now, before) {
			return events
		}
		events = append(events, f.extra(api.Event{Kind: api.EventTable, Table: id}))
	}
	for i := range slices.Backward(events) {
		if events[i].Table == id {
			events[i].View, events[i].Moves = now.view, now.moves
			break
		}
	}
	return events
}
