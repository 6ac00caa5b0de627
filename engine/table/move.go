package table

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/crypto/transcript"
	"fives/engine/record"
	"fives/engine/rules"
)

// maxText bounds a move's text in bytes.
const maxText = 1024

// checkMove checks that the cards are the mover's and show what the text says, and that the
// rules allow the move, as far as public information decides that.
func (t *Table) checkMove(rd Reading, seat int, tr *transcript.Transcript) (apply func(*Table), pr proof, err error) {
	body, err := BodyOf[record.Move](rd)
	if err != nil {
		return nil, nil, err
	}
	if len(body.Text) > maxText || !utf8.ValidString(body.Text) {
		return nil, nil, fmt.Errorf("a move's text has at most %d bytes of UTF-8", maxText)
	}
	if body.Text != rules.Canonical(body.Text) {
		return nil, nil, fmt.Errorf("the move %+q is not in its canonical spelling", body.Text)
	}
	m := rules.Move{Seat: seat, At: int(t.step), Text: body.Text}
	for _, x := range body.Cards {
		if x >= uint64(len(t.hand.slots)) {
			return nil, nil, fmt.Errorf("there is no slot %d", x)
		}
		m.Cards = append(m.Cards, rules.Slot(x))
	}
	opened, err := t.Shown(m)
	if err != nil {
		return nil, nil, err
	}
	shares, pr, err := t.hand.readShares(rd, t.hand.keys[seat], t.hand.Points(opened), body.Shares, body.Proof, tr)
	if err != nil {
		return nil, nil, err
	}
	apply, err = t.play(m, opened, shares)
	return apply, pr, err
}

// play plays a move that shows slots by the mover's shares of them.
func (t *Table) play(m rules.Move, opened []rules.Slot, shares []ristretto.Element) (apply func(*Table), err error) {
	faces, err := t.hand.faces(opened, shares)
	if err != nil {
		return nil, err
	}
	public := t.hand.with(opened, faces)
	if err := rules.CheckCards(t.pos, m, public); err != nil {
		return nil, err
	}
	next, err := t.pos.Play(m, public)
	if err != nil {
		return nil, err
	}
	return func(t *Table) {
		t.hand.move(m, opened, shares, faces)
		t.pos = next
	}, nil
}

// Shown lists the slots that a move makes public and that are not public yet,
// in the order in which its record gives the shares. All of them must have
// been opened to the mover.
func (t *Table) Shown(m rules.Move) ([]rules.Slot, error) {
	var shown []rules.Slot
	for _, x := range rules.Shown(t.pos, m) {
		if !t.hand.known(x) {
			return nil, fmt.Errorf("there is no slot %d", x)
		}
		if t.hand.slots[x].face >= 0 || slices.Contains(shown, x) {
			continue
		}
		if _, _, ok := t.hand.OpenedTo(m.Seat, x); !ok {
			return nil, fmt.Errorf("the card at slot %d is not in the mover's observation", x)
		}
		shown = append(shown, x)
	}
	return shown, nil
}

// faces opens slots with the mover's shares.
func (h *Hand) faces(slots []rules.Slot, shares []ristretto.Element) ([]int, error) {
	faces := make([]int, len(slots))
	for i, x := range slots {
		s := h.slots[x]
		faces[i] = h.deck.find(mask.Open(*s.mask, *s.sum, shares[i]))
		if faces[i] < 0 {
			return nil, fmt.Errorf("slot %d opens to no face of the deck", x)
		}
	}
	if !h.possible(slots, faces) {
		return nil, ErrAssumed
	}
	return faces, nil
}

// with returns what is public once slots show their faces.
func (h *Hand) with(opened []rules.Slot, faces []int) rules.Observation {
	public := slices.Clone(h.public)
	for i, x := range opened {
		public[x] = h.deck.Cards[faces[i]]
	}
	return public
}

// Try plays a move of the seat whose turn it is, with what the seat itself knows as the
// observation, and returns the position after it. A seat's own daemon does that before it
// signs.
func (t *Table) Try(m rules.Move, own rules.Observation) (rules.Position, error) {
	if err := rules.CheckCards(t.pos, m, own); err != nil {
		return nil, err
	}
	public := slices.Clone(t.hand.public)
	for _, x := range rules.Shown(t.pos, m) {
		public[x] = own.Of(x)
	}
	return t.pos.Play(m, public)
}

// move notes a move, and what it has opened.
func (h *Hand) move(m rules.Move, opened []rules.Slot, shares []ristretto.Element, faces []int) {
	h.public = slices.Clone(h.public)
	for i, x := range opened {
		h.give(x, m.Seat, shares[i])
		h.reveal(x, faces[i])
	}
	h.played = append(h.played, PlayedMove{Seat: m.Seat, Step: uint64(m.At), Text: m.Text})
}
