package fivecrowns

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Play makes a move.
func (p *position) Play(m rules.Move, public rules.Observation) (rules.Position, error) {
	if (p.phase != choosing && p.phase != discarding) || m.Seat != p.seat {
		return nil, rules.Illegal("it is not this seat's turn")
	}
	s, err := p.read(m.Text)
	if err != nil {
		return nil, err
	}
	if len(m.Cards) != len(s.cards()) {
		return nil, rules.Illegal("the text names %d cards of the hand, the move %d", len(s.cards()), len(m.Cards))
	}
	if err := p.fits(s); err != nil {
		return nil, err
	}
	next := *p
	switch s.verb {
	case "draw":
		next.draw()
	case "take":
		next.take()
	default:
		next.lay(s)
		next.discard(m.Cards)
		next.pass(public)
	}
	return &next, nil
}

// fits checks a sentence against the phase and the rules of going out and laying.
func (p *position) fits(s sentence) error {
	gains := s.verb == "draw" || s.verb == "take"
	switch {
	case gains && p.phase == discarding:
		return rules.Illegal("a turn gains one card only: now discard (RULES §4.3)")
	case !gains && p.phase == choosing:
		return rules.Illegal("a turn begins with draw or take (RULES §4.3)")
	case s.verb == "out" && p.last:
		return rules.Illegal("in the last turns the move is lay, not out (RULES §5.4)")
	case s.verb == "lay" && !p.last:
		return rules.Illegal("melds are laid only to go out or in a last turn (RULES §5.5)")
	case s.verb == "out" && len(s.cards()) != len(p.hands[p.seat]):
		return rules.Illegal("whoever goes out lays all cards but the one discarded (RULES §5.1)")
	}
	for _, m := range s.melds {
		if !legalMeld(m, p.wild()) {
			return rules.Illegal("%s is neither a book nor a run (RULES §3)", card.Join(m))
		}
	}
	return nil
}

// draw asks for the top of the stock, or, if the stock is empty, first for a new one
// (§4.4).
func (p *position) draw() {
	p.gains = p.gains.Without(p.seat)
	p.phase, p.idle = drawing, 0
	if len(p.stock) == 0 {
		p.phase = renewing
	}
}

func (p *position) take() {
	n := len(p.pile) - 1
	top := p.pile[n]
	p.pile = p.pile[:n]
	p.idle++
	p.receive(top, "takes")
}

// receive adds a card to the end of the seat's hand; the seat then discards.
func (p *position) receive(x rules.Slot, how string) {
	p.gains = p.gains.With(p.seats, p.seat, how, x)
	p.hands = slices.Clone(p.hands)
	p.hands[p.seat] = append(slices.Clone(p.hands[p.seat]), x)
	p.phase = discarding
}

// lay notes the melds of out and lay.
func (p *position) lay(s sentence) {
	if len(s.melds) == 0 {
		return
	}
	p.laid = slices.Clone(p.laid)
	p.laid[p.seat] = s.melds
	if s.verb == "out" {
		p.out = p.seat
	}
}

// discard takes cards out of the hand, the last of them onto the pile.
func (p *position) discard(cards []rules.Slot) {
	p.hands = slices.Clone(p.hands)
	p.hands[p.seat] = slices.DeleteFunc(slices.Clone(p.hands[p.seat]), func(x rules.Slot) bool {
		return slices.Contains(cards, x)
	})
	p.pile = append(slices.Clone(p.pile), cards[len(cards)-1])
}

// pass ends a turn; the hand is over after the last of the last turns (§5).
func (p *position) pass(public rules.Observation) {
	p.turns++
	switch {
	case p.last:
		p.owing--
	case p.out != rules.None:
		p.last, p.owing = true, p.seats-1
	case p.turns == p.lapCap*p.seats:
		p.last, p.owing = true, p.seats
	}
	p.seat = (p.seat + 1) % p.seats
	p.phase = choosing
	if p.last && p.owing == 0 {
		p.finish(public)
	}
}

// Named lists the cards that leave the hand.
func (p *position) Named(text string) ([]card.Card, error) {
	s, err := p.read(text)
	if err != nil {
		return nil, err
	}
	return s.cards(), nil
}

// read refuses the moves of the solitaire.
func (p *position) read(text string) (sentence, error) {
	s, err := read(text)
	if err == nil && s.verb == "place" {
		err = rules.Illegal("place is a move of the solitaire")
	}
	return s, err
}
