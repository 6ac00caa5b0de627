package session

import (
	"errors"
	"slices"
	"time"

	"fives/engine/record"
	"fives/p2p/replica"
)

// Limits on spectators.
const (
	MaxOnlookers = 16 // onlookers that a node serves at one table
	MaxAdmitted  = 64 // nodes that a node admits to one private table
)

// ErrCrowded says that there is no room for another spectator.
var ErrCrowded = errors.New("session: there are as many spectators as may be")

// Watch follows a table of others, in the public view only. The node verifies everything
// that it sees, as a seat does, and stores nothing. prepare is called before anybody can
// find the table.
func (s *Session) Watch(id record.Hash, g replica.Genesis, prepare func(*Table)) (*Table, error) {
	t, err := g.Table(s.cfg.Games)
	if err != nil {
		return nil, err
	}
	if t.ID() != id {
		return nil, errOther
	}
	if s.Archived(id) {
		return nil, ErrKnown
	}
	tb, err := s.newTable(t, nil, false)
	if err != nil {
		return nil, err
	}
	tb.onlooker = true
	prepare(tb)
	if known := s.add(tb); known != nil {
		return known, nil
	}
	return tb, nil
}

// Admit durably notes that this node lets another one watch a private table.
func (t *Table) Admit(spectator record.Key, done func(error)) {
	t.post(job{do: func(time.Time) error {
		switch {
		case slices.Contains(t.admitted, spectator):
			return nil
		case len(t.admitted) >= MaxAdmitted:
			return ErrCrowded
		}
		admitted := append(slices.Clone(t.admitted), spectator)
		if err := t.s.cfg.Store.PutAdmitted(t.id, admitted); err != nil {
			return err
		}
		t.admitted = admitted
		return nil
	}, done: done})
}

// HasRoom reports whether this spectator can be served, as one more or once again.
func (t *Table) HasRoom(node record.Key) bool { return t.hasRoom(t.Snapshot().Links, node) }

func (t *Table) hasRoom(links []record.Key, node record.Key) bool {
	return slices.Contains(links, node) || len(slices.DeleteFunc(slices.Clone(links), t.Seats)) < MaxOnlookers
}
