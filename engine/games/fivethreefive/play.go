package fivethreefive

import (
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// The verbs of the notation.
const (
	lead = "lead"
	over = "over"
	add  = "add"
	pass = "pass"
)

func (p *position) Named(text string) ([]card.Card, error) {
	words := rules.Words(text)
	if len(words) == 0 {
		return nil, rules.Illegal("a move is lead, over or add with cards, or pass")
	}
	cards := words[1:]
	switch words[0] {
	case lead, over, add:
		if len(cards) == 0 || len(cards) > longest {
			return nil, rules.Illegal("%s plays one, two or three cards", words[0])
		}
	case pass:
		if len(cards) > 0 {
			return nil, rules.Illegal("pass stands alone")
		}
	default:
		return nil, rules.Illegal("there is no move %q, only lead, over, add and pass", words[0])
	}
	named, err := card.ParseAll(cards)
	if err != nil {
		return nil, rules.Illegal("%v", err)
	}
	return named, nil
}

func (p *position) Play(m rules.Move, public rules.Observation) (rules.Position, error) {
	if p.phase != playing || m.Seat != p.turn {
		return nil, rules.Illegal("it is not this seat's turn")
	}
	if _, err := p.Named(m.Text); err != nil {
		return nil, err
	}
	switch verb := rules.Words(m.Text)[0]; {
	case verb == lead && p.trick.exists():
		return nil, rules.Illegal("there is a trick to cover, to add to or to pass")
	case verb != lead && !p.trick.exists():
		return nil, rules.Illegal("who leads must lead: there is no trick yet")
	case verb == pass:
		return p.pass(m.StandIn), nil
	default:
		q, err := p.meld(verb, m.Cards, ranksAt(m.Cards, public))
		if err != nil {
			return nil, err
		}
		if q.phase == showing {
			q.show(public)
		}
		return q, nil
	}
}

func ranksAt(slots []rules.Slot, s rules.Observation) []card.Rank {
	ranks := make([]card.Rank, len(slots))
	for i, x := range slots {
		ranks[i] = s.Of(x).Rank
	}
	return ranks
}

// meld plays cards by lead, over or add.
func (p *position) meld(verb string, slots []rules.Slot, ranks []card.Rank) (*position, error) {
	var top meld
	var err error
	switch verb {
	case lead:
		top, err = p.lead(ranks)
	case over:
		top, err = p.over(ranks)
	case add:
		top, err = p.add(ranks)
	}
	if err != nil {
		return nil, err
	}
	eights := verb != lead && slices.Contains(ranks, eight)
	return p.layTrick(slots, top, eights), nil
}

// lead checks a lead (RULES 10).
func (p *position) lead(ranks []card.Rank) (meld, error) {
	m, ok := meldOf(ranks)
	if !ok {
		return meld{}, rules.Illegal("a lead is a single, a set or a run")
	}
	return m, nil
}

// over checks an overwrite (RULES 11 and 12).
func (p *position) over(ranks []card.Rank) (meld, error) {
	m, ok := meldOf(ranks)
	switch {
	case !ok:
		return meld{}, rules.Illegal("the trick is covered by a single, a set or a run")
	case !m.beats(p.trick, p.options.big):
		return meld{}, rules.Illegal("the trick is a %s of %d: it takes a stronger %[1]s of %d to cover it",
			p.trick.kind, len(p.trick.ranks))
	}
	return m, nil
}

// add checks an addition (RULES 13). A set can grow only by its own number and a run only
// by other numbers, so checking the cards together is enough: neither can turn into the
// other.
func (p *position) add(ranks []card.Rank) (meld, error) {
	m, ok := meldOf(slices.Concat(p.trick.ranks, ranks))
	if !ok {
		return meld{}, rules.Illegal("the cards added must make a set or a run with the trick")
	}
	return m, nil
}

// layTrick puts the new trick on the table. A seat with no card left ends the hand, and the
// trick stays (RULES 17).
func (p *position) layTrick(slots []rules.Slot, top meld, eights bool) *position {
	q := *p
	q.hands = slices.Clone(p.hands)
	q.hands[p.turn] = without(p.hands[p.turn], slots)
	q.trick, q.by, q.since, q.gains = top, p.turn, p.since+1, nil
	empty := len(q.hands[p.turn]) == 0
	if empty && len(p.packets[p.turn]) == 0 {
		q.phase = showing
		return &q
	}
	if empty {
		q.phase = takingUp
	}
	if eights || top.full(copies(p.seats)) {
		q.clear()
	} else {
		q.turn = q.following()
	}
	return &q
}

func without(hand, slots []rules.Slot) []rules.Slot {
	var left []rules.Slot
	for _, x := range hand {
		if !slices.Contains(slots, x) {
			left = append(left, x)
		}
	}
	return left
}

// show opens the cards that are left, or settles if all have seen them.
func (p *position) show(public rules.Observation) {
	p.unshown = public.Hidden(slices.Concat(p.held()...))
	if len(p.unshown) == 0 {
		p.settle(public)
	}
}

// pass passes (RULES 14 and 15). What a stand-in passes says nothing of its hand.
func (p *position) pass(standIn bool) *position {
	q := *p
	if !standIn {
		q.refusals = append(slices.Clip(p.refusals), refusal{p.turn, p.trick, p.hands[p.turn]})
	}
	q.passed, q.since, q.gains = append(slices.Clip(p.passed), p.turn), p.since+1, nil
	if len(q.passed) == p.seats-1 {
		q.clear()
	} else {
		q.turn = q.following()
	}
	return &q
}

// clear takes the trick away; the seat that played last into it leads.
func (p *position) clear() {
	p.cleared, p.taker, p.since = p.trick, p.by, 0
	p.trick, p.passed, p.turn = meld{}, nil, p.by
}

// following returns the next seat clockwise that has not passed. There always is one: the
// trick is cleared when all other seats have passed.
func (p *position) following() int {
	seat := p.turn
	for {
		seat = (seat + 1) % p.seats
		if !slices.Contains(p.passed, seat) {
			return seat
		}
	}
}
