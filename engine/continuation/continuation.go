package continuation

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// ErrNone is wrapped by the errors of [Successor] and [Rematch].
var ErrNone = errors.New("table: it cannot be continued so")

// Successor describes the table that goes on from a settled hand of t
// with the given seats, ascending (SPEC §5.3). Those of them that newcomers has, by seats
// of t, change hands. settled is the number of t's hands
// that stand: Results()[settled-1] is the last of them; with 0 the table goes on
// from where t began. Nodes with the same arguments get the same table. A
// game that is over cannot go on, unless somebody broke a rule in it: then it can be
// played again from an earlier hand.
func Successor(t *table.Table, settled int, seats []int, newcomers map[int]record.Player) (record.Continuation, error) {
	c, err := successor(t, settled, seats, newcomers)
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return c, nil
}

func successor(t *table.Table, settled int, seats []int, newcomers map[int]record.Player) (c record.Continuation, err error) {
	if settled < 0 || settled > len(t.Results()) {
		return c, fmt.Errorf("%d hands are settled", len(t.Results()))
	}
	if err := checkSeats(t.Terms(), seats); err != nil {
		return c, err
	}
	if t.Winners() != nil && (settled == len(t.Results()) || !t.Violated()) {
		return c, errors.New("the game is over")
	}
	head, carry := at(t, settled)
	kept := carry.Keep(seats)
	if kept.Hands > 0 && t.Terms().Rules.Decided(len(seats), t.Terms().Options, kept) {
		return c, errors.New("with these seats the game is over")
	}
	if err := checkNewcomers(t, kept, seats, newcomers); err != nil {
		return c, err
	}
	c = describe(t, head, kept, seats)
	for i, s := range seats {
		if p, ok := newcomers[s]; ok {
			c.Players[i] = p
		}
	}
	return c, nil
}

// checkSeats refuses seats that cannot go on together.
func checkSeats(terms *table.Terms, seats []int) error {
	for i, s := range seats {
		switch {
		case s < 0 || s >= len(terms.Seats):
			return fmt.Errorf("there is no seat %d", s)
		case i > 0 && s <= seats[i-1]:
			return errors.New("its seats are not in order")
		}
	}
	if len(seats) < max(1, min(2, len(terms.Seats)), terms.Rules.MinSeats) {
		return fmt.Errorf("%d seats are too few", len(seats))
	}
	return nil
}

// checkNewcomers refuses newcomers that may not take over those seats.
func checkNewcomers(t *table.Table, kept rules.Carry, seats []int, newcomers map[int]record.Player) error {
	if len(newcomers) == 0 {
		return nil
	}
	var remain []table.Seat
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
		hosts := func(r table.Seat) bool { return r.Host == nil && r.Key == *p.Host }
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
		if err := table.CheckPlayer(p); err != nil {
			return err
		}
		taken[p.Key] = true
	}
	if len(taken) < len(newcomers) {
		return errors.New("a newcomer takes a seat that does not go on")
	}
	return nil
}

// Rematch describes the table of a new game among the same seats after this one
// is over: fresh scores, and everybody one seat further.
func Rematch(t *table.Table) (record.Continuation, error) {
	if !t.Over() {
		return record.Continuation{}, fmt.Errorf("%w: a rematch, but the game is not over", ErrNone)
	}
	head, _ := at(t, len(t.Results()))
	seats := oneFurther(t.Terms())
	return describe(t, head, rules.Carry{Scores: make([]int, len(seats))}, seats), nil
}

// oneFurther are the seats of a table as those of its rematch come from them.
func oneFurther(terms *table.Terms) []int {
	seats := terms.Everybody()
	return append(seats[1:], seats[0])
}

// GoingBack returns the seats of a continuation that have receipted a hand of this
// table after the hand at which the continuation starts, and the number of the last
// such hand (SPEC §5.3). They need the consent of all seats of this table to go back behind it;
// a continuation with all of them needs none. Hands with a violation do not count, as
// they may be played again, nor do disputed ones.
func GoingBack(t *table.Table, c record.Continuation) (seats []int, hand int) {
	return goingBack(t, c, func(*table.Result) bool { return true })
}

// GoneBack is GoingBack as a log proves it to others. At a table with cover, the receipt of
// a seat may be of a hand that it has settled by itself, while it was covered: such a hand
// is never receipted by all (SPEC §10.9).
func GoneBack(t *table.Table, c record.Continuation) (seats []int, hand int) {
	return goingBack(t, c, func(r *table.Result) bool { return !t.Terms().Cover || t.HandReceipted(r.Hand) })
}

func goingBack(t *table.Table, c record.Continuation, counts func(*table.Result) bool) (seats []int, hand int) {
	remain := func(key record.Key) bool {
		return slices.ContainsFunc(c.Players, func(p record.Player) bool { return p.Key == key })
	}
	if !slices.ContainsFunc(t.Terms().Seats, func(s table.Seat) bool { return !remain(s.Key) }) {
		return nil, 0
	}
	from := 1 + slices.IndexFunc(t.Results(), func(r *table.Result) bool { return r.Head == c.Head })
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

// Carry is the carry-over with which the next hand of a table begins.
func Carry(t *table.Table) rules.Carry {
	_, carry := at(t, len(t.Results()))
	return carry
}

// at is the head and the carry-over of a table behind so many settled hands.
func at(t *table.Table, settled int) (record.Hash, rules.Carry) {
	if settled == 0 {
		return origin(t)
	}
	r := t.Results()[settled-1]
	return r.Head, r.Carry
}

// origin is the head and the carry-over of a table before its first settled hand. The
// head is then its own ID.
func origin(t *table.Table) (record.Hash, rules.Carry) {
	if p := t.Terms().Parent; p != nil {
		return t.ID(), p.Carry
	}
	return t.ID(), rules.Carry{Scores: make([]int, len(t.Terms().Seats))}
}

// describe describes the table in which seats go on from a head of this one.
func describe(t *table.Table, head record.Hash, carry rules.Carry, seats []int) record.Continuation {
	c := record.Continuation{
		Parent: t.ID(), Head: head, Carry: carry,
		Game: t.Terms().Rules.Name, Options: t.Terms().Options,
		Private: t.Terms().Private, Spectators: t.Terms().Spectators, TurnLimit: t.Terms().TurnLimit, Cover: t.Terms().CoverText(),
	}
	for _, s := range seats {
		c.From = append(c.From, s)
		c.Players = append(c.Players, record.Player(t.Terms().Seats[s]))
	}
	return c
}
