package tui

import (
	"fmt"
	"slices"
	"strings"

	"fives/cli/layout"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
)

// A hand is the player's own cards as they are held: their order, a cursor, and which are
// chosen. A card is named by its place in the order in which the cards were received.
type hand struct {
	number int // of the deal
	cards  []card.Card
	orders []rules.Order
	order  string // its name; where the game has none of that name, the first that sorts counts
	cursor int    // place on the screen
	chosen []int  // places in the order received
	own    []int  // the player's own order, as [rules.Order.Index]; nil for none
	before string // the order before that
	fresh  []card.Card
}

// take replaces the cards by those of a view, in deal number. Chosen cards stay chosen as long
// as the cards before were only added to, even if the screen missed a view in between.
func (h hand) take(z rules.Zone, number int) hand {
	now, again := shown.Cards(z), h.number == number
	if h.number = number; again && slices.Equal(now, h.cards) {
		h.orders = z.Orders
		return h
	}
	grown := len(now) >= len(h.cards) && slices.Equal(now[:len(h.cards)], h.cards)
	if !grown {
		h.chosen = nil
	}
	fresh := newCards(h.cards, now)
	h = h.keptOrder(now, again)
	h.cards, h.orders = now, z.Orders
	h.cursor = max(0, min(h.cursor, len(now)-1))
	switch {
	case !again || len(fresh) == len(now) && len(now) > 1:
		h.fresh, h.cursor = nil, 0
	case len(fresh) == 1:
		h.fresh, h.cursor = fresh, h.placeOf(fresh[0])
	default:
		h.fresh = fresh
	}
	return h
}

// newCards lists the cards that are new.
func newCards(before, now []card.Card) []card.Card {
	rest := slices.Clone(before)
	var fresh []card.Card
	for _, c := range now {
		if i := slices.Index(rest, c); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			fresh = append(fresh, c)
		}
	}
	return fresh
}

// placeOf returns the last place on the screen of a card that looks like c.
func (h hand) placeOf(c card.Card) int {
	place := 0
	for i, j := range h.index() {
		if h.cards[j] == c {
			place = i
		}
	}
	return place
}

// sorting returns the order in which the hand is drawn.
func (h hand) sorting() rules.Order {
	return shown.Order(h.all(), len(h.cards), func(o rules.Order) bool { return o.Name == h.order })
}

// index maps places on the screen to places in the order received.
func (h hand) index() []int { return h.sorting().Index }

// sorted takes the next order; the cursor stays on its card.
func (h hand) sorted() hand {
	orders := h.all()
	if len(orders) < 2 {
		return h
	}
	now := h.sorting().Name
	i := slices.IndexFunc(orders, func(o rules.Order) bool { return o.Name == now })
	return h.by(orders[(i+1)%len(orders)].Name)
}

// by sorts the hand in a given order; the cursor stays on its card.
func (h hand) by(order string) hand {
	under := -1
	if index := h.index(); h.cursor < len(index) {
		under = index[h.cursor]
	}
	h.order = order
	h.cursor = max(0, slices.Index(h.index(), under))
	return h
}

// stepped moves the cursor and wraps around at the ends.
func (h hand) stepped(by int) hand {
	if n := len(h.cards); n > 0 {
		h.cursor = (h.cursor + by + n) % n
	}
	return h
}

// toggled chooses the card at a place on the screen, or puts it back. Of those chosen before, stays
// says which remain beside it.
func (h hand) toggled(place int, stays func(card.Card) bool) hand {
	index := h.index()
	if place < 0 || place >= len(index) {
		return h
	}
	h.cursor = place
	h.chosen = slices.Clone(h.chosen)
	if i := slices.Index(h.chosen, index[place]); i >= 0 {
		h.chosen = slices.Delete(h.chosen, i, i+1)
	} else {
		h.chosen = slices.DeleteFunc(h.chosen, func(j int) bool { return !stays(h.cards[j]) })
		h.chosen = append(h.chosen, index[place])
	}
	return h
}

// picked returns the chosen cards, in the order in which they were chosen.
func (h hand) picked() []card.Card {
	cards := make([]card.Card, len(h.chosen))
	for i, j := range h.chosen {
		cards[i] = h.cards[j]
	}
	return cards
}

// choose chooses these cards, as far as they are in the hand, and no others.
func (h hand) choose(cards []card.Card) hand {
	h.chosen = nil
	for _, place := range h.places(cards) {
		h.chosen = append(h.chosen, h.index()[place])
	}
	return h
}

// places returns the places on the screen of these cards, in their order.
func (h hand) places(cards []card.Card) []int { return shown.PlacesOf(cards, h.cards, h.index()) }

// under returns the card at the cursor.
func (h hand) under() card.Card {
	index := h.index()
	if h.cursor >= len(index) {
		return card.Card{}
	}
	return h.cards[index[h.cursor]]
}

// draw draws the hand in at most room columns: chosen cards are raised, and the cursor is
// below. useful lists the cards that legal moves use; if it is nil, all cards are drawn alike.
func (h hand) draw(p palette, s size, room int, useful []card.Card) block {
	index := h.index()
	breaks := h.sorting().Breaks
	pitch := pitchOf(len(index), s, room-len(breaks))
	var parts []block
	for place, j := range index {
		o := pose{chosen: slices.Contains(h.chosen, j), cursor: place == h.cursor}
		o.useless = useful != nil && !slices.Contains(useful, h.cards[j])
		w := min(pitch, s.w)
		if place == len(index)-1 {
			w = s.w
		}
		if slices.Contains(breaks, place) {
			parts = append(parts, text(" "))
		}
		parts = append(parts, h.column(p, place, s, w, o))
	}
	return beside(0, parts...)
}

// column draws one card of the hand with what is above and below it.
func (h hand) column(p palette, place int, s size, w int, o pose) block {
	face := p.face(h.cards[h.index()[place]], s, w, o)
	lines := append([]string{layout.Pad("", w)}, face...)
	if o.chosen {
		lines = append(slices.Clone(face), layout.Pad("", w))
	}
	return text(append(lines, h.foot(p, place, w, o))...).as("card", place)
}

// foot draws the key that chooses a card, and the cursor.
func (h hand) foot(p palette, place, w int, o pose) string {
	key := " "
	if place < 10 {
		key = fmt.Sprint((place + 1) % 10)
	}
	mark := " "
	if o.cursor {
		mark = p.accent.Render(p.pick("▲", "^"))
	}
	style := p.weak
	if o.chosen || o.cursor {
		style = p.accent
	}
	return layout.Pad(mark+style.Render(key), w)
}

// caption names the order, and the cards that came last.
func (h hand) caption(p palette) string {
	var words []string
	if name := h.sorting().Name; name != "" && len(h.cards) > 1 {
		words = append(words, name)
	}
	if n := len(h.chosen); n > 0 {
		words = append(words, fmt.Sprintf("%d chosen", n))
	}
	line := p.weak.Render(strings.Join(words, p.pick(" · ", ", ")))
	if n := len(h.fresh); n > 0 && n < 4 && !slices.ContainsFunc(h.fresh, func(c card.Card) bool { return !c.Known() }) {
		line += p.weak.Render("  new: ") + p.names(h.fresh)
	}
	return line
}
