package shown

import (
	"slices"

	"fives/p2p/api"
)

// Handovers returns those of a table, first those that wait for the player's word.
func Handovers(t api.Table) []api.Handover {
	if t.Phase == api.PhaseOver {
		return nil
	}
	list, place := slices.Clone(t.Handovers), map[bool]int{true: -1}
	slices.SortStableFunc(list, func(a, b api.Handover) int { return place[a.Yours] - place[b.Yours] })
	return list
}

// AsksAtDoor reports whether somebody without a seat asks for one that whoever has it does not
// offer: to those a player can say "not now".
func AsksAtDoor(h api.Handover) bool {
	return h.Asked && !h.Bot && !slices.Contains(h.Agreed, h.Seat)
}

// OffersSeat reports whether a handover is the player's own offer of a seat, rather than a wish
// of somebody else, or for somebody else's seat.
func OffersSeat(h api.Handover, you string) bool {
	return h.Mine && (h.Seat == you || h.SeatBotOf == you)
}
