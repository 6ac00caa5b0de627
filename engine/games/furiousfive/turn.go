package furiousfive

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// Named lists the cards that a drop takes out of the hand. A card to take is not
// among them, as it is public, and a call names none.
func (p *position) Named(text string) ([]card.Card, error) {
	s, err := read(text)
	if err != nil {
		return nil, err
	}
	return slices.Concat(s.groups...), nil
}

var _ rules.Revealer = (*position)(nil)

// Shows returns the caller's hand for a call, and nothing for a drop
// ([rules.Revealer]).
func (p *position) Shows(seat int, text string) []rules.Slot {
	s, err := read(text)
	if err != nil || !s.call || seat < 0 || seat >= p.seats {
		return nil
	}
	return slices.Clone(p.hands[seat])
}

// Play makes a turn: a call, or a drop with a draw or a take.
func (p *position) Play(m rules.Move, public rules.Observation) (rules.Position, error) {
	if p.phase != acting || m.Seat != p.turn {
		return nil, rules.Illegal("it is not this seat's turn")
	}
	s, err := read(m.Text)
	if err != nil {
		return nil, err
	}
	if s.call {
		return p.call(public)
	}
	return p.drop(m, s, public)
}

// call ends the hand (RULES 4). The caller's cards are public with the move.
func (p *position) call(public rules.Observation) (rules.Position, error) {
	most := p.options.Int("call-max")
	if t := total(public.Cards(p.hands[p.turn])); t > most {
		return nil, rules.Illegal("one may call with at most %s, not with %d", rules.Points(most), t)
	}
	next := *p
	next.caller, next.gains = p.turn, p.gains.Without(p.turn)
	next.end(public)
	return &next, nil
}

// drop lays combinations down and draws a card (RULES 5 and 6).
func (p *position) drop(m rules.Move, s sentence, public rules.Observation) (rules.Position, error) {
	dropped, err := p.combine(m.Cards, s.groups)
	if err != nil {
		return nil, err
	}
	next := *p
	next.dropped = dropped
	next.hands = slices.Clone(p.hands)
	next.hands[p.turn] = without(p.hands[p.turn], m.Cards...)
	if dropped[0].shape == single && !m.StandIn {
		next.claims = append(slices.Clip(p.claims), claim{seat: m.Seat, at: m.At, hand: p.hands[p.turn]})
	}
	if s.take.Known() {
		return next.take(s.take, public)
	}
	next.gains = p.gains.Without(p.turn)
	next.phase, next.idle = drawing, 0
	if len(p.stock) == 0 {
		next.phase = renewing
	}
	return &next, nil
}

// combine makes the combinations of a drop from its cards and their slots, both in
// the order of the text.
func (p *position) combine(slots []rules.Slot, groups [][]card.Card) ([]combination, error) {
	if len(groups) > 1 && !p.options.Bool("multi-drop") {
		return nil, rules.Illegal("exactly one combination is dropped (option multi-drop)")
	}
	dropped := make([]combination, len(groups))
	for i, g := range groups {
		c := combination{shape: p.aces.shape(g)}
		switch {
		case c.shape == nothing:
			return nil, rules.Illegal("%s is no pair, three or four of a rank, and no straight", card.Join(g))
		case c.shape == single && len(groups) > 1:
			return nil, rules.Illegal("a single card is not dropped beside something else")
		}
		for _, at := range p.aces.arranged(g) {
			c.slots = append(c.slots, slots[at])
		}
		dropped[i], slots = c, slots[len(g):]
	}
	return dropped, nil
}

// take takes a card from the previous player's drop. The receiver is a copy of the position
// after the drop.
func (p *position) take(c card.Card, public rules.Observation) (rules.Position, error) {
	at := slices.IndexFunc(p.takeable(), func(x rules.Slot) bool { return public.Of(x) == c })
	if at < 0 {
		return nil, p.refuseTake(c, public)
	}
	x := p.takeable()[at]
	p.receive(x)
	p.gains = p.gains.With(p.seats, p.turn, "takes", x)
	p.idle++
	p.pass([]rules.Slot{x}, public)
	return p, nil
}

