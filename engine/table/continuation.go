package table

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// ErrNoContinuation is wrapped by the errors of [Table.Successor] and [Table.Rematch].
var ErrNoContinuation = errors.New("table: the game cannot go on so")

// ErrDecided is the error for a continuation that would follow from the log if the game had
// not been decided in a later hand than the one that it goes on from.
var ErrDecided = errors.New("the game is over")

// Successor describes the table that goes on from a settled hand of t with the given seats
// of t, in ascending order (SPEC §5.3). newcomers has, by seat of t, who takes over a seat
// that changes hands. settled is the number of hands of t that stand: Results()[settled-1]
// is the last of them, and with 0 the new table goes on from where t began. Nodes that give
// the same arguments get the same table. A game that is over cannot go on, unless somebody
// broke a rule in it: then it can be played again from an earlier hand. [Continue] makes a
// table of the description.
func (t *Table) Successor(settled int, seats []int, newcomers map[int]record.Player) (record.Continuation, error) {
	c, err := t.successor(settled, seats, newcomers)
	if err == nil {
		err = t.open(settled)
	}
	if err != nil {
		return record.Continuation{}, fmt.Errorf("%w: %w", ErrNoContinuation, err)
	}
	return c, nil
}

// open returns [ErrDecided] if the game was decided behind a number of settled hands, and may
// not be played again.
func (t *Table) open(settled int) error {
	if t.Winners() != nil && !t.Violated() && settled < len(t.Results()) {
		return ErrDecided
	}
	return nil
}

func (t *Table) successor(settled int, seats []int, newcomers map[int]record.Player) (c record.Continuation, err error) {
	if settled < 0 || settled > len(t.Results()) {
		return c, fmt.Errorf("%d hands are settled", len(t.Results()))
	}
	if err := checkSeats(t.Terms(), seats); err != nil {
		return c, err
	}
	if t.Winners() != nil && settled == len(t.Results()) {
		return c, errors.New("the game is over")
	}
	head, carry := t.standing(settled)
	kept := carry.Keep(seats)
	if kept.Hands > 0 && t.Terms().Rules.Decided(len(seats), t.Terms().Options, kept) {
		return c, errors.New("with these seats the game is over")
	}
	if err := t.checkNewcomers(kept, seats, newcomers); err != nil {
		return c, err
	}
	c = t.describe(head, kept, seats)
	for i, s := range seats {
		if p, ok := newcomers[s]; ok {
			c.Players[i] = p
		}
	}
	return c, nil
}

// checkSeats refuses seats that cannot go on together.
func checkSeats(terms *Terms, seats []int) error {
	for i, s := range seats {
		switch {
		case s < 0 || s >= len(terms.Seats):
			return fmt.Errorf("there is no seat %d", s)
		case i > 0 && s <= seats[i-1]:
			return errors.New("its seats are not in order")
		}
	}
	if least := max(1, min(2, len(terms.Seats)), terms.Rules.MinSeats); len(seats) < least {
		return fmt.Errorf("it takes at least %d players, and %d would be left", least, len(seats))
	}
	return nil
}

// checkNewcomers refuses newcomers who may not take over their seats.
func (t *Table) checkNewcomers(kept rules.Carry, seats []int, newcomers map[int]record.Player) error {
	if len(newcomers) == 0 {
		return nil
	}
	var remain []Seat
	for _, s := range seats {
		if _, changes := newcomers[s]; !changes {
			remain = append(remain, t.Terms().Seats[s])
		}
	}
	if len(remain) == 0 {
		return errors.New("nobody remains")
	}
	plays := t.Terms().Rules.Active(len(seats), t.Terms().Options, kept)
	taken := map[record.Key]bool{}
	for i, s := range seats {
		p, changes := newcomers[s]
		hosts := func(r Seat) bool { return r.Host == nil && r.Key == *p.Host }
		switch {
		case !changes:
			continue
		case t.Terms().SeatOf(p.Key) >= 0:
			return fmt.Errorf("%s has a seat already", record.ShowName(p.Name))
		case taken[p.Key]:
			return fmt.Errorf("%s takes two seats", record.ShowName(p.Name))
		case !slices.Contains(plays, i):
			return fmt.Errorf("%s takes a seat that is out of the game", record.ShowName(p.Name))
		case p.Host != nil && !slices.ContainsFunc(remain, hosts):
			return fmt.Errorf("the host of %s does not remain", record.ShowName(p.Name))
		}
		if err := CheckPlayer(p); err != nil {
			return err
		}
		taken[p.Key] = true
	}
	if len(taken) < len(newcomers) {
		return errors.New("a newcomer takes a seat that does not go on")
	}
	return nil
}

