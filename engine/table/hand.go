package table

import (
	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/card"
	"fives/engine/rules"
)

// A hand is the cards of one deal: keys, stacks, and what is known of them.
type hand struct {
	number int
	active []int // seats that play it, ascending
	deck   *deck
	keys   []ristretto.Element // by seat
	joint  ristretto.Element

	slots  []slot
	public rules.Observation // by slot
	played []PlayedMove

	shuffle *shuffling // while a shuffle is under way
	opening rules.Open // what the shares of the running step are for
}

// A slot is a place in one of the hand's stacks.
type slot struct {
	mask  mask.Mask
	sum   ristretto.Element // of the shares that are public
	given seatSet           // whose shares those are
	to    int               // the seat that has been let to see it, or rules.None
	face  int               // index in the deck once it is public, else -1
}

// A seatSet is a set of seats, one bit each.
type seatSet uint64

func (s seatSet) has(seat int) bool     { return s&(1<<seat) != 0 }
func (s seatSet) with(seat int) seatSet { return s | 1<<seat }

// A deck knows the points of its faces.
type deck struct {
	card.Deck
	points []ristretto.Element
	index  map[[32]byte]int
}

func newDeck(t *Terms) *deck {
	d := t.Rules.Deck(len(t.Seats), t.Options)
	points := mask.Faces(t.Rules.Name+"/"+d.Name, len(d.Cards))
	index := make(map[[32]byte]int, len(points))
	for i, p := range points {
		index[p.Encode()] = i
	}
	return &deck{Deck: d, points: points, index: index}
}

func newHand(t *Terms, st rules.Status) *hand {
	return &hand{
		number: st.Hand,
		active: st.Active,
		deck:   newDeck(t),
		keys:   make([]ristretto.Element, len(t.Seats)),
	}
}

// find returns the index of the face with that point, or -1.
func (d *deck) find(point ristretto.Element) int {
	if i, ok := d.index[point.Encode()]; ok {
		return i
	}
	return -1
}

// reveal notes that a slot shows a face to everybody.
func (h *hand) reveal(x rules.Slot, face int) {
	h.slots[x].face = face
	h.public[x] = h.deck.Cards[face]
}

// lacks lists the active seats whose shares of a slot are not public.
func (h *hand) lacks(x rules.Slot) []int {
	var seats []int
	for _, s := range h.active {
		if !h.slots[x].given.has(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// known reports whether a slot exists.
func (h *hand) known(x rules.Slot) bool { return x >= 0 && int(x) < len(h.slots) }