func (p *position) refuseTake(c card.Card, public rules.Observation) error {
	if slices.Contains(public.Cards(onTable(p.table)), c) {
		return rules.Illegal("only the lowest or the highest card of a straight may be taken")
	}
	return rules.Illegal("%s is not in the table drop that the previous player left", c)
}

// takeable lists the cards of the table drop that may be taken (RULES 6).
func (p *position) takeable() []rules.Slot {
	var slots []rules.Slot
	for _, c := range p.table {
		if c.shape == straight {
			slots = append(slots, c.slots[0], c.slots[len(c.slots)-1])
		} else {
			slots = append(slots, c.slots...)
		}
	}
	return slots
}

func onTable(table []combination) []rules.Slot {
	var slots []rules.Slot
	for _, c := range table {
		slots = append(slots, c.slots...)
	}
	return slots
}

func without(slots []rules.Slot, gone ...rules.Slot) []rules.Slot {
	return slices.DeleteFunc(slices.Clone(slots), func(x rules.Slot) bool { return slices.Contains(gone, x) })
}

// receive adds a card to the hand of the seat whose turn it is. Like pass, end and
// settle, it changes a copy that has not been handed out yet.
func (p *position) receive(x rules.Slot) {
	p.hands = slices.Clone(p.hands)
	p.hands[p.turn] = append(slices.Clip(p.hands[p.turn]), x)
}

// pass ends a turn: the rest of the table drop goes to the graveyard, and the cards
// just dropped take its place (RULES 7).
func (p *position) pass(taken []rules.Slot, public rules.Observation) {
	p.grave = append(slices.Clip(p.grave), without(onTable(p.table), taken...)...)
	p.table, p.dropped = p.dropped, nil
	p.turn = p.following(p.turn)
	p.turns++
	p.phase = acting
	if p.turns == p.seats*p.options.Int("lap-cap") {
		p.end(public)
	}
}

// end opens the cards that are not public yet, or settles if there are none.
func (p *position) end(public rules.Observation) {
	p.unshown = public.Hidden(slices.Concat(p.hands...))
	p.phase = showing
	if len(p.unshown) == 0 {
		p.settle(public)
	}
}

// settle counts a hand of which every card is public.
func (p *position) settle(public rules.Observation) {
	p.phase = finishing
	totals := make([]int, p.seats)
	for s, h := range p.hands {
		totals[s] = total(public.Cards(h))
	}
	p.items = sheets(totals, p.caller, p.options.Bool("split-failed-call"))
	p.ending = endingOf(totals, p.caller, p.options.Bool("split-failed-call"))
	p.scores = slices.Clone(p.scores)
	for s, h := range p.hands {
		p.items[s][0].Cards = public.Cards(h)
		p.scores[s] += rules.Sum(p.items[s])
	}
	p.finished = decided(p.seats, p.options, rules.Carry{Hands: p.hand, Scores: p.scores})
}

// decided reports whether the game ends with the hand just counted (RULES 9).
func decided(_ int, o rules.Options, c rules.Carry) bool {
	rounds, target := o.Int("rounds"), o.Int("target")
	return rounds > 0 && c.Hands >= rounds || target > 0 && slices.Max(c.Scores) >= target
}

func (p *position) settlement() rules.Settlement {
	return rules.Settlement{
		Hand: p.hand, Hands: rules.CopyHands(p.hands),
		Items: slices.Clone(p.items), Ending: p.ending, Scores: slices.Clone(p.scores),
		Void:  p.caller == rules.None,
		Carry: rules.Carry{Hands: p.hand, Scores: slices.Clone(p.scores), Next: p.following(p.starter)},
	}
}
