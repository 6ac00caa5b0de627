package gametest

import (
	"math/rand/v2"
	"reflect"
	"slices"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// checkHidden replays the game with other faces on the cards that a seat has not seen
// in this hand, and checks that the seat notices no difference.
func (p *playthrough) checkHidden(seat int) {
	other := p.otherwise(p.game.Observation(seat))
	mine, others := p.eyes(p.game, seat), p.eyes(other, seat)
	for i := range mine {
		if !reflect.DeepEqual(mine[i], others[i]) {
			p.Errorf("move %d: seat %d can tell that hidden cards are others, by its %s\n%v\n%v",
				p.at, seat, mine[i].what, mine[i].is, others[i].is)
		}
	}
}

// blind replays the game with other faces on all cards that are not public, and checks that
// the stand-in of a seat moves as before.
func (p *playthrough) blind(seat int) {
	mine, other := p.standing(p.game, seat), p.standing(p.otherwise(p.game.Public()), seat)
	if !reflect.DeepEqual(mine, other) {
		p.Errorf("move %d: the stand-in of seat %d can tell that hidden cards are others: it plays\n%v\n%v", p.at, seat, mine, other)
	}
}

// A stance is what a stand-in does, apart from the faces.
type stance struct {
	words  []string
	opened []rules.Slot
	cards  []rules.Slot // nil if it sees the whole hand
}

func (p *playthrough) standing(g *bare.Game, seat int) (s stance) {
	_, s.opened = g.Position().StandIn(seat, g.Public())
	m, _, err := g.Fork().StandIn(p.at)
	if err != nil {
		p.Errorf("move %d: %v", p.at, err)
	}
	s.words = slices.DeleteFunc(rules.Words(m.Text), isCard)
	if !p.opensHands() {
		s.cards = m.Cards
	}
	return s
}

// otherwise returns the game with other faces on the cards that an observation does not
// have.
func (p *playthrough) otherwise(s rules.Observation) *bare.Game {
	other, err := bare.New(p.rs, p.seats, p.options, p.veiled(s))
	if err != nil {
		p.Fatalf("move %d: with other hidden cards: %v", p.at, err)
	}
	for i, m := range p.made {
		// With other cards, a seat may have broken a rule about hidden ones.
		if _, err := other.Play(m.seat, m.text, i+1, true); err != nil {
			p.Fatalf("move %d: with other hidden cards, %q at move %d: %v", p.at, m.text, i+1, err)
		}
	}
	if !slices.Equal(p.game.Full(), other.Full()) {
		p.veils++
	}
	return other
}

type seen struct {
	what string
	is   any
}

// eyes lists everything that a seat sees and every piece of advice to it.
func (p *playthrough) eyes(g *bare.Game, seat int) []seen {
	pos, own := g.Position(), g.Observation(seat)
	all := []seen{
		{"own cards", own},
		{"status", pos.Status()},
		{"legal moves", pos.Moves(seat, own)},
		{"view", pos.View(seat, own)},
		{"public view", pos.View(rules.Onlooker, g.Public())},
	}
	for _, bot := range p.players() {
		all = append(all, seen{"advice from " + bot.Name, p.ask(bot, pos, seat, own)})
	}
	return all
}

// veiled returns the order of the game, except that in the running hand the cards unknown
// to the observation are shuffled among themselves, each stack on its own. A card that
// looks like a known one stays where it is, so that a move that names that look binds the
// same card again.
func (p *playthrough) veiled(own rules.Observation) bare.Order {
	first, plain := p.first(), bare.Random(p.seed)
	return func(n int, cards []card.Card) ([]int, error) {
		index, err := plain(n, cards)
		if err != nil || n < first {
			return index, err
		}
		top := 0
		for _, size := range p.sizes[first:n] {
			top += size
		}
		var free []int
		for i, at := range index {
			if !own.Of(rules.Slot(top+i)).Known() && !slices.Contains(own, cards[at]) {
				free = append(free, i)
			}
		}
		if len(free) > 1 {
			p.concealed++
		}
		r := rand.New(rand.NewPCG(p.seed, uint64(p.at)))
		r.Shuffle(len(free), func(i, j int) {
			index[free[i]], index[free[j]] = index[free[j]], index[free[i]]
		})
		return index, nil
	}
}
