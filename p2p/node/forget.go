package node

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/replica"
	"fives/p2p/session"
)

// Forget removes for good a table that is over or that this node has left. Unless sure is set, it is
// refused while somebody may still need the table.
func (n *Node) Forget(_ context.Context, name string, sure bool) error {
	id, err := n.tables.findEnded(name)
	if err != nil {
		return err
	}
	if calls := n.tables.open(id); len(calls) > 0 && !sure {
		return api.Fail(api.ReasonOwed, api.Data{Table: id.String(), Calls: calls})
	}
	names := n.tables.labels(id)
	err = session.Wait(func(done func(error)) { n.session.Forget(id, sure, done) })
	var owed *session.OwedError
	switch {
	case errors.Is(err, session.ErrPlays):
		return api.Fail(api.ReasonStillPlaying, api.Data{Table: id.String()})
	case errors.As(err, &owed):
		return api.Fail(api.ReasonOwed, api.Data{Table: id.String(), Names: namesOf(names, owed.Seats)})
	}
	return err
}

// findEnded finds a table by a prefix of its ID, in memory or in the archive, without reading its log.
func (ts *tables) findEnded(name string) (record.Hash, error) {
	fits := func(id record.Hash) bool { return name != "" && strings.HasPrefix(id.String(), api.TypedID(name)) }
	found := map[record.Hash]bool{}
	for _, g := range ts.running() {
		found[g.id] = true
	}
	for id := range ts.session.Archive() {
		found[id] = true
	}
	maps.DeleteFunc(found, func(id record.Hash, _ bool) bool { return !fits(id) })
	ids := slices.Collect(maps.Keys(found))
	switch {
	case len(ids) == 1:
		return ids[0], nil
	case len(ids) > 1:
		return record.Hash{}, api.Ambiguous(ids, record.Hash.String)
	case slices.ContainsFunc(ts.lobby.Pending(), fits):
		return record.Hash{}, api.Fail(api.ReasonNotBegun, api.Data{})
	}
	return record.Hash{}, api.Fail(api.ReasonNoTable, api.Data{Name: name})
}

// labels returns the names of the seats of a table, in memory or in the archive.
func (ts *tables) labels(id record.Hash) []string {
	if g := ts.game(id); g != nil {
		return g.terms.Names()
	}
	return ts.archive()[id].Summary.Names()
}

// open lists the continuations of a table that may or may not begin yet.
func (ts *tables) open(parent record.Hash) (list []api.Call) {
	for _, child := range ts.children(parent, func(r *replica.Snapshot) bool { return !r.InPlay() && !r.Declined() }) {
		list = append(list, child.call())
	}
	return list
}
