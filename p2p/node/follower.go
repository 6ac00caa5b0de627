package node

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"time"

	"fives/p2p/api"
)

// A follower is one reader of the event stream.
type follower struct {
	feed   *feed
	from   shownTables
	since  uint64 // the last event that it has got
	mark   uint64 // the last change of a table
	views  bool   // it wants to see tables as they change
	public bool   // as one without a seat
	shown  map[string]showing
}

// A showing is what a follower was shown of a table last.
type showing struct {
	seen seenTable
	sum  [sha256.Size]byte
}

// shownTables are those that a follower may see.
type shownTables interface {
	Running() []string // in memory
	// Shown is a table in memory as this node's seat sees it, with its moves if it is its
	// turn, or as one without a seat sees it, for a reader who has seen so much of it; nil
	// if it is not there.
	Shown(id string, public bool, seen *seenTable) (*api.Table, *api.Moves)
}

// followFeed calls emit with all events so far, and with every new one. With views, the events
// of a changed table end with a view of it. A slow reader may miss views, but never the
// last one of a table.
func followFeed(ctx context.Context, feed *feed, from shownTables, q api.EventsRequest, emit func(api.Event) error) error {
	f := &follower{feed: feed, from: from, since: min(q.Since, feed.Last()), views: q.Views, public: q.Public, shown: map[string]showing{}}
	for first := true; ; first = false {
		evs, more := f.next(first)
		for _, e := range evs {
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

// next is what there is to send, and a channel that closes when there is more.
func (f *follower) next(first bool) ([]api.Event, <-chan struct{}) {
	evs, changed, more := f.feed.Behind(f.since, f.mark)
	if len(evs) > 0 {
		f.since = evs[len(evs)-1].Seq
	}
	if !f.views {
		return evs, more
	}
	for _, c := range changed {
		f.mark = max(f.mark, c.Mark)
	}
	var tables []string
	if first {
		tables = f.from.Running()
	}
	for _, c := range changed {
		tables = append(tables, c.Table)
	}
	slices.Sort(tables)
	evs = f.attach(evs, slices.Compact(tables))
	if first {
		evs = append(evs, f.extra(api.Event{Kind: api.EventNow}))
	}
	return evs, more
}

// extra is an event that is not kept: it has the number of the one before.
func (f *follower) extra(e api.Event) api.Event {
	e.Seq, e.Time = f.since, time.Now()
	return e
}

// attach puts the view of each table that has changed into its last event, and
// into one of its own where there is none.
func (f *follower) attach(evs []api.Event, tables []string) []api.Event {
	for _, id := range tables {
		before := f.shown[id]
		now := before
		view, moves := f.from.Shown(id, f.public, &now.seen)
		if view == nil {
			continue
		}
		text, err := json.Marshal([]any{view, moves})
		if err != nil {
			continue
		}
		now.sum = sha256.Sum256(text)
		f.shown[id] = now
		last := -1
		for i, e := range evs {
			if e.Table == id {
				last = i
			}
		}
		switch {
		case last >= 0:
			evs[last].View, evs[last].Moves = view, moves
		case now.sum != before.sum:
			evs = append(evs, f.extra(api.Event{Kind: api.EventTable, Table: id, View: view, Moves: moves}))
		}
	}
	return evs
}
