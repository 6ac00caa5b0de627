package fivecrowns

import (
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
// Parts are laid one after the other, each with a first look that is not behind that of the
// one before. So only the states come up that can be laid with the wild cards of the hand,
// mostly a few of all. For each of them, need is the fewest wild cards that it takes. The
// solution is the state with the most points.
type solution struct {
	wild    card.Rank
	cards   []card.Card // the hand, in the order received
	wilds   []card.Card
	looks   []look   // by suit, then rank
	all     uint64   // the natural cards, counted as in a part
	parts   [][]part // by first look
	need    []uint8  // by state, one more than the wild cards it takes; 0 if it does not come up
	best    layout   // for the whole hand
	without []layout // by look: for the hand less one such card
	tamed   layout   // for the hand less a wild card
	budget  int      // wild cards that may be laid
	sizes   []bool   // by number of natural cards: whether so many can be laid
}

// A layout is a state with its points; of those with the most points, the first.
type layout struct{ state, points int }

// improve takes another state if that has more points.
func (l *layout) improve(state, points int) {
	if points > l.points || points == l.points && state < l.state {
		l.state, l.points = state, points
	}
}

// A look is one of the different natural cards of a hand.
type look struct {
	card.Card
	held   int
	weight int // what one such card adds to the number of a state
}

// A part is the natural cards of a meld, or of several, and the wild cards that they need. They
// are counted in nibbles, one for each look, so that one subtraction compares two parts.
type part struct {
	counts uint64
	state  int
	cards  int
	points int
	need   int
}

const (
	nibble   = 4
	guards   = 0x8888888888888888
	partSize = 5 // fact 2
)

// solve works out the hand. There are at most 14 cards, and at most 7 of a look.
func solve(cards []card.Card, wild card.Rank) *solution {
	return solveWith(cards, wild, 0)
}

// solveWith works out the hand as if it had some more wild cards.
func solveWith(cards []card.Card, wild card.Rank, more int) *solution {
	s := newSolution(cards, wild)
	s.budget = len(s.wilds) + more
	s.findParts()
	s.lay()
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
		s.all += uint64(s.looks[i].held) << (nibble * i)
		states *= s.looks[i].held + 1
	}
	s.need = make([]uint8, states)
	s.need[0] = 1
	s.without = make([]layout, len(s.looks))
	s.sizes = make([]bool, len(natural)+1)
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
// cards than may be laid.
func (s *solution) findParts() {
	s.parts = make([][]part, len(s.looks))
	for i := range s.looks {
		s.addRuns(i, i+1, part{}.and(s, i))
		s.addBooks(i, i, part{})
	}
}

func (p part) and(s *solution, i int) part {
	p.counts += 1 << (nibble * i)
	p.state += s.looks[i].weight
	p.points += int(s.looks[i].Rank)
	p.cards++
	return p
}

// addRuns adds looks from the j-th on to a run that begins with the i-th.
func (s *solution) addRuns(i, j int, p part) {
	for ; j < len(s.looks) && s.looks[j].Suit == s.looks[i].Suit; j++ {
		span := int(s.looks[j].Rank-s.looks[i].Rank) + 1
		if span > partSize {
			return
		}
		longer := p.and(s, j)
		s.keep(i, longer, max(span, meldSize)-longer.cards)
		s.addRuns(i, j+1, longer)
	}
}

// addBooks adds cards of the j-th look and of later ones to a book whose first
// look is the i-th.
func (s *solution) addBooks(i, j int, p part) {
	if p.cards == partSize {
		return
	}
	for ; j < len(s.looks); j++ {
		if s.looks[j].Rank != s.looks[i].Rank {
			continue
		}
		if int(p.counts>>(nibble*j))&7 < s.looks[j].held {
			larger := p.and(s, j)
			s.keep(i, larger, max(0, meldSize-larger.cards))
			s.addBooks(i, j, larger)
		}
		if i == j && p.cards == 0 {
			return // without the i-th look it is a book of a later one
		}
	}
}

func (s *solution) keep(i int, p part, need int) {
	if need <= s.budget {
		p.need = need
		s.parts[i] = append(s.parts[i], p)
	}
}

// lay lays parts in every way that the budget allows.
func (s *solution) lay() {
	laid := make([]part, 1, 100) // nothing yet; the room is enough for most hands
	for i := len(s.looks) - 1; i >= 0; i-- {
		for k := 0; k < len(laid); k++ {
			if !s.fewest(laid[k]) {
				continue
			}
			for _, p := range s.parts[i] {
				if laid[k].need+p.need > s.budget || !within(p.counts, s.all-laid[k].counts) {
					continue
				}
				p = p.with(laid[k])
				if n := s.need[p.state]; n == 0 || int(n) > p.need+1 {
					s.need[p.state] = uint8(p.need + 1)
					laid = append(laid, p)
				}
			}
		}
	}
	for _, l := range laid[1:] {
		if s.fewest(l) {
			s.compare(l)
		}
	}
}

// fewest reports whether no other way to lay the same cards takes fewer wild cards.
func (s *solution) fewest(laid part) bool { return int(s.need[laid.state]) == laid.need+1 }

func (p part) with(q part) part {
	return part{p.counts + q.counts, p.state + q.state, p.cards + q.cards, p.points + q.points, p.need + q.need}
}

// compare compares what has been laid with the best so far.
func (s *solution) compare(laid part) {
	s.sizes[laid.cards] = true
	s.best.improve(laid.state, laid.points)
	if laid.need < s.budget {
		s.tamed.improve(laid.state, laid.points)
	}
	spare := s.all - laid.counts
	for i := range s.looks {
		if spare>>(nibble*i)&7 > 0 {
			s.without[i].improve(laid.state, laid.points)
		}
	}
}

// within reports whether no nibble of a exceeds that of b: then no subtraction
// borrows from a guard.
func within(a, b uint64) bool { return ((b|guards)-a)&guards == guards }
