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

// A line is an event as it is sent: the table that it shows is JSON already, because that is
// what tells whether the table looks otherwise than before.
type line struct {
	api.Event
	View  json.RawMessage `json:"view,omitempty"`
	Moves json.RawMessage `json:"moves,omitempty"`
}

// followFeed calls emit with all events so far, and with every new one, each as a line of
// JSON. With views, the events of a changed table end with a view of it. A slow reader may miss
// views, but never the last one of a table.
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
			text, err := json.Marshal(l)
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

// next is what there is to send, and a channel that closes when there is more.
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

// extra is an event that is not kept: it has the number of the one before.
func (f *follower) extra(e api.Event) line {
	e.Seq, e.Time = f.since, time.Now()
	return line{Event: e}
}

// attach puts the view of each table that has changed into its last event, and
// into one of its own where there is none.
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

// look is how a table looks now, in the parts of a line that say so, and whether the reader
// was shown something else before.
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
