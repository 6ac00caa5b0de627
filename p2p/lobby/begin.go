package lobby

import (
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/entry"
)

// BeginNow begins a table of this node's that has free seats: with computer players
// in them, or with fewer seats.
func (l *Lobby) BeginNow(r api.BeginRequest) (api.Offer, error) {
	o, err := l.own(r.Table)
	if err != nil {
		return api.Offer{}, err
	}
	err = o.Wait(func(now time.Time) error {
		if r.Fill {
			return o.fill(r.Strength, now)
		}
		o, err = o.shrink(now)
		return err
	})
	if err != nil {
		return api.Offer{}, err
	}
	view := o.view(o.state.Load())
	o.Post(o.beginFull)
	return view, nil
}

// own finds an open table of this node's by its name.
func (l *Lobby) own(name string) (*offer, error) {
	fits := func(id record.Hash) bool { return strings.HasPrefix(id.String(), api.TypedID(name)) }
	found := slices.DeleteFunc(l.offers.list(), func(o *offer) bool { return !fits(o.id) })
	if now := l.MovedTo(name); len(found) == 0 && now != "" {
		found = slices.DeleteFunc(l.offers.list(), func(o *offer) bool { return o.id.String() != now })
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, api.Ambiguous(found, func(o *offer) string { return o.id.String() })
	case slices.ContainsFunc(l.joins.ids(), fits):
		return nil, api.Fail(api.ReasonNotHost, api.Data{})
	}
	return nil, api.Fail(api.ReasonNothingToBegin, api.Data{Name: name})
}

// mayBegin refuses to begin a table that begins by itself, or that has just been proposed
// anew, because those who had seats are on their way back.
func (o *offer) mayBegin(now time.Time) error {
	switch {
	case o.closed || o.beginning || len(o.stored.Joins) >= o.size:
		return api.Fail(api.ReasonBeginning, api.Data{})
	case o.countReserved(now) > 0:
		return api.Fail(api.ReasonSeatsKept, api.Data{})
	}
	return nil
}

// here reports whether the author of a join is present: it belongs to this node, or its
// node is connected.
func (o *offer) here(join record.Record) bool {
	node := hostOf(o.id, join)
	return node == o.l.self || o.rooms[node] != nil
}

// fill gives the free seats to computer players of this node, the strongest unless another
// strength is given. The seat of somebody who has gone is free.
func (o *offer) fill(strength string, now time.Time) error {
	if err := o.mayBegin(now); err != nil {
		return err
	}
	strength, err := Strength(o.terms.Rules, strength)
	if err != nil {
		return err
	}
	t := o.stored
	t.Joins = slices.DeleteFunc(slices.Clone(t.Joins), func(j record.Record) bool { return !o.here(j) })
	t.Own = map[string]entry.Bot{}
	maps.Copy(t.Own, o.stored.Own)
	if err := o.l.signer().seatBots(&t, o.id, slices.Repeat([]string{strength}, o.size-len(t.Joins))); err != nil {
		return err
	}
	if err := o.save(t); err != nil {
		return err
	}
	clear(o.gone)
	o.tellSeated()
	return nil
}

// shrink proposes the table anew, with a seat for each of those who are present: their
// nodes follow it, and it begins when they are back.
func (o *offer) shrink(now time.Time) (*offer, error) {
	if err := o.mayBegin(now); err != nil {
		return o, err
	}
	t := o.stored
	t.Joins, t.Kept = slices.DeleteFunc(slices.Clone(t.Joins), func(j record.Record) bool { return !o.here(j) }), nil
	if rs := o.terms.Rules; len(t.Joins) < rs.MinSeats {
		return o, api.Fail(api.ReasonTooFewSeats, api.Data{Game: rs.Name, Seats: len(t.Joins), Limit: rs.MinSeats})
	}
	fresh, err := o.l.signer().again(o.id, t, uint64(len(t.Joins)))
	if err != nil {
		return o, err
	}
	next, err := o.l.newOffer(fresh, now)
	if err != nil {
		return o, badTerms(err)
	}
	if o.guard != nil { // those who guess have no more guesses at the table's new ID
		next.guard.code = o.guard.code
	}
	if err := o.l.cfg.Store.MoveOffer(o.id, next.id, next.stored); err != nil {
		return o, err
	}
	o.l.offers.add(next.id, next, math.MaxInt)
	o.end(entry.RoomNews{})
	o.l.noteMoved(o.id, next.id)
	o.l.addEvent(next.id, api.Event{What: api.Smaller, Was: o.id.String(), Seats: next.size})
	return next, nil
}
