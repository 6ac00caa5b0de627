package fivecrowns

import (
	"fmt"
	"slices"
	"strconv"

	"fives/engine/card"
	"fives/engine/rules"
)

// A solitaire is the position of a lone seat (RULES §9). Every card in play is
// public, so the seat holds no hand and the position keeps the looks.
type solitaire struct {
	freeClose bool

	phase  phase // shuffling, dealing, turningUp, discarding (a card is to be placed), settled, over
	stock  []rules.Slot
	piles  [hands][]card.Card
	closed []int // numbers of the closed piles, in the order of closing
	card   card.Card
	score  int
}

func startSolitaire(o rules.Options, from *rules.Carry) rules.Position {
	p := &solitaire{freeClose: o.Bool("free-close")}
	if from != nil && from.Hands > 0 {
		p.phase, p.score = over, from.Scores[0]
	}
	return p
}

// NextHand is never due: the solitaire is one hand.
func (p *solitaire) NextHand() rules.Position { return p }

// Next is the action of this phase.
func (p *solitaire) Next() rules.Action {
	switch p.phase {
	case shuffling:
		return rules.Shuffle{}
	case dealing:
		return rules.Open{Why: rules.TurnUp, Cards: turnedUp(p.stock[:allPiles])}
	case turningUp:
		return rules.Open{Why: rules.TurnUp, Cards: turnedUp(p.stock[:1])}
	case discarding:
		return rules.Turn{Seat: 0}
	case settled:
		return rules.Settle{Settlement: p.settlement()}
	}
	return rules.Over{}
}

func turnedUp(slots []rules.Slot) []rules.Opening {
	cards := make([]rules.Opening, len(slots))
	for i, x := range slots {
		cards[i] = rules.Opening{Slot: x, To: rules.None}
	}
	return cards
}

// Shuffled takes the deck.
func (p *solitaire) Shuffled(stack []rules.Slot) rules.Position {
	next := *p
	next.stock = slices.Clone(stack)
	next.phase = dealing
	return &next
}

// Opened goes on after the deal or a card turned up.
func (p *solitaire) Opened(public rules.Observation) rules.Position {
	next := *p
	switch p.phase {
	case dealing:
		next.deal(public)
		next.goOn()
	case turningUp:
		next.card, next.stock = public.Of(p.stock[0]), p.stock[1:]
		next.phase = discarding
	}
	return &next
}

// deal lays out the piles and, with free-close, closes the complete ones at once.
func (p *solitaire) deal(public rules.Observation) {
	for i := range p.piles {
		n := int(lowest) + i
		p.piles[i] = public.Cards(p.stock[:n])
		p.stock = p.stock[n:]
		if p.freeClose && complete(p.piles[i], lowest+card.Rank(i)) {
			p.closed = append(p.closed, n)
		}
	}
}

// goOn turns up the next card unless the game is won or lost.
func (p *solitaire) goOn() {
	p.phase = turningUp
	if len(p.closed) == hands || len(p.stock) == 0 {
		p.phase = settled
		p.score = rules.Sum(p.items())
	}
}

// Play places the card and discards one from that pile. No other pile can become complete
// by that, with or without free-close.
func (p *solitaire) Play(m rules.Move, _ rules.Observation) (rules.Position, error) {
	if p.phase != discarding || m.Seat != 0 {
		return nil, rules.Illegal("it is nobody's turn")
	}
	s, err := p.read(m.Text)
	if err != nil {
		return nil, err
	}
	if slices.Contains(p.closed, s.pile) {
		return nil, rules.Illegal("pile %d is closed (RULES §9.3)", s.pile)
	}
	i := s.pile - int(lowest)
	cards := append(slices.Clone(p.piles[i]), p.card)
	at := slices.Index(cards, s.discard)
	if at < 0 {
		return nil, rules.Illegal("%s is not in pile %d (RULES §9.2)", s.discard, s.pile)
	}
	next := *p
	next.piles[i] = slices.Delete(cards, at, at+1)
	next.card = card.Card{}
	if complete(next.piles[i], card.Rank(s.pile)) {
		next.closed = append(slices.Clone(p.closed), s.pile)
	}
	next.goOn()
	return &next, nil
}

// complete reports whether all cards can be laid in melds.
func complete(cards []card.Card, wild card.Rank) bool {
	return solve(cards, wild).whole().points == 0
}

func (p *solitaire) settlement() rules.Settlement {
	return rules.Settlement{
		Hand: 1, Items: [][]rules.Item{p.items()}, Ending: p.ending(), Scores: []int{p.score},
		Carry: rules.Carry{Hands: 1, Scores: []int{p.score}},
	}
}

// ending says how many piles are closed.
func (p *solitaire) ending() rules.Ending {
	what := fmt.Sprintf("closed %d piles", len(p.closed))
	return rules.Ending{What: what, Seats: []int{0}, Why: []string{what}}
}

// items returns a line for each pile that is left open (§9.5).
func (p *solitaire) items() []rules.Item {
	var items []rules.Item
	for i, pile := range p.piles {
		if n := int(lowest) + i; !slices.Contains(p.closed, n) {
			items = append(items, rules.Item{What: fmt.Sprintf("pile %d is left open", n), Points: 1, Cards: pile, Rule: "9.5"})
		}
	}
	if items == nil {
		items = []rules.Item{{What: "every pile is closed", Rule: "9.5"}}
	}
	return items
}

// Named lists no cards: those of the piles are public and in no hand.
func (p *solitaire) Named(text string) ([]card.Card, error) {
	_, err := p.read(text)
	return nil, err
}

func (p *solitaire) read(text string) (sentence, error) {
	s, err := read(text)
	if err == nil && s.verb != "place" {
		err = rules.Illegal("the one move of the solitaire is place PILE discard CARD (RULES §9.2)")
	}
	return s, err
}

// Moves lists every open pile with each of its cards.
func (p *solitaire) Moves(seat int, _ rules.Observation) []string {
	if p.phase != discarding || seat != 0 {
		return nil
	}
	var moves []string
	for i, pile := range p.piles {
		n := int(lowest) + i
		if slices.Contains(p.closed, n) {
			continue
		}
		for _, c := range looks(append(slices.Clone(pile), p.card)) {
			moves = append(moves, sentence{verb: "place", pile: n, discard: c}.write())
		}
	}
	return moves
}

// Violations lists nothing: no card is hidden.
func (p *solitaire) Violations(rules.Observation) []rules.Violation { return nil }

// Status is the public state that all games have.
func (p *solitaire) Status() rules.Status {
	st := rules.Status{Hand: 1, Turn: rules.None, Stock: len(p.stock), Scores: []int{p.score}, Active: []int{0}}
	switch {
	case p.phase == discarding:
		st.Turn = 0
	case (p.phase == settled || p.phase == over) && p.score > 0:
		st.Winners = []int{}
	case p.phase == settled || p.phase == over:
		st.Winners = []int{0}
	}
	return st
}

// Keys returns the state keys of the rule page.
func (p *solitaire) Keys(_ []string, _ rules.Observation) map[string]any {
	piles := map[string][]card.Card{}
	for i, pile := range p.piles {
		piles[strconv.Itoa(int(lowest)+i)] = append([]card.Card{}, pile...)
	}
	keys := map[string]any{"piles": piles, "closed": append([]int{}, p.closed...), "card": nil}
	if p.card.Known() {
		keys["card"] = p.card
	}
	return keys
}
