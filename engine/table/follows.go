package table

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// CheckContinuation returns why a continuation does not follow from the table's log: from one
// of its settled hands, or as its rematch. Nil means that it does, [ErrDecided] that it did
// before the game was decided.
func (t *Table) CheckContinuation(c record.Continuation) error {
	if c.Parent != t.ID() {
		return errors.New("it names another parent")
	}
	if again, err := t.Rematch(); err == nil && sameContinuation(again, c) {
		return nil
	}
	settled, ok := t.settledAt(c.Head)
	if !ok {
		return errors.New("no settled hand of the parent has the head that it names")
	}
	if len(c.From) != len(c.Players) {
		return fmt.Errorf("it says of %d seats where %d players come from", len(c.From), len(c.Players))
	}
	want, err := t.expected(settled, c)
	if err != nil {
		return err
	}
	if !sameContinuation(want, c) {
		return differs(want, c)
	}
	return t.open(settled)
}

// expected returns what a continuation has to be, given where it says that its players come from.
func (t *Table) expected(settled int, c record.Continuation) (record.Continuation, error) {
	newcomers := t.newcomersOf(c)
	if all := oneFurther(t.Terms()); len(all) == 1 || !slices.Equal(c.From, all) {
		want, err := t.successor(settled, c.From, newcomers)
		if len(newcomers) > 0 {
			want.Attempt = c.Attempt
		}
		return want, err
	}
	if len(newcomers) > 0 {
		return c, errors.New("a seat changes hands in a rematch")
	}
	want, err := t.Rematch()
	if err != nil {
		return c, errors.New("it is a rematch, and the game is not over")
	}
	return want, nil
}

// settledAt returns how many hands are settled at a head, if there is such a head.
func (t *Table) settledAt(head record.Hash) (settled int, ok bool) {
	settled = 1 + slices.IndexFunc(t.Results(), func(r *Result) bool { return r.Head == head })
	return settled, settled > 0 || head == t.ID()
}

// newcomersOf returns the players of a continuation whose keys have no seat at t, by the seat
// that each takes over.
func (t *Table) newcomersOf(c record.Continuation) map[int]record.Player {
	newcomers := map[int]record.Player{}
	for i, p := range c.Players {
		if i < len(c.From) && t.Terms().SeatOf(p.Key) < 0 {
			newcomers[c.From[i]] = p
		}
	}
	return newcomers
}

// sameContinuation reports whether two continuations describe the same table.
func sameContinuation(a, b record.Continuation) bool {
	x, errX := record.ContinuationID(a)
	y, errY := record.ContinuationID(b)
	return errX == nil && errY == nil && x == y
}

// differs says how a continuation differs from what it has to be.
func differs(want, c record.Continuation) error {
	if c.Game != want.Game || !sameOptions(c.Options, want.Options) {
		return errors.New("it has another game or other options")
	}
	if c.HouseRules != want.HouseRules {
		return errors.New("its privacy, spectators, turn limit or cover are not those of the parent")
	}
	for i, p := range c.Players {
		name := record.ShowName(p.Name)
		switch old := want.Players[i]; {
		case p.Key != old.Key:
			return fmt.Errorf("%s has a seat at the parent, and takes another one", name)
		case p.Name != old.Name || (p.Host == nil) != (old.Host == nil) || p.Host != nil && *p.Host != *old.Host:
			return fmt.Errorf("%s has another name or host than at the parent", name)
		}
	}
	if c.Attempt != want.Attempt {
		return errors.New("it is a further attempt, and no seat changes hands")
	}
	if c.Head != want.Head {
		return errors.New("a rematch goes on from the last settled hand")
	}
	if !slices.Equal(c.Carry.Scores, want.Carry.Scores) {
		return errors.New("its scores are not those of the settled hand that it names")
	}
	return errors.New("its number of hands or its next duty does not follow from the settled hand that it names")
}

func sameOptions(a, b rules.Options) bool {
	x, errX := record.Marshal(a)
	y, errY := record.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
