package fivethreefive

import (
	"math/rand/v2"

	"fives/engine/card"
	"fives/engine/rules"
)

// easy sheds as many cards as it can at once, the dearest first, and passes
// only when it must. It does not plan and does not watch the others.
func easy(p rules.Position, seat int, own rules.Observation, r *rand.Rand) string {
	pos := p.(*position)
	list := pos.choices(count(own.Cards(pos.hands[seat])))
	best, score := list[0], 0
	for _, c := range list {
		n := 1 + r.IntN(8) + 20*len(c.ranks) + pos.options.count(plain(c.ranks))
		if n > score {
			best, score = c, n
		}
	}
	return best.String()
}

// worlds is the number of deals that good imagines for a move.
const worlds = 24

// good imagines deals of the cards it has not seen, plays every move that is
// open to it in each of them to the end of the hand, and takes the move after
// which it comes off best.
func good(p rules.Position, seat int, own rules.Observation, r *rand.Rand) string {
	pos := p.(*position)
	list := pos.choices(count(own.Cards(pos.hands[seat])))
	if len(list) == 1 {
		return list[0].String()
	}
	sums := make([]int, len(list))
	for range worlds {
		world := pos.imagine(own, r)
		for i, c := range list {
			sums[i] += pos.take(c, world).playOut(world, r).gain(seat)
		}
	}
	best := 0
	for i := range sums {
		if sums[i] > sums[best] {
			best = i
		}
	}
	return list[best].String()
}

// imagine fills what an observation does not know with the cards it has not seen.
func (p *position) imagine(own rules.Observation, r *rand.Rand) rules.Observation {
	var unseen []card.Card
	left := counts{}
	for _, r := range numbers {
		left[r] = copies(p.seats)
	}
	for _, c := range own {
		if c.Known() {
			left[c.Rank]--
		}
	}
	for _, r := range numbers {
		for range left[r] {
			unseen = append(unseen, card.Card{Rank: r})
		}
	}
	r.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	world := make(rules.Observation, len(numbers)*copies(p.seats))
	for x := range world {
		world[x] = own.Of(rules.Slot(x))
		if !world[x].Known() {
			world[x], unseen = unseen[0], unseen[1:]
		}
	}
	return world
}

// take makes a choice of the seat whose turn it is.
func (p *position) take(c choice, world rules.Observation) *position {
	if c.verb == pass {
		return p.pass()
	}
	var slots []rules.Slot
	for _, x := range p.hands[p.turn] {
		if i := len(slots); i < len(c.ranks) && p.wants(c, slots, world, x) {
			slots = append(slots, x)
		}
	}
	q, _ := p.meld(c.verb, slots, c.ranks)
	return q
}

// wants reports whether the choice still needs the card at x.
func (p *position) wants(c choice, taken []rules.Slot, world rules.Observation, x rules.Slot) bool {
	need := 0
	for _, r := range c.ranks {
		if r == world.Of(x).Rank {
			need++
		}
	}
	for _, y := range taken {
		if world.Of(y).Rank == world.Of(x).Rank {
			need--
		}
	}
	return need > 0
}

// playOut ends the hand with quick moves of everybody.
func (p *position) playOut(world rules.Observation, r *rand.Rand) *position {
	for p.phase != settled {
		if p.phase == playing {
			p = p.take(p.quick(count(world.Cards(p.hands[p.turn])), r), world)
		} else {
			p = p.Opened(world).(*position)
		}
	}
	return p
}

// gain is how much better the hand was for a seat than for the others.
func (p *position) gain(seat int) int {
	sum := 0
	for _, cards := range p.left {
		sum += p.options.count(cards)
	}
	return sum - p.seats*p.options.count(p.left[seat])
}

// quick is the move of somebody in an imagined hand: it sheds much, likes to
// clear, and does not pull sets and runs apart.
func (p *position) quick(n counts, r *rand.Rand) choice {
	list := p.choices(n)
	best, score := list[0], -1<<30
	for _, c := range list {
		if s := p.worth(c, n) + r.IntN(16); s > score {
			best, score = c, s
		}
	}
	return best
}

func (p *position) worth(c choice, n counts) int {
	if c.verb == pass {
		return 0
	}
	s := 20 * len(c.ranks)
	for _, r := range c.ranks {
		s -= 4 * n[r]
		switch {
		case r == eight && c.verb == lead:
			s -= 20
		case r == eight && n.total() > 8:
			s -= 15
		}
	}
	return s
}
