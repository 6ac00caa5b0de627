package replica

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// A Ballot says which seats have voted on the record of a seat in a step.
type Ballot struct {
	About uint64 `cbor:"about"` // the seat
	Away  uint64 `cbor:"away"`  // seats that say it is away, one bit each
	Here  uint64 `cbor:"here"`  // seats that have shown its record
}

// of returns the votes of a kind.
func (b *Ballot) of(kind record.Kind) *uint64 {
	if kind == record.KindAway {
		return &b.Away
	}
	return &b.Here
}

// ballotsOf returns the votes in a table's running step, even if the table has stopped: the
// records that they are about may have to be shown to nodes that have voted them away.
func ballotsOf(t *table.Table) (list []Ballot) {
	if len(t.Votes()) == 0 {
		return nil
	}
	for seat := range t.Terms().Seats {
		away, here := t.VotesOf(seat)
		if len(away)+len(here) > 0 {
			list = append(list, Ballot{About: uint64(seat), Away: setOf(away), Here: setOf(here)})
		}
	}
	return list
}

func setOf(seats []int) (set uint64) {
	for _, s := range seats {
		set |= 1 << s
	}
	return set
}

// voted reports whether a vote of a seat is among those that a Have lists.
func (h Have) voted(voter int, p record.Payload) bool {
	i := slices.IndexFunc(h.Ballots, func(b Ballot) bool { return b.About == p.About[0] })
	return i >= 0 && *h.Ballots[i].of(p.Kind)&(1<<voter) != 0
}

// noteVote adds a vote of a seat to those that a Have lists.
func (h *Have) noteVote(voter int, p record.Payload) {
	h.Ballots = slices.Clone(h.Ballots)
	i := slices.IndexFunc(h.Ballots, func(b Ballot) bool { return b.About == p.About[0] })
	if i < 0 {
		i = len(h.Ballots)
		h.Ballots = append(h.Ballots, Ballot{About: p.About[0]})
	}
	*h.Ballots[i].of(p.Kind) |= 1 << voter
}

// lacksVotes reports whether a Have lists votes on the running step of a table that the
// table lacks.
func (h Have) lacksVotes(t *table.Table) bool {
	mine := ballotsOf(t)
	return slices.ContainsFunc(h.Ballots, func(b Ballot) bool {
		i := slices.IndexFunc(mine, func(m Ballot) bool { return m.About == b.About })
		return i < 0 || b.Away&^mine[i].Away|b.Here&^mine[i].Here != 0
	})
}

// saysAway reports whether, according to a Have, any of these seats has voted that another
// one is away.
func (h Have) saysAway(seats uint64) bool {
	return slices.ContainsFunc(h.Ballots, func(b Ballot) bool { return b.Away&seats != 0 })
}
