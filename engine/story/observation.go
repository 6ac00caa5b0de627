package story

import (
	"slices"

	"fives/engine/rules"
)

// Viewers, beside the seats.
const (
	Onlooker  = rules.Onlooker // sees the public cards
	Everybody = -2             // sees every card that at least one seat sees
)

// Observation is the observation of a viewer at a moment of the hand, without the cards
// that were not public at the end of the hand.
func (h *Hand) Observation(moment, eyes int) rules.Observation {
	s := slices.Clone(h.Moments[moment].public)
	for x := range s {
		if !s[x].Known() && h.saw(moment, eyes, x) {
			s[x] = h.final[x]
		}
	}
	return s
}

func (h *Hand) saw(moment, eyes, x int) bool {
	for seat, seen := range h.seen {
		if (eyes == seat || eyes == Everybody) && x < len(seen) && seen[x] != never && seen[x] <= moment {
			return true
		}
	}
	return false
}

// View draws the table at a moment of the hand.
func (h *Hand) View(moment, eyes int) rules.View {
	return h.Moments[moment].position.View(max(eyes, Onlooker), h.Observation(moment, eyes))
}

// Status is the public state at a moment of the hand.
func (h *Hand) Status(moment int) rules.Status { return h.Moments[moment].position.Status() }

// Before is the position before a moment of the hand, nil for the first.
func (h *Hand) Before(moment int) rules.Position { return h.Moments[moment].before }

// owner is the seat that held a slot before a moment, or rules.None.
func (m Moment) owner(x rules.Slot) int {
	if m.before == nil {
		return rules.None
	}
	return slices.IndexFunc(m.before.Status().Hands, func(hand []rules.Slot) bool { return slices.Contains(hand, x) })
}
