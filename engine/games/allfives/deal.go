package allfives

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// packet is how many cards a seat is dealt at a time.
const packet = 3

// decideCut adds a round of the cut (RULES 3). Like turnUp and the methods below that
// return nothing, it changes a copy that has not been handed out yet.
func (p *position) decideCut(public rules.Observation) {
	var round []play
	high := 0
	for i, seat := range p.cutters {
		c := public.Of(p.stock[i])
		round = append(round, play{seat: seat, card: c})
		high = max(high, height(c))
	}
	p.cut = append(slices.Clip(p.cut), round)
	p.stock = p.stock[len(p.cutters):]
	p.cutters = nil
	for _, r := range round {
		if height(r.card) == high {
			p.cutters = append(p.cutters, r.seat)
		}
	}
	switch {
	case len(p.cutters) == 1:
		*p = *p.begin(p.hand, p.cutters[0])
	case len(p.stock) < len(p.cutters):
		p.phase = mixing
	}
}

// packets lists the deal of n packets to each seat, clockwise from eldest.
func (p *position) packets(n int) []rules.Opening {
	cards := make([]rules.Opening, n*packet*p.seats)
	for i := range cards {
		cards[i] = rules.Opening{Slot: p.stock[i], To: (p.eldest() + i/packet) % p.seats}
	}
	return cards
}

func (p *position) receive(cards []rules.Opening) {
	p.hands = rules.CopyHands(p.hands)
	for _, c := range cards {
		p.hands[c.To] = append(p.hands[c.To], c.Slot)
	}
	p.stock = p.stock[len(cards):]
}

// turnUp takes the next card of the stock as the upcard and returns its suit.
func (p *position) turnUp(public rules.Observation) card.Suit {
	p.upcard, p.stock = p.stock[0], p.stock[1:]
	return public.Of(p.upcard).Suit
}

// offer proposes the suit of the first upcard to eldest.
func (p *position) offer(public rules.Observation) {
	p.offered = p.turnUp(public)
	p.phase, p.turn = begging, p.eldest()
}

// settleTrump looks at the upcard of a run (RULES 4.5).
func (p *position) settleTrump(public rules.Observation) {
	if suit := p.turnUp(public); suit != p.offered {
		p.startTricks(suit)
		return
	}
	p.run()
}

func (p *position) startTricks(trump card.Suit) {
	p.trump = trump
	p.phase, p.turn = playing, p.eldest()
}

// run puts the upcard aside and deals on, if the stock is large enough for a
// packet each and one card; if it is not, the deal is void (RULES 4.6).
func (p *position) run() {
	if len(p.stock) < packet*p.seats+1 {
		*p = *p.begin(p.hand, p.dealer)
		return
	}
	p.aside = append(slices.Clip(p.aside), p.upcard)
	p.upcard, p.turn = noCard, rules.None
	p.phase = running
}

// answer makes one of the moves before the tricks.
func (p *position) answer(m rules.Move, public rules.Observation) (*position, error) {
	next, verb := *p, rules.Words(m.Text)[0]
	if forced := p.phase == answering && p.wouldWin(); !m.StandIn && !forced {
		likes := verb == "stand" || verb == "take-one"
		next.bids = append(slices.Clip(p.bids), bid{m.Seat, likes, p.hands[m.Seat]})
	}
	switch {
	case p.phase == begging && verb == "stand":
		next.startTricks(p.offered)
		next.blind = m.StandIn
	case p.phase == begging && verb == "beg":
		next.phase, next.turn = answering, p.dealer
	case p.phase == answering && verb == "take-one":
		next.startTricks(p.offered)
		next.score(p.eldest(), rules.Item{What: "begged, and the dealer gave a point", Points: 1, Rule: "4.3"}, public)
	case p.phase == answering && verb == "run":
		next.note(p.eldest(), rules.Item{What: "begged, and the dealer ran the cards", Rule: "4.4"})
		next.run()
	default:
		return nil, p.unexpected()
	}
	return &next, nil
}

func (p *position) unexpected() error {
	switch p.phase {
	case begging:
		return rules.Illegal("eldest is to stand or beg")
	case answering:
		return rules.Illegal("the dealer is to take-one or run")
	}
	return rules.Illegal("trumps are chosen: a card is to be played")
}
