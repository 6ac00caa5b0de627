package seat

import (
	"slices"

	"fives/crypto/mask"
	"fives/engine/rules"
	"fives/engine/table"
)

// A Sight caches the faces that a seat has opened for itself, so that each is
// opened once. Its zero value is ready; it is not safe for concurrent use.
type Sight struct {
	hand int
	own  rules.Sight
}

// Update returns all that the seat knows of the cards of the running hand:
// what is public, and what was dealt to it. The result is the caller's.
func (s *Sight) Update(t *table.Table, seat int, h Hand) rules.Sight {
	if s.hand != t.HandNumber() {
		*s = Sight{hand: t.HandNumber()}
	}
	for len(s.own) < t.Slots() {
		s.own = append(s.own, rules.Sight{{}}...)
	}
	if h.fits(t, seat) {
		s.look(t, seat, h)
	}
	sight := slices.Clone(s.own)
	for i, c := range t.Public() {
		if c.Known() {
			sight[i] = c
		}
	}
	return sight
}

func (s *Sight) look(t *table.Table, seat int, h Hand) {
	for x := range s.own {
		if s.own[x].Known() {
			continue
		}
		if m, others, ok := t.Own(seat, rules.Slot(x)); ok {
			s.own[x] = t.Face(mask.Open(m, others, mask.Share(h.Secret, m)))
		}
	}
}
