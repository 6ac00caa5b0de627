package session

import (
	"cmp"
	"errors"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

var errOther = errors.New("session: the genesis is of another table")

// Restore takes back a table that this node's store has lost: it contains a join that this
// node has signed. The secrets of the running hand and the keys of computer players are
// gone, because only the store had them; the replica says so when they are needed. The
// roster is not signed again: without a reservation this node cannot know whether it still
// wants the seat.
func (s *Session) Restore(from record.Key, g replica.Genesis, done func(*Table, error)) {
	t, err := g.Table(s.cfg.Games)
	if err != nil {
		done(nil, err)
		return
	}
	sits := slices.ContainsFunc(t.Terms().Seats, func(s table.Seat) bool { return s.Node() == from })
	if !sits || t.Terms().SeatOf(s.self) < 0 {
		done(nil, errors.New("session: a table at which this node has no seat"))
		return
	}
	if givenUp, err := s.cfg.Store.GivenUp(t.ID()); err != nil || givenUp {
		done(nil, cmp.Or(err, errors.New("session: a table at which this node has given its seat up")))
		return
	}
	s.create(birth{genesis: g, seats: map[record.Key]OwnSeat{s.self: {Lost: true}}, asks: true}, t, func(t *Table, news bool, err error) {
		if news {
			t.observer.Restored()
		}
		done(t, err)
	})
}
