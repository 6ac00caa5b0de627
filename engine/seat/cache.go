package seat

import (
	"slices"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/rules"
	"fives/engine/table"
)

// A FaceCache holds the faces that a seat has opened for itself, so that each is
// opened once. Its zero value is ready; it is not safe for concurrent use.
type FaceCache struct {
	hand   int
	own    rules.Observation
	shares map[rules.Slot]ristretto.Element // the seat's own, of slots that it does not see yet
}

// Update returns all that the seat knows of the cards of the running hand:
// what is public, and what was dealt to it. The result is the caller's.
func (s *FaceCache) Update(t *table.Table, seat int, h HandSecret) rules.Observation {
	if s.hand != t.HandNumber() {
		*s = FaceCache{hand: t.HandNumber(), shares: map[rules.Slot]ristretto.Element{}}
	}
	for len(s.own) < t.Hand().Slots() {
		s.own = append(s.own, rules.Observation{{}}...)
	}
	s.refresh(t, seat, h)
	observation := slices.Clone(s.own)
	for i, c := range t.Public() {
		if c.Known() {
			observation[i] = c
		}
	}
	return observation
}

// refresh opens what has been dealt to the seat since, if the secret is that of the
// hand. That takes a multiplication, so it is looked at only if there is anything. So
// does the seat's own share, which is made while those of the others are on their way.
func (s *FaceCache) refresh(t *table.Table, seat int, h HandSecret) {
	fits := false
	for x := range s.own {
		if s.own[x].Known() {
			continue
		}
		slot := rules.Slot(x)
		m, ok := t.Hand().OpeningTo(seat, slot)
		if !ok {
			continue
		}
		share, made := s.shares[slot]
		if !made {
			if fits = fits || h.fits(t, seat); !fits {
				return
			}
			share = mask.Share(h.Secret, m)
			s.shares[slot] = share
		}
		if _, others, ok := t.Hand().OpenedTo(seat, slot); ok {
			s.own[x] = t.Hand().Face(mask.Open(m, others, share))
			delete(s.shares, slot)
		}
	}
}
