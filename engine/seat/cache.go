package seat

import (
	"slices"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/table"
)

// A FaceCache keeps the faces that a seat has opened, so that it opens each only once.
// Its zero value is ready; it is not safe for concurrent use.
type FaceCache struct {
	hand  int
	dealt map[rules.Slot]*dealt
}

// A dealt card is one that the seat can open now, or once the others have given their
// shares. It is valid only for its mask: on another branch of the log, another mask may lie
// at the same slot.
type dealt struct {
	mask  mask.Mask
	share ristretto.Element // the seat's own
	card  card.Card         // zero until it is opened
}

// Update returns the observation of the seat in the running hand: the public cards and
// those dealt to it. The caller may change the result.
//
// It makes the seat's own share as soon as the log opens a card to the seat, before the
// others' shares arrive. A secret that is not that of the hand opens nothing. Checking the
// secret takes a multiplication, so Update does it only if there is a new card.
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
