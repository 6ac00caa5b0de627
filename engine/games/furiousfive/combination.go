package furiousfive

import (
	"slices"

	"fives/engine/card"
)

// A shape is the kind of a drop (RULES 5.1).
type shape int

const (
	nothing  shape = iota // no combination
	single                // one card
	set                   // two to four of a rank
	straight              // at least three consecutive ranks
)

const (
	shortest = 3 // cards in the shortest straight
	largest  = 4 // cards in the largest set
	highAce  = card.King + 1
)

// aces lists the ranks that an ace may have in a straight: [card.Ace], highAce or both, as
// the option ace-high says.
type aces []card.Rank

var acesOf = map[string]aces{
	"no":   {card.Ace},
	"both": {card.Ace, highAce},
	"only": {highAce},
}

// A ladder is a set of ranks: bit r stands for rank r.
type ladder uint16

// step returns the rank of a card in a straight in which aces have the given rank.
func step(c card.Card, ace card.Rank) card.Rank {
	if c.Rank == card.Ace {
		return ace
	}
	return c.Rank
}

func ladderOf(cards []card.Card, ace card.Rank) ladder {
	var l ladder
	for _, c := range cards {
		l |= 1 << step(c, ace)
	}
	return l
}

// unbroken reports whether the ranks follow one another without a gap.
func (l ladder) unbroken() bool { return l&(l+(l&-l)) == 0 }

// threeInARow reports whether some straight is among the ranks.
func (l ladder) threeInARow() bool { return l&(l<<1)&(l<<2) != 0 }

// shape returns the shape of the cards together.
func (a aces) shape(cards []card.Card) shape {
	switch {
	case len(cards) == 1:
		return single
	case len(cards) >= 2 && len(cards) <= largest && alike(cards):
		return set
	case a.straight(cards) != 0:
		return straight
	}
	return nothing
}

func alike(cards []card.Card) bool {
	for _, c := range cards {
		if c.Rank != cards[0].Rank {
			return false
		}
	}
	return true
}

// straight returns the rank of an ace in the cards if they are a straight, or 0 if they are
// not. No straight with an ace can be read both ways: a hand has five cards, too few to
// reach from A-2 to K-A.
func (a aces) straight(cards []card.Card) card.Rank {
	if len(cards) < shortest || repeats(cards) {
		return 0
	}
	for _, ace := range a {
		if ladderOf(cards, ace).unbroken() {
			return ace
		}
	}
	return 0
}

func repeats(cards []card.Card) bool {
	var seen ladder
	for _, c := range cards {
		if seen&(1<<c.Rank) != 0 {
			return true
		}
		seen |= 1 << c.Rank
	}
	return false
}

// holds reports whether there is a combination among the known cards.
func (a aces) holds(cards []card.Card) bool {
	known := slices.DeleteFunc(slices.Clone(cards), func(c card.Card) bool { return !c.Known() })
	if repeats(known) {
		return true
	}
	for _, ace := range a {
		if ladderOf(known, ace).threeInARow() {
			return true
		}
	}
	return false
}

// arranged returns the indices of a combination's cards in the order in which they
// lie on the table: a set as given, a straight from low to high.
func (a aces) arranged(cards []card.Card) []int {
	places := make([]int, len(cards))
	for i := range places {
		places[i] = i
	}
	if ace := a.straight(cards); ace != 0 {
		slices.SortFunc(places, func(i, j int) int {
			return int(step(cards[i], ace)) - int(step(cards[j], ace))
		})
	}
	return places
}
