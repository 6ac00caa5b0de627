package node

import (
	"slices"
	"time"

	"golang.org/x/time/rate"

	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/replica"
)

// Wishes are what people without a seat ask for at doors, and take back as they like. Keys are for
// nothing, so they have one limit together.
const (
	wishBurst = 3 // wishes that are told at once at a table,
	wishEvery = time.Minute
	// quietFor is how long no wish is told, and none taken at the door, after "not now".
	quietFor = 10 * time.Minute
)

// isWish reports whether somebody without a seat asks for one that whoever has it does not offer.
func isWish(r tableState, h replica.HandoverState) bool {
	terms := r.Table().Terms()
	return h.Player != nil && !h.Bot && terms.SeatOf(h.Node) == rules.None && !slices.Contains(h.Agreed, terms.Seats[h.Seat].Node())
}

// quiet reports whether this node's person has said "not now", at this table or one that it goes on
// from, and that is not long ago.
func (g *game) quiet() bool {
	now := time.Now().UnixNano()
	for ; g != nil; g = g.before() {
		if now < g.quietUntil.Load() {
			return true
		}
	}
	return false
}

// refused reports whether who asks is to hear "not now": of a wish to which this node's person has
// not agreed.
func (g *game) refused(r tableState, h replica.HandoverState) bool {
	return isWish(r, h) && !h.Own && g.quiet()
}

// silenced reports whether people are not to read of what is refused. What takes a seat of this node
// goes without their word once the node is silent, so they always read of it.
func (g *game) silenced(r tableState, h replica.HandoverState) bool {
	o, seats := r.Local(), r.Table().Terms().Seats
	return g.refused(r, h) && !(o != nil && seats[h.Seat].Node() == seats[o.Seat()].Node())
}

// notNow says so to those who ask for seats. It is a word about a handover, and so the person's no to
// whoever asks for their seat at another door.
func (n *Node) notNow(g *game, h replica.Handover) (shown api.Handover, err error) {
	g.look(func(r *replica.Snapshot) {
		i := slices.IndexFunc(r.Handovers(), func(s replica.HandoverState) bool { return s.Same(h) && isWish(r, s) })
		if i < 0 {
			err = api.Fail(api.ReasonNoHandover, api.Data{Name: n.directory.Name(h.Node)})
		}
	})
	if err == nil {
		shown, err = n.restate(g, h, func(_ *replica.Replica, own []replica.OwnHandover) []replica.OwnHandover { return own })
	}
	if err != nil {
		return shown, err
	}
	g.quietUntil.Store(time.Now().Add(quietFor).UnixNano())
	g.o.events.Touch(g.id.String())
	n.seats.tell(g.Table)
	return shown, nil
}

// mayTell reports whether people are told of a wish that has come. What is not told now is told when
// it is there still; and that wishes come and go, once.
func (p *reporter) mayTell(r tableState, h replica.HandoverState) bool {
	switch {
	case !isWish(r, h):
		return true
	case p.Silenced != nil && p.Silenced(r, h):
		return false
	}
	if p.wishes == nil {
		p.wishes = rate.NewLimiter(rate.Every(wishEvery), wishBurst)
	}
	may := p.wishes.AllowN(p.Now(), 1)
	if !may && !p.crowded {
		p.add(api.Event{Kind: api.EventHandover, What: api.ComeAndGo})
	}
	p.crowded = !may
	return may
}
