package session

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"fives/engine/record"
)

// ErrPlays says that this node has a seat at a table that goes on.
var ErrPlays = errors.New("session: this node has a seat at the table, which goes on")

// An OwedError says which seats' nodes may lack something of a table that this node has.
type OwedError struct{ Seats []int }

func (e *OwedError) Error() string {
	return fmt.Sprintf("session: the nodes of seats %v may lack something of the table", e.Seats)
}

// Forget removes a table that is over, or that this node has left, from memory and store
// for good: it does not come back when another node has a use for it. Without sure it fails
// with an [OwedError] if others may lack something of it.
func (s *Session) Forget(id record.Hash, sure bool, done func(error)) {
	t := s.Table(id)
	if t == nil {
		s.inTurn(func() { done(forgetArchived(s, id, sure)) })
		return
	}
	t.post(job{do: func(time.Time) error { return t.forget(sure) }, done: func(err error) {
		if errors.Is(err, ErrAway) { // it was just put into the archive
			s.Forget(id, sure, done)
			return
		}
		done(err)
	}})
}

func forgetArchived(s *Session, id record.Hash, sure bool) error {
	if s.Table(id) != nil {
		return ErrKnown // it was just read
	}
	if owed := s.Archive()[id].Lacking; len(owed) > 0 && !sure {
		return &OwedError{owed}
	}
	if err := s.cfg.Store.Forget(id); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.done, id)
	return nil
}

// forget does the work of Forget, in a turn.
func (t *Table) forget(sure bool) error {
	if !t.r.Table().Over() && t.r.Stays() {
		return ErrPlays
	} else if owed := lacking(t); len(owed) > 0 && !sure {
		return &OwedError{owed}
	}
	if err := t.s.cfg.Store.Forget(t.id); err != nil {
		return err
	}
	t.away = true
	t.links.close()
	t.s.forget(t)
	return nil
}

// lacking returns the seats of nodes that have not said that they have all of the table.
// What a node said before the table was archived counts, as long as nothing has been added
// to the table since.
func lacking(t *Table) (seats []int) {
	for i, seat := range t.terms.Seats {
		node := seat.Node()
		had := t.readAt == t.r.Extent() && !slices.Contains(t.owed, i)
		if node != t.s.self && !t.onlooker && !had && !t.links.hadAll(node) && !t.r.InSync(peer(node)) {
			seats = append(seats, i)
		}
	}
	return seats
}
