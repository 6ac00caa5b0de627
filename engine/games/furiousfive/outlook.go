package furiousfive

import (
	"slices"
	"sync"

	"fives/engine/card"
)

// An outlook says what every hand costs between two turns of its seat, in hundredths of a
// point; less is better. It treats the seat as if it were alone: the seat drops, and draws
// from a full pack, until it may call or somebody else calls. Suits do not matter, so there
// are some 8,500 hands, and an outlook has all of them.
type outlook struct {
	costs map[ranks]int   // of hands
	ways  map[ranks][]way // to drop from them
}

// A way is what a drop leaves.
type way struct {
	rest     ranks       // in the hand
	drawn    int         // average cost of the hand after a draw
	takeable []card.Rank // on the table
}

// ranks are the ranks of a hand, ascending, four bits for each.
type ranks uint32

func ranksOf(cards []card.Card) ranks {
	var list [handSize]card.Rank
	for i, c := range cards {
		list[i] = c.Rank
	}
	known := list[:len(cards)]
	slices.Sort(known)
	var all ranks
	for _, r := range known {
		all = all<<4 | ranks(r)
	}
	return all
}

const (
	// threat is how often one other seat calls before the next turn, in hundredths.
	threat = 5
	// prize is how many points a call with none in hand brings from each other seat.
	prize = 20
	// others is how many points a seat that calls has.
	others = 2
	// ahead is the number of turns that an outlook looks ahead.
	ahead = 25
)

// outlooks holds the outlooks that have been needed.
var outlooks sync.Map

// A style is everything that an outlook depends on.
type style struct {
	seats, most int
	aces        string
	multi       bool
}

// outlook returns the outlook of the seats of this table.
func (p *position) outlook() outlook {
	s := style{p.seats, p.options.Int("call-max"), p.options.Text("ace-high"), p.options.Bool("multi-drop")}
	if o, ok := outlooks.Load(s); ok {
		return o.(outlook)
	}
	o := p.newOutlook()
	outlooks.Store(s, o)
	return o
}

// newOutlook computes the costs of all hands at the end of play, then those one turn
// before, and so on.
func (p *position) newOutlook() outlook {
	hands := allHands()
	g := graph{at: map[ranks]int{}, rests: map[ranks]int{}}
	for i, h := range hands {
		g.at[ranksOf(h)] = i
	}
	ways := make([][]int, len(hands)) // the rests that each hand can leave
	left := make([][]way, len(hands))
	costs := make([]int, len(hands))
	for i, h := range hands {
		for _, d := range p.drops(h) {
			rest := remain(h, d)
			ways[i] = append(ways[i], g.rest(rest))
			left[i] = append(left[i], way{rest: ranksOf(rest), takeable: p.leaves(h, d)})
		}
		costs[i] = total(h) * hundred
	}
	quiet := hundred
	for range p.seats - 1 {
		quiet = quiet * (hundred - threat) / hundred
	}
	for range ahead {
		drawn := g.drawn(costs)
		for i, h := range hands {
			points := total(h)
			turn := drawn[slices.MinFunc(ways[i], func(a, b int) int { return drawn[a] - drawn[b] })]
			if points <= p.options.Int("call-max") {
				turn = min(turn, (points-prize)*(p.seats-1)*hundred)
			}
			costs[i] = (hundred-quiet)*(points-others) + quiet*turn/hundred
		}
	}
	o := outlook{map[ranks]int{}, map[ranks][]way{}}
	drawn := g.drawn(costs)
	for k, i := range g.at {
		for j, at := range ways[i] {
			left[i][j].drawn = drawn[at]
		}
		o.costs[k], o.ways[k] = costs[i], left[i]
	}
	return o
}

// leaves lists the ranks of the cards of a drop that the next player may take.
func (p *position) leaves(hand []card.Card, drop []pick) []card.Rank {
	var lie []card.Rank
	for _, k := range drop {
		group := k.of(hand)
		order := p.aces.arranged(group)
		if !alike(group) {
			order = []int{order[0], order[len(order)-1]}
		}
		for _, at := range order {
			lie = append(lie, group[at].Rank)
		}
	}
	return lie
}

// A graph says which hands a draw makes from what a drop has left.
type graph struct {
	at    map[ranks]int // hands by their ranks
	rests map[ranks]int // rests by their ranks
	draws [][]int       // by rest: the hand that each unseen card of a full pack makes from it
}

// rest returns the number of a rest.
func (g *graph) rest(cards []card.Card) int {
	k := ranksOf(cards)
	if i, ok := g.rests[k]; ok {
		return i
	}
	var made []int
	for _, c := range card.French() {
		if same := countOf(cards, c.Rank); int(c.Suit-card.Clubs) >= same {
			made = append(made, g.at[ranksOf(append(slices.Clip(cards), c))])
		}
	}
	g.rests[k] = len(g.draws)
	g.draws = append(g.draws, made)
	return g.rests[k]
}

// drawn returns the average cost after a draw, by rest.
func (g *graph) drawn(costs []int) []int {
	means := make([]int, len(g.draws))
	for i, made := range g.draws {
		sum := 0
		for _, h := range made {
			sum += costs[h]
		}
		means[i] = sum / len(made)
	}
	return means
}

// countOf returns the number of cards of a rank.
func countOf(cards []card.Card, r card.Rank) int {
	n := 0
	for _, c := range cards {
		if c.Rank == r {
			n++
		}
	}
	return n
}

// allHands lists every hand of one to five cards, by its ranks.
func allHands() [][]card.Card {
	var all [][]card.Card
	last := [][]card.Card{nil}
	for range handSize {
		var longer [][]card.Card
		for _, h := range last {
			low := card.Ace
			if len(h) > 0 {
				low = h[len(h)-1].Rank
			}
			for r := low; r <= card.King; r++ {
				if countOf(h, r) < largest {
					longer = append(longer, append(slices.Clip(h), card.Card{Rank: r, Suit: card.Stars}))
				}
			}
		}
		all, last = append(all, longer...), longer
	}
	return all
}
