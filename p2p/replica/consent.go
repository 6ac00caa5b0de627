package replica

import (
	"slices"

	"fives/engine/record"
)

// AgreedTo reports whether this node's person has agreed to exactly the handovers that a
// continuation of this table carries out, and whether it is time for them: not while this
// node lacks receipts of the last hand.
func (s *state) AgreedTo(c record.Continuation) bool {
	list := s.carries(c)
	later := slices.ContainsFunc(list, s.later)
	want, err := s.AfterHandovers(list)
	if err != nil || !s.Consents(c) || s.goesToo(list) || later && !s.between() && !s.halts() {
		return false
	}
	a, errA := record.ContinuationID(want)
	b, errB := record.ContinuationID(c)
	return errA == nil && errB == nil && a == b
}

// Consents reports whether seats change hands in a continuation of this table, and this
// node's person agrees to all of these changes.
func (s *state) Consents(c record.Continuation) bool {
	list := s.carries(c)
	return len(list) > 0 && !slices.ContainsFunc(list, func(h Handover) bool { return !s.agrees(h) })
}

// Changes reports whether seats change hands in a continuation of this table.
func (s *state) Changes(c record.Continuation) bool { return len(s.carries(c)) > 0 }

// carries lists the handovers that a continuation of this table carries out.
func (s *state) carries(c record.Continuation) (list []Handover) {
	for i, p := range c.Players {
		if i < len(c.From) && s.t.Terms().SeatOf(p.Key) < 0 {
			h := Handover{Seat: c.From[i], Node: p.Key, Player: &p}
			if p.Host != nil {
				h.Node, h.Bot = *p.Host, true
			}
			list = append(list, h)
		}
	}
	return list
}

// agrees reports whether this node's person agrees to a handover that a continuation
// carries out. If the newcomer is one of this node's own computer players, it has to be the
// very one that was meant.
func (s *state) agrees(h Handover) bool {
	return slices.ContainsFunc(s.handovers.own, func(o OwnHandover) bool {
		o = s.holds(o)
		own := o.Asks && s.seats.of(o.Node) == s.seats.own()
		same := o.Seat == h.Seat && o.Node == h.Node && o.Bot == h.Bot && (!own || o.Player.Key == h.Player.Key)
		return same && (o.Agrees || o.Offers || own)
	})
}

// ownSeat reports whether a seat belongs to this node's person.
func (s *state) ownSeat(seat int) bool {
	return s.seats.isLocal(seat) && s.t.Terms().Seats[seat].Host == nil
}

// goesToo reports whether this node's person is handing over their seat but a continuation
// does not carry that out, so that the person would sit at a table that others have as
// well.
func (s *state) goesToo(list []Handover) bool {
	return slices.ContainsFunc(s.Handovers(), func(h HandoverState) bool {
		return s.ownSeat(h.Seat) && h.Own && h.Player != nil && len(h.Waits) == 0 && s.fits(h.Handover) && !slices.ContainsFunc(list, func(c Handover) bool { return c.Seat == h.Seat })
	})
}

// Late reports whether a continuation comes too late: in it, seats change hands that, as
// this node's person has agreed, were to do so before a hand that has begun since.
func (s *state) Late(c record.Continuation) bool {
	results := s.t.Results()
	if len(results) == 0 || s.between() || s.halts() || !s.t.HandReceipted(results[len(results)-1].Hand) {
		return false
	}
	return slices.ContainsFunc(s.carries(c), s.later)
}

// later reports whether this node's person has not agreed that a handover happens at once,
// not even before somebody left. The person's words may be gone by now, but the hand has
// begun all the same.
func (s *state) later(h Handover) bool {
	return !slices.ContainsFunc(s.handovers.own, func(o OwnHandover) bool {
		return o.Now && o.Seat == h.Seat && o.Node == h.Node && o.Bot == h.Bot
	})
}

// DealtBy reports whether a key has signed something about the cards of the running hand,
// which only a node that has seen all hand keys does.
func (s *state) DealtBy(key record.Key) bool {
	results := s.t.Results()
	if len(results) == 0 {
		return false
	}
	for rec := range s.signedFrom(results[len(results)-1].Step) {
		p, err := rec.Peek()
		if err == nil && rec.Author == key && slices.Contains([]record.Kind{record.KindStack, record.KindProof, record.KindShares, record.KindMove}, p.Kind) {
			return true
		}
	}
	return false
}
