package fivethreefive

import (
	"slices"

	"fives/engine/card"
)

// A kind of meld, as the state names it.
type kind string

const (
	single kind = "single"
	set    kind = "set"
	run    kind = "run"
)

// longest is the greatest number of cards that one move plays (RULES 10).
const longest = 3

// A meld is a single, a set or a run; the trick is one. The zero meld stands for none:
// there is no trick. Its cards ascend, and never change.
type meld struct {
	kind  kind
	ranks []card.Rank
}

func (m meld) exists() bool   { return m.kind != "" }
func (m meld) low() card.Rank { return m.ranks[0] }

// cards returns the meld's cards, ascending.
func (m meld) cards() []card.Card { return plain(m.ranks) }

func plain(ranks []card.Rank) []card.Card {
	cards := make([]card.Card, len(ranks))
	for i, r := range ranks {
		cards[i] = card.Card{Rank: r}
	}
	return cards
}

// meldOf reads cards in any order as a meld (RULES 6 to 8).
func meldOf(ranks []card.Rank) (meld, bool) {
	m := meld{ranks: slices.Sorted(slices.Values(ranks))}
	switch {
	case len(ranks) == 0 || !slices.Contains(numbers, m.ranks[0]):
		return meld{}, false
	case len(ranks) == 1:
		m.kind = single
	case allStep(m.ranks, 0):
		m.kind = set
	case allStep(m.ranks, 1):
		m.kind = run
	default:
		return meld{}, false
	}
	return m, true
}

// allStep reports whether each rank follows the one before it by the step. No
// number lies in the gaps at 6 and 10, so a run cannot cross them.
func allStep(ranks []card.Rank, step card.Rank) bool {
	for i := range len(ranks) - 1 {
		if ranks[i+1] != ranks[i]+step {
			return false
		}
	}
	return true
}

// beats reports whether m may overwrite the trick (RULES 11 and 12).
func (m meld) beats(trick meld, big bool) bool {
	if big && len(trick.ranks) < longest && len(m.ranks) > len(trick.ranks) {
		return true
	}
	if m.kind != trick.kind || len(m.ranks) != len(trick.ranks) {
		return false
	}
	if m.kind == run {
		return m.low() < trick.low()
	}
	return m.low() > trick.low()
}

// full reports whether a meld clears by itself: a set of all copies or a run of
// five (RULES 15).
func (m meld) full(copies int) bool {
	return m.kind == set && len(m.ranks) == copies || m.kind == run && len(m.ranks) == 5
}
