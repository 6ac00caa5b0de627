package five

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Words of the notation.
const (
	wordDrop = "drop"
	wordDraw = "draw"
	wordTake = "take"
	wordEnd  = "end"
)

// A sentence is the parsed text of a move.
type sentence struct {
	end  bool
	drop []card.Card
	take bool // gain the top of the pile, not of the stock
}

func read(text string) (sentence, error) {
	words := rules.Words(text)
	switch {
	case len(words) == 0:
		return sentence{}, rules.Illegal("the move is blank")
	case words[0] == wordDrop:
		return readDrop(words[1:])
	case words[0] == wordEnd && len(words) == 1:
		return sentence{end: true}, nil
	}
	return sentence{}, rules.Illegal("a move is drop CARDS draw, drop CARDS take, or end")
}

func readDrop(words []string) (sentence, error) {
	if len(words) == 0 {
		return sentence{}, rules.Illegal("drop needs the cards to drop")
	}
	named, gain := words[:len(words)-1], words[len(words)-1]
	if gain != wordDraw && gain != wordTake {
		return sentence{}, rules.Illegal("whoever drops gains one card: the move ends with draw or take")
	}
	if len(named) == 0 {
		return sentence{}, rules.Illegal("drop needs the cards to drop")
	}
	cards, err := card.ParseAll(named)
	if err != nil {
		return sentence{}, rules.Illegal("%v", err)
	}
	return sentence{drop: cards, take: gain == wordTake}, nil
}

// Named lists the cards that a drop takes out of the hand.
func (p *position) Named(text string) ([]card.Card, error) {
	s, err := read(text)
	return s.drop, err
}

// Play makes a turn (RULES 4).
func (p *position) Play(m rules.Move, public rules.Observation) (rules.Position, error) {
	if p.phase != playing || m.Seat != p.turn {
		return nil, rules.Illegal("it is not this seat's turn")
	}
	s, err := read(m.Text)
	if err != nil {
		return nil, err
	}
	if s.end {
		return p.end(public), nil
	}
	if err := oneRank(s.drop); err != nil {
		return nil, err
	}
	if s.take {
		return p.dropAndTake(m.Cards, assumed(m, s.drop), public), nil
	}
	return p.dropAndDraw(m.Cards, assumed(m, s.drop)), nil
}

// assumed returns the most points that a card kept with a drop is assumed to have: a player
// who sees the hand would have dropped a dearer one. A stand-in's drop says nothing about
// the rest.
func assumed(m rules.Move, drop []card.Card) int {
	if m.StandIn {
		return dearest
	}
	return total(drop)
}

func oneRank(cards []card.Card) error {
	for _, c := range cards[1:] {
		if c.Rank != cards[0].Rank {
			return rules.Illegal("cards dropped together have one rank, not %s and %s", cards[0].Rank, c.Rank)
		}
	}
	return nil
}

// end ends the hand (RULES 9).
func (p *position) end(public rules.Observation) rules.Position {
	next := *p
	next.ender, next.gains = p.turn, p.gains.Without(p.turn)
	next.show(public)
	return &next
}

// dropAndTake exchanges cards for the top of the pile (RULES 5 and 6).
func (p *position) dropAndTake(drop []rules.Slot, most int, public rules.Observation) rules.Position {
	next := *p
	top := len(p.pile) - 1
	next.exchange(drop, most, p.pile[top], "takes")
	next.pile = slices.Concat(p.pile[:top], drop)
	next.idle++
	next.endTurn(public)
	return &next
}

// dropAndDraw exchanges cards for the top of the stock (RULES 5 and 6).
func (p *position) dropAndDraw(drop []rules.Slot, most int) rules.Position {
	next := *p
	next.exchange(drop, most, p.stock[0], "draws")
	next.pile = slices.Concat(p.pile, drop)
	next.stock = p.stock[1:]
	next.idle = 0
	next.phase = drawing
	return &next
}

// exchange removes the dropped cards from the hand and appends the gained one. No kept card
// is assumed to have more points than bound.
func (p *position) exchange(drop []rules.Slot, bound int, gain rules.Slot, how string) {
	var kept []rules.Slot
	var most []int
	for i, x := range p.hands[p.turn] {
		if !slices.Contains(drop, x) {
			kept = append(kept, x)
			most = append(most, min(p.most[p.turn][i], bound))
		}
	}
	p.hands, p.most = slices.Clone(p.hands), slices.Clone(p.most)
	p.hands[p.turn], p.most[p.turn] = append(kept, gain), append(most, dearest)
	p.gains = p.gains.With(len(p.hands), p.turn, how, gain)
}

// Moves lists the legal moves: an end, and each drop with both ways to gain.
func (p *position) Moves(seat int, own rules.Observation) []string {
	if p.phase != playing || seat != p.turn || !own.Knows(p.hands[seat]) {
		return nil
	}
	moves := []string{wordEnd}
	for _, drop := range drops(own.Cards(p.hands[seat])) {
		moves = append(moves, write(drop, wordDraw), write(drop, wordTake))
	}
	return moves
}

func write(drop []card.Card, gain string) string {
	return wordDrop + " " + card.Join(drop) + " " + gain
}

// drops lists the legal drops of a hand, in its order; drops of the same looks are
// listed once.
func drops(hand []card.Card) [][]card.Card {
	var all [][]card.Card
	for _, c := range hand {
		var more [][]card.Card
		for _, d := range all {
			if d[0].Rank == c.Rank {
				more = append(more, slices.Concat(d, []card.Card{c}))
			}
		}
		all = addNew(all, append(more, []card.Card{c}))
	}
	return all
}

func addNew(all, more [][]card.Card) [][]card.Card {
	for _, d := range more {
		if !slices.ContainsFunc(all, func(e []card.Card) bool { return slices.Equal(d, e) }) {
			all = append(all, d)
		}
	}
	return all
}

// Violations is empty: no rule depends on hidden cards.
func (p *position) Violations(rules.Observation) []rules.Violation { return nil }
