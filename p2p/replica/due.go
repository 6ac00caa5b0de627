package replica

import (
	"fmt"
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
)

// between reports whether the table is between two hands: everybody has receipted the last
// one, and no card of the next one has been dealt.
func (s *state) between() bool {
	n := len(s.t.Results())
	if n == 0 || s.t.Over() || s.Halts() || !s.t.HandReceipted(s.t.Results()[n-1].Hand) {
		return false
	}
	kind := s.t.Pending().Kind
	return kind == record.KindSeal || kind == record.KindKey
}

// Halts reports whether the table cannot go on without a continuation: because a fault has
// stopped it, or because a seat has left and the others do not act for it, although the
// running step needs its record or its vote, or a later one of the running hand.
func (s *state) Halts() bool {
	lost := s.t.Lost()
	owes := func(seat int) bool {
		return slices.Contains(lost, seat) || s.t.HasLeft(seat) && !s.t.Covering(seat)
	}
	if s.t.Stopped() || slices.ContainsFunc(s.t.Awaited(), owes) {
		return true
	}
	return s.t.Pending().Kind != record.KindReceipt && len(lost) > 0 // a seat that has signed its receipt is no longer needed
}

// Due lists the handovers that are to be carried out now, at most one for each seat and for
// each newcomer: everybody has agreed to them, and it is time.
func (s *state) Due() (due []Handover) {
	if s.handovers.promised {
		return nil
	}
	list := s.agreed()
	for _, missed := range []bool{false, true} { // a newcomer who has not signed last time is in nobody's way
		for _, h := range list {
			taken := slices.ContainsFunc(due, func(d Handover) bool { return d.Seat == h.Seat || d.Player.Key == h.Player.Key })
			if !taken && slices.Contains(s.handovers.missed, h.Player.Key) == missed && (!missed || len(due) == 0) {
				due = append(due, h.Handover)
			}
		}
	}
	if len(due) > 1 && s.allGo(due) || s.goesToo(due) {
		return nil // people have to say who is to remain
	}
	return s.possible(due)
}

// agreed lists the handovers whose time has come and to which everybody has agreed. The word
// of a silent node whose own seat changes hands at the same time is not needed.
func (s *state) agreed() (list []HandoverState) {
	for _, h := range s.Handovers() {
		if s.timely(h.Handover) && len(h.Agreed) > 0 {
			list = append(list, h)
		}
	}
	for {
		all := len(list)
		list = slices.DeleteFunc(list, func(h HandoverState) bool {
			return slices.ContainsFunc(h.Waits, func(node record.Key) bool { return !s.goes(node, list) })
		})
		if len(list) == all {
			return list
		}
	}
}

// goes reports whether a silent node's own seat is among those that change hands.
func (s *state) goes(node record.Key, list []HandoverState) bool {
	return s.waived(node) && slices.ContainsFunc(list, func(h HandoverState) bool { return s.t.Terms().Seats[h.Seat].Key == node })
}

// timely reports whether a handover for which somebody asks can be carried out now: it is
// between two hands, or the table does not go on, or it is to be at once. Once one has come
// to nothing in a hand, none is before the next.
func (s *state) timely(h Handover) bool {
	switch {
	case h.Player == nil, !s.InPlay(), s.t.Over(), !s.seats.staying():
		return false
	case s.Halts():
		return true
	}
	return !s.putOff() && (h.Now || s.between())
}

// hasShown reports whether this node has shown cards, or signed the receipt, of a hand while
// others still owe that, or a vote on it: they could give the hand up once they know how it
// ends. A seat that changes hands because its node is silent is no such other.
func (s *state) hasShown(list []Handover) bool {
	if s.Halts() || !s.Ending() || !slices.ContainsFunc(s.seats.local, func(o *LocalSeat) bool { return !o.Left && s.t.Own(o.seat) != nil }) {
		return false
	}
	return slices.ContainsFunc(s.t.Awaited(), func(seat int) bool {
		return !s.waived(s.seats.node(seat)) || !slices.ContainsFunc(list, func(h Handover) bool { return h.Seat == seat })
	})
}

// allGo reports whether nobody would remain if these handovers were carried out.
func (s *state) allGo(list []Handover) bool {
	goes, out := s.departedSeats(), s.departedSeats()
	for _, h := range list {
		goes |= 1 << h.Seat
		if s.t.Terms().Seats[h.Seat].Host == nil {
			goes |= s.seats.of(s.seats.node(h.Seat)) // and its computer players with it
		}
	}
	return out != goes && goes == 1<<len(s.t.Terms().Seats)-1
}

// fits reports whether handovers can be carried out.
func (s *state) fits(list ...Handover) bool {
	_, err := s.AfterHandovers(list)
	return err == nil
}

// possible drops handovers that have become impossible and stand in the way of the others:
// because the seat is out of the game by now, for example, or because the host of the
// computer player hands over its own seat.
func (s *state) possible(due []Handover) []Handover {
	for len(due) > 0 && !s.fits(due...) {
		drop := len(due) - 1
		for i := range slices.Backward(due) {
			if s.fits(slices.Delete(slices.Clone(due), i, i+1)...) {
				drop = i
				break
			}
		}
		due = slices.Delete(due, drop, drop+1)
	}
	return due
}

// AfterHandovers describes the table at which handovers are carried out, without seats that
// are gone and without computer players whose host hands over its own seat. All others must
// be online, because they have to sign. One of them has to play the next hand, so that the
// old table cannot go on once it has left.
func (s *state) AfterHandovers(list []Handover) (record.Continuation, error) {
	newcomers := map[int]record.Player{}
	for _, h := range list {
		newcomers[h.Seat] = *h.Player
	}
	if len(list) == 0 {
		return record.Continuation{}, fmt.Errorf("%w: no seat changes hands", table.ErrNoContinuation)
	}
	out := s.departedSeats()
	var seats, remain []int
	for i, seat := range s.t.Terms().Seats {
		if _, changes := newcomers[i]; changes {
			seats = append(seats, i)
			continue
		}
		host := i
		if seat.Host != nil {
			host = s.t.Terms().SeatOf(*seat.Host)
		}
		if _, hostGoes := newcomers[host]; out&(1<<i) != 0 || hostGoes {
			continue
		}
		if online, _ := s.Online(i); !online {
			return record.Continuation{}, fmt.Errorf("%w: seat %d is away", table.ErrNoContinuation, i)
		}
		seats, remain = append(seats, i), append(remain, i)
	}
	c, err := s.t.Successor(s.sharedHands(remain), seats, newcomers)
	if err != nil {
		return c, err
	}
	if s.OpenerOf(c) == rules.None {
		return c, fmt.Errorf("%w: nobody who remains plays the next hand, and could begin it", table.ErrNoContinuation)
	}
	return c, nil
}

// OpenerOf returns the seat of this table that begins a continuation: the first one that
// plays the next hand there and remains. Its node alone calls for a continuation in which
// seats change hands, signs it first, and decides whether it begins.
func (s *state) OpenerOf(c record.Continuation) int {
	for _, i := range s.t.Terms().Rules.Active(len(c.Players), s.t.Terms().Options, c.Carry) {
		if seat := s.t.Terms().SeatOf(c.Players[i].Key); seat >= 0 {
			return seat
		}
	}
	return rules.None
}

// Opens reports whether a node of this one's seats begins a continuation.
func (s *state) Opens(c record.Continuation) bool {
	opener := s.OpenerOf(c)
	return opener >= 0 && s.seats.isLocal(opener)
}
