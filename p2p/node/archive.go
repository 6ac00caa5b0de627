package node

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
	"fives/p2p/session"
)

// archived is a table that has ended and is not in memory.
type archived struct {
	Nodes    []record.Key `json:"-"`
	Summary  api.Summary  `json:"summary"`
	Left     bool         `json:"left"`     // this node has left it, maybe to play on elsewhere
	Declined bool         `json:"declined"` // it is a continuation that came to nothing for this node

	raw []byte // the summary that it was decoded from
}

// readArchived decodes what [game.Summary] has encoded.
func readArchived(d session.Done) (archived, bool) {
	a := archived{Nodes: d.Nodes}
	err := json.Unmarshal(d.Summary, &a)
	return a, err == nil && len(a.Summary.Seats) > 0
}

// readable reports whether this version can read a summary.
func readable(summary []byte) bool {
	_, ok := readArchived(session.Done{Summary: summary})
	return ok
}

// archive returns the tables that have ended and are not in memory. It decodes each once.
func (ts *tables) archive() map[record.Hash]archived {
	all := ts.session.Archive()
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for id, d := range all {
		if a, ok := ts.decoded[id]; !ok || !bytes.Equal(a.raw, d.Summary) {
			a, _ = readArchived(d)
			a.raw = d.Summary
			ts.decoded[id] = a
		}
	}
	maps.DeleteFunc(ts.decoded, func(id record.Hash, _ archived) bool { _, ok := all[id]; return !ok })
	return maps.Clone(ts.decoded)
}

// seats returns the seats of an archived table with what the archive has of them: name, node,
// and the host of a computer player, whose node stands for its key.
func (a archived) seats() []table.Seat {
	var seats []table.Seat
	for i, sat := range a.Summary.Seats[:min(len(a.Summary.Seats), len(a.Nodes))] {
		s := table.Seat{Name: sat.Name, Key: a.Nodes[i]}
		if slices.Contains(table.BotNames, sat.Name) {
			s.Host = &a.Nodes[i]
		}
		seats = append(seats, s)
	}
	return seats
}

// later reports whether a call without a name means a rather than b: a table that this node has
// not left goes before one that it has, and then a younger before an older one.
func (a archived) later(b archived) bool {
	if a.Left != b.Left {
		return b.Left
	}
	return a.Summary.Time > b.Summary.Time
}

// recallNamed reads the archived tables that a name means: the one whose ID begins with it, or,
// for "", the latest if there are no others.
func (ts *tables) recallNamed(name string, others bool) ([]*game, error) {
	var found []record.Hash
	switch {
	case name != "":
		for id := range ts.session.Archive() {
			if strings.HasPrefix(id.String(), api.TypedID(name)) {
				found = append(found, id)
			}
		}
	case !others:
		found = newest(ts.archive())
	}
	if len(found) > 1 {
		return nil, api.Ambiguous(found, record.Hash.String)
	}
	var gs []*game
	for _, id := range found {
		g, err := await(func(done func(*session.Table, error)) { ts.session.Find(id, done) })
		if err != nil {
			return nil, err
		}
		gs = append(gs, g)
	}
	return gs, nil
}

// newest returns the archived table that a call without a name means; none if there is none.
func newest(all map[record.Hash]archived) []record.Hash {
	var found []record.Hash
	for id, a := range all {
		if len(found) == 0 || a.later(all[found[0]]) {
			found = []record.Hash{id}
		}
	}
	return found
}

// gameOrArchived returns a table of this node, from the archive if need be; nil if there is none.
func (ts *tables) gameOrArchived(id record.Hash) *game {
	g, err := await(func(done func(*session.Table, error)) { ts.session.Find(id, done) })
	if err != nil {
		ts.log.Error("reading an archived table", "table", id.Short(), "err", err)
	}
	return g
}
