package fivethreefive

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// A choice is one legal move: a verb and the cards that it plays, ascending, or none for a
// pass.
type choice struct {
	verb  string
	ranks []card.Rank
}

func (c choice) String() string {
	if c.verb == pass {
		return pass
	}
	return c.verb + " " + card.Join(plain(c.ranks))
}

// counts is the number of cards of each rank in a hand. The places of ranks that the game
// does not have, including those below the first and above the last, stay 0, so runs end
// there.
type counts [15 + longest]int

func count(cards []card.Card) counts {
	var n counts
	for _, c := range cards {
		if slices.Contains(numbers, c.Rank) {
			n[c.Rank]++
		}
	}
	return n
}

func (p *position) Moves(seat int, own rules.Observation) []string {
	if p.phase != playing || seat != p.turn || !own.Knows(p.hands[seat]) {
		return nil
	}
	var texts []string
	for _, c := range p.choices(count(own.Cards(p.hands[seat]))) {
		texts = append(texts, c.String())
	}
	return texts
}

// choices lists the legal moves of a seat that holds n and is to move.
func (p *position) choices(n counts) []choice {
	var list []choice
	for _, m := range melds(n) {
		switch {
		case !p.trick.exists():
			list = append(list, choice{lead, m.ranks})
		case m.beats(p.trick, p.options.big):
			list = append(list, choice{over, m.ranks})
		}
	}
	if !p.trick.exists() {
		return list
	}
	list = append(list, moreOfOne(p.trick, n)...)
	list = append(list, longerRuns(p.trick, n)...)
	return append(list, choice{verb: pass})
}

// melds lists the melds that one move can play from n.
func melds(n counts) []meld {
	var list []meld
	for _, r := range numbers {
		if n[r] == 0 {
			continue
		}
		for k := 1; k <= min(n[r], longest); k++ {
			list = append(list, equal(r, k))
		}
		for k := 2; k <= longest && n[int(r)+k-1] > 0; k++ {
			list = append(list, meld{run, row(r, k)})
		}
	}
	return list
}

// equal returns a meld of k cards of one number.
func equal(r card.Rank, k int) meld {
	if k == 1 {
		return meld{single, []card.Rank{r}}
	}
	return meld{set, slices.Repeat([]card.Rank{r}, k)}
}

// moreOfOne lists the ways to add to a single or a set so that it is a set.
func moreOfOne(trick meld, n counts) []choice {
	if trick.kind == run {
		return nil
	}
	var list []choice
	for k := 1; k <= min(n[trick.low()], longest); k++ {
		list = append(list, choice{add, slices.Repeat(trick.ranks[:1], k)})
	}
	return list
}

// longerRuns lists the ways to add to a single or a run so that it is a run.
func longerRuns(trick meld, n counts) []choice {
	if trick.kind == set {
		return nil
	}
	var list []choice
	low, top := trick.low(), trick.ranks[len(trick.ranks)-1]
	for below := 0; below <= longest && (below == 0 || n[int(low)-below] > 0); below++ {
		for above := 0; above+below <= longest && (above == 0 || n[int(top)+above] > 0); above++ {
			if above+below > 0 {
				ranks := slices.Concat(row(low-card.Rank(below), below), row(top+1, above))
				list = append(list, choice{add, ranks})
			}
		}
	}
	return list
}

// ladder has all ranks in order; rows are slices of it.
var ladder = card.Ranks(1, numbers[len(numbers)-1])

// row returns k consecutive ranks from low on. Callers must not change it.
func row(low card.Rank, k int) []card.Rank {
	if k == 0 {
		return nil
	}
	return ladder[low-1 : int(low)-1+k]
}