// Rematch describes the table of a new game among the same seats after this one is over:
// scores start afresh, and everybody moves up one seat.
func (t *Table) Rematch() (record.Continuation, error) {
	if !t.Over() {
		return record.Continuation{}, fmt.Errorf("%w: a rematch comes after the end of a game, and this one is not over", ErrNoContinuation)
	}
	head, _ := t.standing(len(t.Results()))
	seats := oneFurther(t.Terms())
	return t.describe(head, rules.Carry{Scores: make([]int, len(seats))}, seats), nil
}

// oneFurther lists the seats of a table in the order in which its rematch takes them.
func oneFurther(terms *Terms) []int {
	seats := terms.Everybody()
	return append(seats[1:], seats[0])
}

// GoingBack returns the seats of a continuation that have receipted a hand of this table
// after the one from which the continuation goes on, and the number of the last such hand
// (SPEC §5.3). To undo that hand they need the consent of all seats of this table; a
// continuation that keeps all seats has it already. Disputed hands do not count, nor do those
// with a violation, which may be played again.
func (t *Table) GoingBack(c record.Continuation) (seats []int, hand int) {
	return t.goingBack(c, func(*Result) bool { return true })
}

// GoneBack is GoingBack as a log proves it to others. At a table with cover, a seat that was
// covered may have settled a hand by itself and receipted it: such a hand never has the
// receipts of all (SPEC §10.9), and does not count.
func (t *Table) GoneBack(c record.Continuation) (seats []int, hand int) {
	return t.goingBack(c, func(r *Result) bool { return !t.Terms().Covers() || t.HandReceipted(r.Hand) })
}

func (t *Table) goingBack(c record.Continuation, counts func(*Result) bool) (seats []int, hand int) {
	remain := func(key record.Key) bool {
		return slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == key })
	}
	if !slices.ContainsFunc(t.Terms().Seats, func(s Seat) bool { return !remain(s.Key) }) {
		return nil, 0
	}
	from := 1 + slices.IndexFunc(t.Results(), func(r *Result) bool { return r.Head == c.Head })
	for i, r := range t.Results() {
		if i < from || len(r.Violations) > 0 || t.Disputed(i) || !counts(r) {
			continue
		}
		for _, rec := range t.ReceiptsOf(r) {
			if seat := t.Terms().SeatOf(rec.Author); remain(rec.Author) {
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

// Carry returns the carry-over with which the next hand begins.
func (t *Table) Carry() rules.Carry {
	_, carry := t.standing(len(t.Results()))
	return carry
}

// standing returns the head and the carry-over after a number of settled hands.
func (t *Table) standing(settled int) (record.Hash, rules.Carry) {
	if settled == 0 {
		return t.origin()
	}
	r := t.Results()[settled-1]
	return r.Head, r.Carry
}

// origin returns the head and the carry-over before the first settled hand. The head is the
// table's own ID then.
func (t *Table) origin() (record.Hash, rules.Carry) {
	if p := t.Terms().Parent; p != nil {
		return t.ID(), p.Carry
	}
	return t.ID(), rules.Carry{Scores: make([]int, len(t.Terms().Seats))}
}

// describe describes the table at which seats go on from a head of this one.
func (t *Table) describe(head record.Hash, carry rules.Carry, seats []int) record.Continuation {
	c := record.Continuation{
		Parent: t.ID(), Head: head, Carry: carry,
		Game: t.Terms().Rules.Name, Options: t.Terms().Rules.Written(t.Terms().Options),
		HouseRules: t.Terms().HouseRules,
	}
	for _, s := range seats {
		c.From = append(c.From, s)
		c.Players = append(c.Players, record.Player(t.Terms().Seats[s]))
	}
	return c
}
