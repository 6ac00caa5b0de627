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
	mark   uint64 // the last change of a table that it has got
	views  bool   // it wants views of tables that change
	public bool   // as somebody without a seat sees them
	shown  map[string]showing
}

// A showing is what a follower has last been shown of a table.
type showing struct {
	seen seenTable
	sum  [sha256.Size]byte
}

// shownTables has the tables that a follower may see.
type shownTables interface {
	Running() []string // the IDs of the tables in memory
	// Shown returns a table in memory for a reader who has seen that much of it: as this node's
	// seat sees it, with the seat's moves if it is its turn, or, if public, as somebody without a
	// seat sees it. It returns nil if there is no such table, and updates seen.
	Shown(id string, public bool, seen *seenTable) (*api.Table, *api.Moves)
}

// A line is an event as it is sent. Its view is already JSON, because the JSON tells whether the
// table looks different from before.
type line struct {
	api.Event
	View  json.RawMessage `json:"view,omitempty"`
	Moves json.RawMessage `json:"moves,omitempty"`
}

// followFeed calls emit with every event after q.Since, then with new ones as they come, each as a
// line of JSON, until ctx is done or emit fails. With q.Views, the last event of each table that has
// changed carries a view of it. A slow reader may miss views, but never the last one of a table.
func followFeed(ctx context.Context, feed *feed, from shownTables, q api.EventsRequest, emit func([]byte) error) error {
	f := &follower{feed: feed, from: from, since: min(q.Since, feed.Last()), views: q.Views, public: q.Public, shown: map[string]showing{}}
	for first := true; ; first = false {
		lines, more, err := f.next(first)
		if err != nil {
			return err
		}
		for _, l := range lines {
			if q.Public {
				l.Yours, l.Code = false, ""
			}
			text, err := api.JSON(l)
			if err != nil {
				return err
			}
			if err := emit(text); err != nil {
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

// next returns the lines to send, and a channel that closes when there are more.
func (f *follower) next(first bool) ([]line, <-chan struct{}, error) {
	evs, changed, more := f.feed.Behind(f.since, f.mark)
	lines := make([]line, len(evs))
	for i, e := range evs {
		lines[i].Event, f.since = e, e.Seq
	}
	if !f.views {
		return lines, more, nil
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
	lines, err := f.attach(lines, slices.Compact(tables))
	if first {
		lines = append(lines, f.extra(api.Event{Kind: api.EventNow}))
	}
	return lines, more, err
}

// extra returns a line for an event that is not kept: it has the number of the event before.
func (f *follower) extra(e api.Event) line {
	e.Seq, e.Time = f.since, time.Now()
	return line{Event: e}
}

// attach puts the view of each of the tables into its last line, and adds a line for a table that
// looks different and has none.
func (f *follower) attach(lines []line, tables []string) ([]line, error) {
	for _, id := range tables {
		looks, changed, err := f.look(id)
		if err != nil {
			return nil, err
		}
		last := -1
		for i, l := range lines {
			if l.Table == id {
				last = i
			}
		}
		if last < 0 && changed {
			lines = append(lines, f.extra(api.Event{Kind: api.EventTable, Table: id}))
			last = len(lines) - 1
		}
		if last >= 0 {
			lines[last].View, lines[last].Moves = looks.View, looks.Moves
		}
	}
	return lines, nil
}

// look returns a line with the view and moves of a table as it is now, and whether that differs from
// what the reader has last been shown.
func (f *follower) look(id string) (looks line, changed bool, err error) {
	before := f.shown[id]
	now := before
	view, moves := f.from.Shown(id, f.public, &now.seen)
	if view == nil {
		return line{}, false, nil
	}
	if looks.View, err = json.Marshal(view); err != nil {
		return line{}, false, err
	}
	if moves != nil {
		if looks.Moves, err = json.Marshal(moves); err != nil {
			return line{}, false, err
		}
	}
	sum := sha256.New()
	sum.Write(looks.View)
	sum.Write(looks.Moves)
	sum.Sum(now.sum[:0])
	f.shown[id] = now
	return looks, now.sum != before.sum, nil
}
