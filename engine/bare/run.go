package bare

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

// run performs the actions of the position until it waits for a seat or is over.
func (g *Game) run() ([]Ended, error) {
	var ended []Ended
	for range maxActions {
		var err error
		switch a := g.pos.Next().(type) {
		case rules.Shuffle:
			err = g.shuffle(a)
		case rules.Open:
			err = g.open(a)
		case rules.Settle:
			var e Ended
			e, err = g.settle(a)
			ended = append(ended, e)
			if err == nil && g.Over() {
				return ended, nil
			}
			g.nextHand()
		case rules.Turn:
			return ended, g.checkTurn(a.Seat)
		case rules.Over:
			return ended, g.checkOver()
		default:
			return nil, broken("no such action here: %T", a)
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, broken("no turn after %d actions", maxActions)
}

func (g *Game) shuffle(a rules.Shuffle) error {
	cards, err := g.gather(a)
	if err != nil {
		return err
	}
	index, err := g.order(g.shuffles, slices.Clone(cards))
	if err != nil {
		return fmt.Errorf("shuffle %d: %w", g.shuffles+1, err)
	}
	if !permutation(index, len(cards)) {
		return fmt.Errorf("bare: shuffle %d: the order is no permutation of %d cards", g.shuffles+1, len(cards))
	}
	g.shuffles++
	g.pos = g.pos.Shuffled(g.stack(cards, index))
	return nil
}

// gather takes the cards of a shuffle out of play, in canonical order.
func (g *Game) gather(a rules.Shuffle) ([]card.Card, error) {
	g.gone = slices.Clone(g.gone)
	if a.Cards == nil {
		for x := range g.gone {
			g.gone[x] = true
		}
		return g.deck, nil
	}
	if len(a.Cards) < 2 {
		return nil, broken("a shuffle of %d cards", len(a.Cards))
	}
	for _, x := range a.Cards {
		if !g.inPlay(x) || !g.public.Of(x).Known() {
			return nil, broken("slot %d is shuffled, but is not a public card in play", x)
		}
		g.gone[x] = true
	}
	return g.public.Cards(a.Cards), nil
}

// stack lays the cards in new slots behind those of the hand's earlier stacks.
func (g *Game) stack(cards []card.Card, index []int) []rules.Slot {
	slots := make([]rules.Slot, len(cards))
	faces := slices.Clone(g.faces)
	for i, at := range index {
		slots[i] = rules.Slot(len(faces))
		faces = append(faces, cards[at])
	}
	g.faces = faces
	g.gone = append(g.gone, make([]bool, len(cards))...)
	return slots
}

func (g *Game) open(a rules.Open) error {
	if len(a.Cards) == 0 {
		return broken("%s opens no card", a.Why)
	}
	for i, o := range a.Cards {
		switch {
		case o.To < rules.None || o.To >= len(g.own):
			return broken("%s opens a card to seat %d", a.Why, o.To)
		case !g.inPlay(o.Slot):
			return broken("%s opens slot %d, which is not in play", a.Why, o.Slot)
		case g.knows(o.To).Of(o.Slot).Known() || slices.Contains(a.Cards[:i], o):
			return broken("%s opens slot %d to seat %d again", a.Why, o.Slot, o.To)
		}
	}
	for to := rules.None; to < len(g.own); to++ {
		g.learn(to, openedTo(a.Cards, to))
	}
	g.pos = g.pos.Opened(g.public)
	return nil
}

func openedTo(cards []rules.Opening, to int) []rules.Slot {
	var slots []rules.Slot
	for _, o := range cards {
		if o.To == to {
			slots = append(slots, o.Slot)
		}
	}
	return slots
}

func (g *Game) knows(to int) rules.Observation {
	if to == rules.None {
		return g.public
	}
	return g.own[to]
}

// learn shows the faces at the slots to a seat or to everybody. Positions may
// have kept the old observations, so those stay as they are.
func (g *Game) learn(to int, slots []rules.Slot) {
	if len(slots) == 0 {
		return
	}
	if to != rules.None {
		g.own[to] = g.with(g.own[to], slots)
		return
	}
	g.public = g.with(g.public, slots)
	for seat := range g.own {
		g.own[seat] = g.with(g.own[seat], slots)
	}
}

func (g *Game) with(s rules.Observation, slots []rules.Slot) rules.Observation {
	more := make(rules.Observation, len(g.faces))
	copy(more, s)
	for _, x := range slots {
		more[x] = g.faces[x]
	}
	return more
}

func (g *Game) inPlay(x rules.Slot) bool {
	return x >= 0 && int(x) < len(g.gone) && !g.gone[x]
}

// settle returns a hand's result. It reads hands and violations from the public cards
// alone, as an audit does, so enough cards must have been shown.
func (g *Game) settle(a rules.Settle) (Ended, error) {
	e := Ended{
		Settlement: a.Settlement,
		Violations: g.pos.Violations(g.public),
		Position:   g.pos,
		Faces:      g.faces,
		Public:     slices.Clone(g.public),
	}
	for x := range e.Public {
		if g.gone[x] {
			e.Public[x] = card.Card{}
		}
	}
	for seat, hand := range a.Hands {
		if !g.public.Knows(hand) {
			return e, broken("hand %d is settled before seat %d has shown its cards", a.Hand, seat)
		}
		e.Looks = append(e.Looks, g.public.Cards(hand))
	}
	return e, nil
}

func (g *Game) nextHand() {
	g.pos = g.pos.NextHand()
	g.faces, g.gone, g.public = nil, nil, nil
	g.own = make([]rules.Observation, len(g.own))
}

// checkTurn checks the seat to act, and that hands are made of different cards in play,
// known to their owners.
func (g *Game) checkTurn(seat int) error {
	st := g.pos.Status()
	if seat < 0 || seat >= len(g.own) || st.Turn != seat {
		return broken("the turn of seat %d, while the status says seat %d", seat, st.Turn)
	}
	held := make([]bool, len(g.faces))
	for owner, hand := range st.Hands {
		for _, x := range hand {
			if !g.inPlay(x) || held[x] || !g.own[owner].Of(x).Known() {
				return broken("seat %d holds slot %d, which is held twice, not in play or unknown to it", owner, x)
			}
			held[x] = true
		}
	}
	return nil
}

// checkOver checks a game that is over before its first hand, because it continues with too
// few seats. Any other game ends with a settlement.
func (g *Game) checkOver() error {
	if !g.Over() {
		return broken("the game is over without saying who has won")
	}
	return nil
}

func permutation(index []int, n int) bool {
	seen := make([]bool, n)
	for _, i := range index {
		if i < 0 || i >= n || seen[i] {
			return false
		}
		seen[i] = true
	}
	return len(index) == n
}
