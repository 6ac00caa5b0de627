package shown

import (
	"slices"

	"fives/p2p/control"
)

// Handovers are those of a table, the ones first for which the player's word is missing.
func Handovers(t control.Table) []control.Handover {
	if t.Phase == control.PhaseOver {
		return nil
	}
	list, place := slices.Clone(t.Handovers), map[bool]int{true: -1}
	slices.SortStableFunc(list, func(a, b control.Handover) int { return place[a.Yours] - place[b.Yours] })
	return list
}

// OffersSeat reports whether a handover is the player's own offer of a seat, and not
// a wish of others, or for a seat of others.
func OffersSeat(h control.Handover, you string) bool {
	return h.Mine && (h.Seat == you || h.SeatBotOf == you)
}
