package fivecrowns

import (
	"slices"

	"fives/engine/card"
)

// standFor returns the card that each card of a legal meld stands for while a rank is wild:
// the zero Card for a card that stands for itself, nil if all do. A meld that could be a
// book or a run counts as the one in which more cards stand for themselves; if they are
// equal, as a book.
func standFor(meld []card.Card, wild card.Rank) []card.Card {
	var natural, named []card.Card // no wild cards, and no jokers
	for _, c := range meld {
		if c.Rank != card.Joker {
			named = append(named, c)
			if c.Rank != wild {
				natural = append(natural, c)
			}
		}
	}
	if len(natural) == 0 { // a book of the wild rank, or of any rank if all cards are jokers
		return inBook(meld, named)
	}
	m := reading{meld: meld, natural: natural, wild: wild}
	as := m.run()
	if book(natural) && (as == nil || changed(inBook(meld, natural)) <= changed(as)) {
		as = inBook(meld, natural)
	}
	if changed(as) == 0 {
		return nil
	}
	return as
}

func book(natural []card.Card) bool {
	return !slices.ContainsFunc(natural, func(c card.Card) bool { return c.Rank != natural[0].Rank })
}

// inBook makes a book, in which every card of another rank stands for the first natural
// card.
func inBook(meld, natural []card.Card) []card.Card {
	if len(natural) == 0 || book(slices.Concat(natural, meld)) {
		return nil
	}
	as := make([]card.Card, len(meld))
	for i, c := range meld {
		if c.Rank != natural[0].Rank {
			as[i] = natural[0]
		}
	}
	return as
}

// A reading is a meld as a run.
type reading struct {
	meld, natural []card.Card
	wild          card.Rank
}

// run returns the run in which the most cards stand for themselves, the highest if there
// are several, nil if the natural cards do not make one.
func (m reading) run() (best []card.Card) {
	low, high := m.natural[0].Rank, m.natural[0].Rank
	for i, c := range m.natural {
		low, high = min(low, c.Rank), max(high, c.Rank)
		if c.Suit != m.natural[0].Suit || slices.ContainsFunc(m.natural[:i], func(d card.Card) bool { return d.Rank == c.Rank }) {
			return nil
		}
	}
	size := card.Rank(len(m.meld))
	if size > highest-lowest+1 {
		return nil
	}
	for from := min(low, highest-size+1); from >= lowest && from+size > high; from-- {
		if as := m.places(from); best == nil || changed(as) < changed(best) {
			best = as
		}
	}
	return best
}

// places fills the gaps between the natural cards of the run that begins at a rank: with
// wild cards that belong there, then with the other wild cards from the lowest gap on.
func (m reading) places(from card.Rank) []card.Card {
	var free []card.Card
	for r := from; r < from+card.Rank(len(m.meld)); r++ {
		if c := (card.Card{Rank: r, Suit: m.natural[0].Suit}); !slices.Contains(m.natural, c) {
			free = append(free, c)
		}
	}
	as := make([]card.Card, len(m.meld))
	var strange []int
	for i, c := range m.meld {
		if c.Rank != m.wild && c.Rank != card.Joker {
			continue
		}
		if at := slices.Index(free, c); at >= 0 {
			free = slices.Delete(free, at, at+1)
		} else {
			strange = append(strange, i)
		}
	}
	for n, i := range strange {
		as[i] = free[n]
	}
	return as
}

// changed counts the cards that stand for others.
func changed(as []card.Card) int {
	n := 0
	for _, c := range as {
		if c.Known() {
			n++
		}
	}
	return n
}
