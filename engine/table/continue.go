package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// ErrContinue is wrapped by the errors of [Table.Successor] and [Table.Rematch].
var ErrContinue = errors.New("table: it cannot be continued so")

// Continuation is what the seats of a continued table accept, nil for others.
func (t *Table) Continuation() *record.Continuation { return t.continues }

// Successor describes the table that goes on from a settled hand of this one
// with the given seats, ascending (SPEC §5.3). settled counts the hands of this
// table that stand: Results()[settled-1] is the last of them; 0 goes back to
// where the table began. All nodes that agree on both get the same table. A game
// that is over goes on from nowhere, unless somebody broke a rule in it: then it
// may be played again from an earlier hand.
func (t *Table) Successor(settled int, seats []int) (record.Continuation, error) {
	switch {
	case settled < 0 || settled > len(t.results):
		return record.Continuation{}, fmt.Errorf("%w: %d hands are settled", ErrContinue, len(t.results))
	case !ascending(seats, len(t.terms.Seats)):
		return record.Continuation{}, fmt.Errorf("%w: no such seats", ErrContinue)
	case len(seats) < min(2, len(t.terms.Seats)) || len(seats) < t.terms.Rules.MinSeats:
		return record.Continuation{}, fmt.Errorf("%w: %d seats are too few", ErrContinue, len(seats))
	case t.Winners() != nil && (settled == len(t.results) || !t.Violated()):
		return record.Continuation{}, fmt.Errorf("%w: the game is over", ErrContinue)
	}
	head, carry := t.origin()
	if settled > 0 {
		r := t.results[settled-1]
		head, carry = r.Head, r.Carry
	}
	kept := carry.Keep(seats)
	if kept.Hands > 0 && t.terms.Rules.Decided(len(seats), t.terms.Options, kept) {
		return record.Continuation{}, fmt.Errorf("%w: with these seats the game is over", ErrContinue)
	}
	return t.newContinuation(head, kept, seats), nil
}

// Rematch describes the table of a new game among the same seats after this one
// is over: fresh scores, and everybody one seat further.
func (t *Table) Rematch() (record.Continuation, error) {
	if !t.Over() {
		return record.Continuation{}, fmt.Errorf("%w: a rematch, but the game is not over", ErrContinue)
	}
	head, _ := t.origin()
	if n := len(t.results); n > 0 {
		head = t.results[n-1].Head
	}
	seats := t.everybody()
	return t.newContinuation(head, rules.Carry{Scores: make([]int, len(seats))}, append(seats[1:], seats[0])), nil
}

// LeadsTo reports whether a continuation follows from this table's log: from one
// of its settled hands, or as its rematch.
func (t *Table) LeadsTo(c record.Continuation) bool {
	want, err := record.ContinuationID(c)
	if err != nil || c.Parent != t.id {
		return false
	}
	is := func(got record.Continuation, err error) bool {
		if err != nil {
			return false
		}
		id, err := record.ContinuationID(got)
		return err == nil && id == want
	}
	if is(t.Rematch()) {
		return true
	}
	var seats []int
	for _, p := range c.Players {
		seats = append(seats, t.terms.SeatOf(p.Key))
	}
	for settled := range len(t.results) + 1 {
		if is(t.Successor(settled, seats)) {
			return true
		}
	}
	return false
}

// GoingBack returns the seats of a continuation that have receipted a later hand of
// this table than the one that the continuation goes on from, and the number of
// the last such hand (SPEC §5.3). They may go back behind it only with the consent
// of all seats of this table. Hands with a violation do not count, as they may be
// played again, nor do disputed ones.
func (t *Table) GoingBack(c record.Continuation) (seats []int, hand int) {
	remain := func(key record.Key) bool {
		return slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == key })
	}
	if !slices.ContainsFunc(t.terms.Seats, func(s Seat) bool { return !remain(s.Key) }) {
		return nil, 0
	}
	from := 1 + slices.IndexFunc(t.results, func(r Result) bool { return r.Head == c.Head })
	for i, r := range t.results {
		if i < from || len(r.Violations) > 0 || t.Disputed(i) {
			continue
		}
		for _, rec := range t.receipts(r) {
			if seat := t.terms.SeatOf(rec.Author); remain(rec.Author) {
				hand = r.Hand
				if !slices.Contains(seats, seat) {
					seats = append(seats, seat)
				}
			}
		}
	}
	slices.Sort(seats)
	return seats, hand
}

// Disputed reports whether the log forked before a settled hand (an index of
// Results), so that other seats may have settled the hand differently. It is false
// again when all who played the hand have receipted it.
func (t *Table) Disputed(i int) bool {
	r := t.results[i]
	return slices.ContainsFunc(t.forks, func(step uint64) bool { return t.receipted() <= step && step < r.Step })
}

// receipts lists those of a settled hand that are in.
func (t *Table) receipts(r Result) []record.Record {
	if r.Step == t.step {
		return t.Arrived()
	}
	return t.log[r.Step]
}

// origin is where a table stands before its first settled hand. Its own ID
// stands for the head.
func (t *Table) origin() (record.Hash, rules.Carry) {
	if p := t.terms.Parent; p != nil {
		return t.id, p.Carry
	}
	return t.id, rules.Carry{Scores: make([]int, len(t.terms.Seats))}
}

// newContinuation describes the table in which seats go on from a head of this one.
func (t *Table) newContinuation(head record.Hash, carry rules.Carry, seats []int) record.Continuation {
	c := record.Continuation{
		Parent: t.id, Head: head, Carry: carry,
		Game: t.terms.Rules.Name, Options: t.terms.Options,
		Private: t.terms.Private, Spectators: t.terms.Spectators, TurnLimit: t.terms.TurnLimit,
	}
	for _, s := range seats {
		c.Players = append(c.Players, record.Player(t.terms.Seats[s]))
	}
	return c
}

func ascending(seats []int, n int) bool {
	return slices.IsSorted(seats) && len(slices.Compact(slices.Clone(seats))) == len(seats) &&
		len(seats) > 0 && seats[0] >= 0 && seats[len(seats)-1] < n
}

// checkCarry refuses a carry-over that no table can have handed on. Before the
// first settled hand there is nothing to hand on.
func checkCarry(c rules.Carry, seats int) error {
	if err := c.Check(seats); err != nil {
		return err
	}
	if c.Hands == 0 && !c.Equal(rules.Carry{Scores: make([]int, seats)}) {
		return errors.New("table: scores before the first hand")
	}
	return nil
}
