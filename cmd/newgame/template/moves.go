package template

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

const wordPlay = "play"

// A play is one seat's card in a trick.
type play struct {
	seat int
	card card.Card
}

// Named is the card that a text plays.
func (p *position) Named(text string) ([]card.Card, error) {
	words := rules.Words(text)
	if len(words) != 2 || words[0] != wordPlay {
		return nil, rules.Illegal("a move is play CARD")
	}
	c, err := card.Parse(words[1])
	if err != nil {
		return nil, rules.Illegal("%v", err)
	}
	return []card.Card{c}, nil
}

// Play plays a card to the trick (RULES 3).
func (p *position) Play(m rules.Move, _ rules.Observation) (rules.Position, error) {
	if p.phase != playing || m.Seat != p.turn {
		return nil, rules.Illegal("it is not this seat's turn")
	}
	named, err := p.Named(m.Text)
	if err != nil {
		return nil, err
	}
	next := *p
	if len(p.trick) == len(p.hands) { // it has been taken
		next.trick = nil
	}
	next.hands = slices.Clone(p.hands)
	next.hands[m.Seat] = slices.DeleteFunc(slices.Clone(p.hands[m.Seat]), func(x rules.Slot) bool { return x == m.Cards[0] })
	next.trick = append(slices.Clip(next.trick), play{seat: m.Seat, card: named[0]})
	next.turn = (m.Seat + 1) % len(p.hands)
	if len(next.trick) == len(p.hands) {
		next.take()
	}
	return &next, nil
}

// take gives a complete trick to its winner, who leads to the next (RULES 4).
func (p *position) take() {
	p.turn = leading(p.trick).seat
	p.tricks = slices.Clone(p.tricks)
	p.tricks[p.turn]++
	if len(p.hands[p.turn]) == 0 {
		p.settle()
	}
}

// leading is the play that wins a trick as it stands.
func leading(trick []play) play {
	return slices.MaxFunc(trick, func(a, b play) int { return compare(a.card, b.card) })
}

// compare orders the cards (RULES 1).
func compare(a, b card.Card) int {
	if a.Rank != b.Rank {
		return int(a.Rank) - int(b.Rank)
	}
	return int(a.Suit) - int(b.Suit)
}

// Moves lists the legal moves: each card of the hand.
func (p *position) Moves(seat int, own rules.Observation) []string {
	if p.phase != playing || seat != p.turn || !own.Knows(p.hands[seat]) {
		return nil
	}
	var moves []string
	for _, c := range own.Cards(p.hands[seat]) {
		moves = append(moves, write(c))
	}
	return moves
}

func write(c card.Card) string { return wordPlay + " " + c.String() }

// Violations is empty: no rule depends on hidden cards.
func (p *position) Violations(rules.Observation) []rules.Violation { return nil }
