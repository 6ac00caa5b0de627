package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"fives/engine/card"
	"fives/engine/rules"
)

// ownOrder is the name of the order that the player has arranged.
const ownOrder = "your own"

// all returns the orders of the hand: those of the game, then the player's own.
func (h hand) all() []rules.Order {
	if h.own == nil {
		return h.orders
	}
	return append(slices.Clone(h.orders), rules.Order{Name: ownOrder, Index: h.own})
}

// arranged moves a card from one place on the screen to another. What is on the screen becomes
// the player's own order, which stays until the next deal.
func (h hand) arranged(from, to int) hand {
	index := h.index()
	if from < 0 || from >= len(index) || to < 0 || to >= len(index) || from == to {
		return h
	}
	j := index[from]
	index = slices.Delete(slices.Clone(index), from, from+1)
	if h.order != ownOrder {
		h.before = h.order
	}
	h.own, h.order, h.cursor = slices.Insert(index, to, j), ownOrder, to
	return h
}

// keptOrder carries the player's own order over to a changed hand: the cards that are still
// there, in their order, then the new ones. In another deal, or if every card is new, there is
// no order to keep.
func (h hand) keptOrder(now []card.Card, again bool) hand {
	if h.own == nil {
		return h
	}
	var own []int
	for _, j := range h.own {
		i := free(now, own, h.cards[j])
		if j < len(now) && now[j] == h.cards[j] && !slices.Contains(own, j) {
			i = j // of two that look alike, the one in the same place
		}
		if i >= 0 {
			own = append(own, i)
		}
	}
	if !again || len(own) == 0 {
		if h.own = nil; h.order == ownOrder {
			h.order = h.before
		}
		return h
	}
	for i := range now {
		if !slices.Contains(own, i) {
			own = append(own, i)
		}
	}
	h.own = own
	return h
}

// free returns the first place of a card that looks like c and is not in used.
func free(cards []card.Card, used []int, c card.Card) int {
	for i, d := range cards {
		if c == d && !slices.Contains(used, i) {
			return i
		}
	}
	return -1
}

// arranging moves the card under the cursor.
func arranging(m *model, k string) {
	h := m.table.hand
	m.table.hand = h.arranged(h.cursor, h.cursor+by(k))
}

// A drag is a card of the hand that the mouse holds.
type drag struct {
	place int  // on the screen, from 1; 0 for none
	moved bool // the mouse has been elsewhere since, so this is no click
}

// onDrag moves the card that the mouse holds to where the mouse is.
func (m model) onDrag(at tea.Mouse) model {
	if m.drag.place == 0 || m.popup.sheet != nil || m.screen != atTable {
		m.drag = drag{}
		return m
	}
	what, to := m.draw().at(at.X, at.Y)
	if what != "card" || to == m.drag.place-1 {
		return m
	}
	if !m.drag.moved {
		m.table = m.table.toggled(m.drag.place - 1) // undoes the click that began this drag
	}
	m.table.hand = m.table.hand.arranged(m.drag.place-1, to)
	m.drag = drag{place: to + 1, moved: true}
	return m
}
