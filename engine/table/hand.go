package table

import (
	"slices"

	"fives/crypto/mask"
	"fives/crypto/ristretto"
	"fives/engine/card"
	"fives/engine/rules"
)

// A Hand is the cards of one deal: keys, stacks, and what is known of them. Before the
// first hand it is nil, and has none.
type Hand struct {
	number int
	active []int // seats that play it, ascending
	party  []int // those of them with a sealing key; all of them until that is known, and in a hand without sealing keys
	keyed  []int // those with a hand key
	deck   *deck
	keys   []ristretto.Element // by seat
	joint  ristretto.Element

	slots  []slot
	public rules.Observation // by slot
	played []PlayedMove

	sealing *sealing   // nil in a hand in which nobody can be covered
	standIn int        // the seat whose cards are being opened for its stand-in, or rules.None
	shuffle *shuffling // while a shuffle is under way
	draw    *draw      // while a lot is drawn for who opens the hand
	opening rules.Open // what the shares of the running step are for
}

// A slot is a place in one of the hand's stacks. Every snapshot has a copy of it, so points
// are not part of it: they never change, and all copies share them.
type slot struct {
	mask  *mask.Mask
	stack *stack
	sum   *ristretto.Element // of the shares that are public
	given seatSet            // whose shares those are
	to    int                // the seat that may see it, or rules.None
	face  int                // index in the deck once it is public, else -1
}

// A stack is what a shuffle has made. It never changes.
type stack struct {
	first, size int   // its slots
	faces       []int // what was shuffled, as indices into the deck; nil for the whole deck
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

// deck returns the deck of the table, which is the same in every hand.
func (t *Table) deck() *deck {
	if t.hand != nil {
		return t.hand.deck
	}
	return newDeck(t.terms)
}

func newHand(d *deck, seats int, st rules.Status) *Hand {
	return &Hand{
		number:  st.Hand,
		active:  st.Active,
		party:   st.Active,
		deck:    d,
		keys:    make([]ristretto.Element, seats),
		standIn: rules.None,
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
func (h *Hand) reveal(x rules.Slot, face int) {
	h.slots[x].face = face
	h.public[x] = h.deck.Cards[face]
}

// possible reports whether slots may have these faces: each face was shuffled, and no other
// slot of its stack has it. If all proofs are verified, that is always so. The check is for
// assumed claims: whatever they say, the rules see nothing that another shuffle could not
// have brought about.
func (h *Hand) possible(slots []rules.Slot, faces []int) bool {
	for i, x := range slots {
		st := h.slots[x].stack
		if faces[i] < 0 || st.faces != nil && !slices.Contains(st.faces, faces[i]) {
			return false
		}
		for y, other := range h.slots[st.first : st.first+st.size] {
			if other.face == faces[i] && st.first+y != int(x) {
				return false
			}
		}
		for j, y := range slots[:i] {
			if h.slots[y].stack == st && faces[j] == faces[i] {
				return false
			}
		}
	}
	return true
}

// lacks lists the seats with a hand key whose shares of a slot are not public.
func (h *Hand) lacks(x rules.Slot) []int {
	var seats []int
	for _, s := range h.keyed {
		if !h.slots[x].given.has(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// known reports whether a slot exists.
func (h *Hand) known(x rules.Slot) bool { return x >= 0 && int(x) < len(h.slots) }

// Key returns the key that a seat has published for the hand, the identity if it has none
// yet.
func (h *Hand) Key(seat int) (key ristretto.Element) {
	if h == nil || seat < 0 || seat >= len(h.keys) {
		return key
	}
	return h.keys[seat]
}

// Keyed reports whether a seat has a key in the hand. A seat that was away at its beginning
// has none: nobody sees its cards, and its stand-in plays the hand.
func (h *Hand) Keyed(seat int) bool { return h != nil && slices.Contains(h.keyed, seat) }

// Slots returns how many slots the stacks of the hand have so far.
func (h *Hand) Slots() int {
	if h == nil {
		return 0
	}
	return len(h.slots)
}

// Mask returns the mask at a slot.
func (h *Hand) Mask(x rules.Slot) mask.Mask { return *h.slots[x].mask }

// Points returns the points whose shares open the slots: the first components of the masks.
func (h *Hand) Points(slots []rules.Slot) []ristretto.Element {
	points := make([]ristretto.Element, len(slots))
	for i, x := range slots {
		points[i] = h.slots[x].mask.A
	}
	return points
}

// OpenedTo returns what a seat needs to see a slot that was opened to it and is not
// public: the mask, and the sum of the other seats' shares. It returns false
// for every other slot.
func (h *Hand) OpenedTo(seat int, x rules.Slot) (m mask.Mask, others ristretto.Element, ok bool) {
	m, ok = h.OpeningTo(seat, x)
	if !ok {
		return m, others, false
	}
	lacks := h.lacks(x)
	if len(lacks) != 1 || lacks[0] != seat {
		return m, others, false
	}
	return m, *h.slots[x].sum, true
}

// OpeningTo returns the mask of a slot that is not public and that the log opens to a seat,
// whether or not the other seats have given all of their shares. It returns false for every
// other slot.
func (h *Hand) OpeningTo(seat int, x rules.Slot) (m mask.Mask, ok bool) {
	if h == nil || !h.known(x) || h.slots[x].to != seat || h.slots[x].face >= 0 {
		return m, false
	}
	return *h.slots[x].mask, true
}

// Face returns the card of a point, the zero Card if no face of the deck has it.
func (h *Hand) Face(point ristretto.Element) (c card.Card) {
	if i := h.deck.find(point); i >= 0 {
		return h.deck.Cards[i]
	}
	return c
}

// Played lists the moves of the hand.
func (h *Hand) Played() []PlayedMove {
	if h == nil {
		return nil
	}
	return h.played
}
