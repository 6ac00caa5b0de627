package replica

import (
	"slices"

	"fives/engine/record"
)

// AgreedTo reports whether this node may accept a continuation of this table by itself: its
// person has agreed to exactly the handovers that it carries out, it is time for them, and
// those who have the seats have agreed, too, or have been silent for long enough. The others
// who stay say for themselves whether they have. It may not if it has accepted another one,
// or shown its cards while others have yet to.
func (s *state) AgreedTo(c record.Continuation) bool {
	list := s.carries(c)
	want, err := s.AfterHandovers(list)
	if err != nil || s.handovers.promised || s.hasShown(list) || s.goesToo(list) || slices.ContainsFunc(list, func(h Handover) bool { return !s.isGiven(h) }) {
		return false
	}
	want.Attempt = c.Attempt
	a, errA := record.ContinuationID(want)
	b, errB := record.ContinuationID(c)
	return errA == nil && errB == nil && a == b
}

// isGiven reports whether this node's person agrees to a handover that a continuation carries
// out, from the next hand on or at once, it is time for that very one, and whoever has the
// seat does not stand in its way: who agrees to the next hand does not give the running one up.
func (s *state) isGiven(h Handover) bool {
	goer := s.seats.node(h.Seat)
	return slices.ContainsFunc(s.Handovers(), func(w HandoverState) bool {
		h.Now = w.Now
		return w.Same(h) && s.agrees(h) && s.timely(h) && !slices.Contains(w.Waits, goer)
	})
}

// Consents reports whether seats change hands in a continuation of this table, and this
// node's person agrees to all of these changes, from the next hand on or at once.
func (s *state) Consents(c record.Continuation) bool {
	list := s.carries(c)
	return len(list) > 0 && !slices.ContainsFunc(list, func(h Handover) bool {
		now := h
		now.Now = true
		return !s.agrees(h) && !s.agrees(now)
	})
}

// StillAgreed reports whether all still agree to a continuation of this table that this node
// has accepted, and is to begin.
func (s *state) StillAgreed(c record.Continuation) bool {
	all := s.agreed()
	return s.Consents(c) && !slices.ContainsFunc(s.carries(c), func(h Handover) bool {
		return !slices.ContainsFunc(all, func(w HandoverState) bool {
			h.Now = w.Now
			return w.Same(h)
		})
	})
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

// agrees reports whether this node's person agrees to a handover for which somebody asks.
func (s *state) agrees(h Handover) bool {
	value := s.Value(h)
	return slices.ContainsFunc(s.handovers.own, func(o OwnHandover) bool { return o.Agrees && o.Value == value })
}

// ownSeat reports whether a seat belongs to this node's person.
func (s *state) ownSeat(seat int) bool {
	return s.seats.isLocal(seat) && s.t.Terms().Seats[seat].Host == nil
}

// goesToo reports whether this node's person has agreed to hand over their seat to somebody
// who asks for it but a continuation does not carry that out, so that the person would sit at
// a table that others have as well.
func (s *state) goesToo(list []Handover) bool {
	return slices.ContainsFunc(s.Handovers(), func(h HandoverState) bool {
		return s.ownSeat(h.Seat) && h.Own && h.Player != nil && s.fits(h.Handover) && !slices.ContainsFunc(list, func(c Handover) bool { return c.Seat == h.Seat })
	})
}
