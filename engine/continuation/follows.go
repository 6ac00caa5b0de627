package continuation

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// Follows reports whether a continuation follows from a table's log: from one
// of its settled hands, or as its rematch.
func Follows(t *table.Table, c record.Continuation) bool { return Check(t, c) == nil }

// Check returns why a continuation does not follow from a table's log, nil if it does.
func Check(t *table.Table, c record.Continuation) error {
	if c.Parent != t.ID() {
		return errors.New("it names another parent")
	}
	if again, err := Rematch(t); err == nil && same(again, c) {
		return nil
	}
	settled, ok := settledAt(t, c.Head)
	if !ok {
		return errors.New("no settled hand of the parent has the head that it names")
	}
	if len(c.From) != len(c.Players) {
		return fmt.Errorf("it says of %d seats where %d players come from", len(c.From), len(c.Players))
	}
	want, err := expected(t, settled, c)
	if err != nil {
		return err
	}
	if !same(want, c) {
		return differs(want, c)
	}
	return nil
}

// expected is what a continuation has to be, as far as it says who comes from where.
func expected(t *table.Table, settled int, c record.Continuation) (record.Continuation, error) {
	newcomers := newcomersOf(t, c)
	if all := oneFurther(t.Terms()); len(all) == 1 || !slices.Equal(c.From, all) {
		return successor(t, settled, c.From, newcomers)
	}
	if len(newcomers) > 0 {
		return c, errors.New("a seat changes hands in a rematch")
	}
	want, err := Rematch(t)
	if err != nil {
		return c, errors.New("it is a rematch, and the game is not over")
	}
	return want, nil
}

// settledAt is how many hands of a table are settled at a head.
func settledAt(t *table.Table, head record.Hash) (settled int, ok bool) {
	settled = 1 + slices.IndexFunc(t.Results(), func(r *table.Result) bool { return r.Head == head })
	return settled, settled > 0 || head == t.ID()
}

// newcomersOf are the players of a continuation whose keys have no seat at t, by the seats
// that they take over.
func newcomersOf(t *table.Table, c record.Continuation) map[int]record.Player {
	newcomers := map[int]record.Player{}
	for i, p := range c.Players {
		if i < len(c.From) && t.Terms().SeatOf(p.Key) < 0 {
			newcomers[c.From[i]] = p
		}
	}
	return newcomers
}

// same reports whether two continuations are the same table.
func same(a, b record.Continuation) bool {
	x, errX := record.ContinuationID(a)
	y, errY := record.ContinuationID(b)
	return errX == nil && errY == nil && x == y
}

// differs says in what a continuation is another one than it has to be.
func differs(want, c record.Continuation) error {
	if c.Game != want.Game || !sameOptions(c.Options, want.Options) {
		return errors.New("it has another game or other options")
	}
	if c.Private != want.Private || c.Spectators != want.Spectators || c.TurnLimit != want.TurnLimit || c.Cover != want.Cover {
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
