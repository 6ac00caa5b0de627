package seat

import (
	"slices"

	"fives/crypto/mask"
	"fives/engine/rules"
	"fives/engine/table"
)

// A Observation caches the faces that a seat has opened for itself, so that each is
// opened once. Its zero value is ready; it is not safe for concurrent use.
type Observation struct {
	hand int
	own  rules.Observation
}

// Update returns all that the seat knows of the cards of the running hand:
// what is public, and what was dealt to it. The result is the caller's.
func (s *Observation) Update(t *table.Table, seat int, h Hand) rules.Observation {
	if s.hand != t.HandNumber() {
		*s = Observation{hand: t.HandNumber()}
	}
	for len(s.own) < t.Slots() {
		s.own = append(s.own, rules.Observation{{}}...)
	}
	if h.fits(t, seat) {
		s.look(t, seat, h)
	}
	observation := slices.Clone(s.own)
	for i, c := range t.Public() {
		if c.Known() {
			observation[i] = c
		}
	}
	return observation
}

func (s *Observation) look(t *table.Table, seat int, h Hand) {
	for x := range s.own {
		if s.own[x].Known() {
			continue
		}
		if m, others, ok := t.Own(seat, rules.Slot(x)); ok {
			s.own[x] = t.Face(mask.Open(m, others, mask.Share(h.Secret, m)))
		}
	}
}
