package fivecrowns

import (
	"math/bits"
	"slices"

	"fives/engine/card"
)

// The solver finds the melds that leave the fewest points, for a hand as a
// whole and for every card that might be discarded from it, in one pass.
//
// Three facts make it small.
//
//  1. A meld is a set of natural cards and some wild cards (jokers and the wild
//     rank). As soon as one meld is laid, every further wild card can be laid
//     too: three of them are a book, one or two lengthen any meld. So only the
//     number of wild cards matters, and the choice is which natural cards to
//     cover.
//  2. A run of six or more places is two runs, a book of six or more cards two
//     books, with the same cards. So it is enough to look for parts within five
//     neighbouring ranks of a suit, and among five cards of a rank.
//  3. Equal cards are interchangeable. A state is how many of each look are
//     covered; a hand of 14 has at most 2^14 states.
//
// For each state, need is the fewest wild cards with which exactly these cards
// can be laid: the least over all parts that cover the state's first look and leave
// a smaller state. The solution is the state with the most points that needs no
// more wild cards than the hand has.
type solution struct {
	wild    card.Rank
	cards   []card.Card // the hand, in the order received
	wilds   []card.Card
	looks   []look // by suit, then rank
	parts   [][]part
	need    []uint8
	chosen  []uint16 // by state: index of the part that covers its first look
	best    int      // solution for the whole hand
	without []int    // by look: solution for the hand less one such card
	tamed   int      // solution for the hand less a wild card
}

// A look is one of the different natural cards of a hand.
type look struct {
	card.Card
	held   int
	weight int // what one such card adds to the number of a state
}

// A part is the natural cards of one meld. They are counted in nibbles, one for each look,
// so that one subtraction compares a part with a state.
type part struct {
	counts uint64
	state  int
	need   uint8
}

const (
	nibble   = 4
	guards   = 0x8888888888888888
	hopeless = 255
	partSize = 5 // fact 2
)

// solve works out the hand. There are at most 14 cards, and at most 7 of a look.
func solve(cards []card.Card, wild card.Rank) *solution {
	s := newSolution(cards, wild)
	s.findParts(len(s.wilds))
	s.fill()
	return s
}

func newSolution(cards []card.Card, wild card.Rank) *solution {
	s := &solution{wild: wild, cards: cards}
	natural := make([]card.Card, 0, len(cards))
	for _, c := range cards {
		if isWild(c, wild) {
			s.wilds = append(s.wilds, c)
		} else {
			natural = append(natural, c)
		}
	}
	slices.SortFunc(natural, bySuit)
	slices.SortFunc(s.wilds, byRank)
	for i, c := range natural {
		if i == 0 || c != natural[i-1] {
			s.looks = append(s.looks, look{Card: c})
		}
		s.looks[len(s.looks)-1].held++
	}
	states := 1
	for i := range s.looks {
		s.looks[i].weight = states
		states *= s.looks[i].held + 1
	}
	s.need = make([]uint8, states)
	s.chosen = make([]uint16, states)
	s.without = make([]int, len(s.looks))
	return s
}

func bySuit(c, d card.Card) int {
	if c.Suit != d.Suit {
		return int(c.Suit) - int(d.Suit)
	}
	return int(c.Rank) - int(d.Rank)
}

func byRank(c, d card.Card) int {
	if c.Rank != d.Rank {
		return int(c.Rank) - int(d.Rank)
	}
	return int(c.Suit) - int(d.Suit)
}

// findParts lists for each look the parts that begin with it and need no more wild
// cards than the budget.
func (s *solution) findParts(budget int) {
	s.parts = make([][]part, len(s.looks))
	for i := range s.looks {
		s.addRuns(i, i+1, part{}.and(s, i), 1, budget)
		s.addBooks(i, i, part{}, 0, budget)
	}
}

func (p part) and(s *solution, i int) part {
	p.counts += 1 << (nibble * i)
	p.state += s.looks[i].weight
	return p
}

// addRuns adds looks from the j-th on to a run that begins with the i-th.
func (s *solution) addRuns(i, j int, p part, size, budget int) {
	for ; j < len(s.looks) && s.looks[j].Suit == s.looks[i].Suit; j++ {
		span := int(s.looks[j].Rank-s.looks[i].Rank) + 1
		if span > partSize {
			return
		}
		longer := p.and(s, j)
		s.keep(i, longer, max(span, meldSize)-size-1, budget)
		s.addRuns(i, j+1, longer, size+1, budget)
	}
}

// addBooks adds cards of the j-th look and of later ones to a book whose first
// look is the i-th.
func (s *solution) addBooks(i, j int, p part, size, budget int) {
	if size == partSize {
		return
	}
	for ; j < len(s.looks); j++ {
		if s.looks[j].Rank != s.looks[i].Rank {
			continue
		}
		if int(p.counts>>(nibble*j))&7 < s.looks[j].held {
			larger := p.and(s, j)
			s.keep(i, larger, max(0, meldSize-size-1), budget)
			s.addBooks(i, j, larger, size+1, budget)
		}
		if i == j && size == 0 {
			return // without the i-th look it is a book of a later one
		}
	}
}

func (s *solution) keep(i int, p part, need, budget int) {
	if need <= budget {
		p.need = uint8(need)
		s.parts[i] = append(s.parts[i], p)
	}
}

// fill works out need for all states, counting through them like an odometer, and
// notes the best ones.
func (s *solution) fill() {
	enough := len(s.wilds)
	most := make([]int, len(s.looks))
	mostOfAll, mostTamed := 0, 0
	var counts uint64
	sum := 0
	for state := 1; state < len(s.need); state++ {
		counts, sum = s.count(counts, sum)
		need := s.cover(state, counts)
		if need > enough {
			continue
		}
		if sum > mostOfAll {
			mostOfAll, s.best = sum, state
		}
		if need < enough && sum > mostTamed {
			mostTamed, s.tamed = sum, state
		}
		for i := range s.looks {
			if sum > most[i] && int(counts>>(nibble*i))&7 < s.looks[i].held {
				most[i], s.without[i] = sum, state
			}
		}
	}
}

// count returns the next state and its points.
func (s *solution) count(counts uint64, sum int) (uint64, int) {
	for i := range s.looks {
		rank := int(s.looks[i].Rank)
		n := int(counts>>(nibble*i)) & 7
		if n < s.looks[i].held {
			return counts + 1<<(nibble*i), sum + rank
		}
		counts -= uint64(n) << (nibble * i)
		sum -= n * rank
	}
	return counts, sum
}

// cover finds the best part for the first look of a state.
func (s *solution) cover(state int, counts uint64) int {
	first := bits.TrailingZeros64(counts) / nibble
	best := hopeless
	for k, p := range s.parts[first] {
		if !within(p.counts, counts) {
			continue
		}
		if n := int(p.need) + int(s.need[state-p.state]); n < best {
			best = n
			s.chosen[state] = uint16(k)
		}
	}
	s.need[state] = uint8(best)
	return best
}

// within reports whether no nibble of a exceeds that of b: then no subtraction
// borrows from a guard.
func within(a, b uint64) bool { return ((b|guards)-a)&guards == guards }
