package seat

import (
	"slices"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/table"
)

// A FaceCache holds the faces that a seat has opened for itself, so that each is
// opened once. Its zero value is ready; it is not safe for concurrent use.
type FaceCache struct {
	hand  int
	dealt map[rules.Slot]*dealt
}

// A dealt card is the seat's, or will be when the others have given their shares. What
// is known of it holds for its mask: on another branch of the log, another mask may lie
// at the same slot.
type dealt struct {
	mask  mask.Mask
	share ristretto.Element // the seat's own
	card  card.Card         // zero until it is opened
}

// Update returns all that the seat knows of the cards of the running hand:
// what is public, and what was dealt to it. The result is the caller's.
//
// The seat's own shares are made when the log opens a card to it, while those of the
// others are on their way. A secret that is not that of the hand opens nothing; to know
// that takes a multiplication, so it is looked at only if there is anything to open.
func (s *FaceCache) Update(t *table.Table, seat int, h HandSecret) rules.Observation {
	if s.hand != t.HandNumber() {
		*s = FaceCache{hand: t.HandNumber(), dealt: map[rules.Slot]*dealt{}}
	}
	looked, fits := false, false
	observation := slices.Clone(t.Public())
	for x := range observation {
		slot := rules.Slot(x)
		m, ok := t.Hand().OpeningTo(seat, slot)
		if !ok {
			continue
		}
		d := s.dealt[slot]
		if d == nil || !d.mask.Equal(m) {
			if !looked {
				looked, fits = true, h.fits(t, seat)
			}
			if !fits {
				continue
			}
			d = &dealt{mask: m, share: mask.Share(h.Secret, m)}
			s.dealt[slot] = d
		}
		if _, others, ok := t.Hand().OpenedTo(seat, slot); ok && !d.card.Known() {
			d.card = t.Hand().Face(mask.Open(m, others, d.share))
		}
		observation[x] = d.card
	}
	return observation
}
