package fivecrowns

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// wildSign marks wild cards, and jokers, which always are.
const wildSign = "*"

// marks are those of the cards while a rank is wild.
func marks(wild card.Rank) []rules.Mark {
	return []rules.Mark{rules.Marked(wildSign, rules.Wild, pack(), func(c card.Card) bool { return isWild(c, wild) })}
}

// jokers are all that is wild in every pile of the solitaire.
var jokers = rules.Mark{Sign: wildSign, Name: rules.Wild, Cards: card.Jokers(1)}

// standFor says which card each card of a legal meld stands for, the zero Card where
// it is itself; nil if all are. A meld that is a book and a run is what leaves more
// cards themselves, else a book (RULES §3).
func standFor(meld []card.Card, wild card.Rank) []card.Card {
	natural := naturals(meld, wild)
	if len(natural) == 0 {
		// Wild cards alone: a book of their rank, of whatever one likes if all are jokers.
		natural = slices.DeleteFunc(slices.Clone(meld), func(c card.Card) bool { return c.Rank == card.Joker })
		return inBook(meld, natural)
	}
	if !fitsRun(natural, len(meld)) {
		return inBook(meld, natural)
	}
	if run := inRun(meld, natural, wild); !oneRank(natural) || changed(run) < changed(inBook(meld, natural)) {
		return run
	}
	return inBook(meld, natural)
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

// inBook lets every card of another rank stand for the first of those that are
// themselves.
func inBook(meld, natural []card.Card) []card.Card {
	if len(natural) == 0 || oneRank(append(slices.Clone(natural[:1]), meld...)) {
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

// inRun reads a meld as that run of its size, the highest of them, in which the most
// cards are themselves.
func inRun(meld, natural []card.Card, wild card.Rank) []card.Card {
	low, high := natural[0].Rank, natural[0].Rank
	for _, c := range natural {
		low, high = min(low, c.Rank), max(high, c.Rank)
	}
	size := card.Rank(len(meld))
	var best []card.Card
	for from := min(low, highest-size+1); from >= lowest && from+size > high; from-- {
		if as := inPlaces(meld, natural, wild, from); best == nil || changed(as) < changed(best) {
			best = as
		}
	}
	if changed(best) == 0 {
		return nil
	}
	return best
}

// inPlaces gives the places of the run from a rank on that its natural cards leave:
// to wild cards that belong there, then to the others from the lowest on.
func inPlaces(meld, natural []card.Card, wild card.Rank, from card.Rank) []card.Card {
	var free []card.Card
	for r := from; r < from+card.Rank(len(meld)); r++ {
		if c := (card.Card{Rank: r, Suit: natural[0].Suit}); !slices.Contains(natural, c) {
			free = append(free, c)
		}
	}
	as := make([]card.Card, len(meld))
	var strange []int
	for i, c := range meld {
		if !isWild(c, wild) {
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
