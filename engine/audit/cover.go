package audit

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// A Covering says what the others did in a hand for a seat whose node was away (SPEC §10).
type Covering struct {
	Seat     int
	Steps    int  // in which its record was voted away
	Moves    int  // of its stand-in
	Keyless  bool // it had no hand key: the stand-in played the hand for it
	Unsigned bool // its receipt was voted away
}

// noteCovered notes the seats whose records of a step were voted away; kind is what they
// owed.
func (a *auditor) noteCovered(hand int, step uint64, kind record.Kind) {
	covered := a.t.Coverings(step)
	if away := a.t.VotedAway(step); len(away) > len(covered) {
		a.report.Again = append(a.report.Again, Again{step, away})
	}
	for _, seat := range covered {
		i := slices.IndexFunc(a.coverings[hand], func(c Covering) bool { return c.Seat == seat })
		if i < 0 {
			i = len(a.coverings[hand])
			a.coverings[hand] = append(a.coverings[hand], Covering{Seat: seat})
		}
		c := &a.coverings[hand][i]
		c.Steps++
		c.Keyless = c.Keyless || kind == record.KindSeal || kind == record.KindKey && a.t.Pending().Kind != kind // else all owe new keys
		c.Unsigned = c.Unsigned || kind == record.KindReceipt
	}
}

// coveredIn lists the coverings of a hand with these moves, in order of the seats.
func (a *auditor) coveredIn(hand int, played []table.PlayedMove) []Covering {
	list := a.coverings[hand]
	slices.SortFunc(list, func(x, y Covering) int { return x.Seat - y.Seat })
	for _, m := range played {
		for i := range list {
			if m.StandIn && m.Seat == list[i].Seat {
				list[i].Moves++
			}
		}
	}
	return list
}
