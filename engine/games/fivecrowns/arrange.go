package fivecrowns

import (
	"slices"

	"fives/engine/card"
)

// An arrangement is a way to lay cards.
type arrangement struct {
	melds  [][]card.Card
	left   []card.Card
	points int // of the cards left
}

// whole arranges the hand without a discard.
func (s *solution) whole() arrangement {
	return s.arrange(s.best.state, s.wilds, s.cards)
}

// after arranges the hand after a discard.
func (s *solution) after(discard card.Card) arrangement {
	rest := without(s.cards, discard)
	if isWild(discard, s.wild) {
		return s.arrange(s.tamed.state, without(s.wilds, discard), rest)
	}
	return s.arrange(s.without[s.indexOf(discard)].state, s.wilds, rest)
}

func (s *solution) indexOf(c card.Card) int {
	return slices.IndexFunc(s.looks, func(l look) bool { return l.Card == c })
}

// without takes away the first card of that look.
func without(cards []card.Card, c card.Card) []card.Card {
	i := slices.Index(cards, c)
	return slices.Delete(slices.Clone(cards), i, i+1)
}

// arrange lays the natural cards of a state and as many wild cards as possible: all of
// them if there is a meld.
func (s *solution) arrange(state int, wilds, rest []card.Card) arrangement {
	var a arrangement
	for state > 0 {
		p := s.partOf(state)
		meld := append(s.cardsOf(p), wilds[:p.need]...)
		wilds = wilds[p.need:]
		state -= p.state
		a.melds = append(a.melds, meld)
	}
	switch {
	case len(wilds) >= meldSize:
		a.melds = append(a.melds, slices.Clone(wilds))
	case len(a.melds) > 0:
		a.melds[0] = append(a.melds[0], wilds...)
	}
	a.melds = s.join(a.melds)
	a.left = slices.Clone(rest)
	for i, m := range a.melds {
		for _, c := range m {
			a.left = without(a.left, c)
		}
		a.melds[i] = tidy(m, s.wild)
	}
	a.points = total(a.left, s.wild)
	return a
}

// partOf finds a part that covers a state's first look, and leaves a state that takes no more
// wild cards than are left for it.
func (s *solution) partOf(state int) part {
	var counts uint64
	first := -1
	for i, l := range s.looks {
		n := state / l.weight % (l.held + 1)
		counts += uint64(n) << (nibble * i)
		if n > 0 && first < 0 {
			first = i
		}
	}
	fits := func(p part) bool {
		return within(p.counts, counts) && s.need[state-p.state] > 0 && p.need+int(s.need[state-p.state]) == int(s.need[state])
	}
	return s.parts[first][slices.IndexFunc(s.parts[first], fits)]
}

func (s *solution) cardsOf(p part) []card.Card {
	var cards []card.Card
	for i, l := range s.looks {
		for range int(p.counts>>(nibble*i)) & 7 {
			cards = append(cards, l.Card)
		}
	}
	return cards
}

// join puts melds together that are one long meld, which the solver takes for two
// (fact 2).
func (s *solution) join(melds [][]card.Card) [][]card.Card {
	for i := 0; i < len(melds); i++ {
		for j := i + 1; j < len(melds); j++ {
			both := slices.Concat(melds[i], melds[j])
			if legalMeld(both, s.wild) {
				melds[i] = both
				melds = slices.Delete(melds, j, j+1)
				i = -1
				break
			}
		}
	}
	return melds
}

// tidy puts a run into the order of its ranks, with wild cards in their places, and the
// wild cards of a book last.
func tidy(meld []card.Card, wild card.Rank) []card.Card {
	natural := naturals(meld, wild)
	wilds := slices.DeleteFunc(slices.Clone(meld), func(c card.Card) bool { return !isWild(c, wild) })
	slices.SortFunc(natural, byRank)
	slices.SortFunc(wilds, byRank)
	if len(natural) < 2 || natural[0].Rank == natural[1].Rank {
		return append(natural, wilds...)
	}
	var run []card.Card
	for r := natural[0].Rank; len(natural)+len(wilds) > 0 && r <= highest; r++ {
		if len(natural) > 0 && natural[0].Rank == r {
			run, natural = append(run, natural[0]), natural[1:]
			continue
		}
		run, wilds = append(run, wilds[0]), wilds[1:]
	}
	return append(wilds, run...)
}

// looks lists the different cards, each in its first place.
func looks(cards []card.Card) []card.Card {
	var different []card.Card
	for _, c := range cards {
		if !slices.Contains(different, c) {
			different = append(different, c)
		}
	}
	return different
}

// leaves returns the points of after(discard), without making the arrangement.
func (s *solution) leaves(discard card.Card) int {
	left := total(s.cards, s.wild) - points(discard, s.wild)
	if !isWild(discard, s.wild) {
		return left - s.saved(s.without[s.indexOf(discard)], s.wilds)
	}
	return left - s.saved(s.tamed, without(s.wilds, discard))
}

// saved returns the points of a layout and of the wild cards that can be laid with it: all of
// them if there is a meld.
func (s *solution) saved(l layout, wilds []card.Card) int {
	if l.state > 0 || len(wilds) >= meldSize {
		return l.points + total(wilds, s.wild)
	}
	return 0
}
