package tabletest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"fives/engine/card"
	"fives/engine/rules"
)

// Drill is a rule set that uses every card operation. It is no good as a game.
//
// Each active seat is dealt two cards, one card is turned up as the pile, and a packet of
// two is held for whoever takes it up. In its turn, a seat does one of these:
//
//	draw      takes the top of the stock
//	drop C    lays a card of its hand on the pile; it must be of the lowest
//	          rank in the hand (a rule about hidden cards)
//	take      takes the top of the pile, which stays public
//	up        takes up the packet
//	mix       shuffles the pile, of two cards or more, under the stock
//	call      shows its hand and ends the hand
//
// The hand also ends after three rounds. Then all hands are shown, and the packet if nobody
// took it up. Points are the sum of ranks held. Between hands, the seat with the most
// points so far (of equals the first) sits out. The fewest points win after the number of
// hands that the option gives.
var Drill = &rules.RuleSet{
	Name: "drill", Title: "Drill", Summary: "every card operation in a few moves",
	MinSeats: 1, MaxSeats: 5,
	Schema: rules.Schema{
		{Name: "hands", Kind: rules.Int, Meaning: "hands to play", Min: 1, Max: 4, Default: 2},
		{Name: "polite", Kind: rules.Bool, Meaning: "nothing", Default: false},
	},
	Deck:    drillDeck,
	Start:   drillStart,
	Decided: func(_ int, o rules.Options, c rules.Carry) bool { return c.Hands >= o.Int("hands") },
	Bots:    []rules.Bot{{Name: "easy", Think: drillBot}},
}

func drillDeck(seats int, o rules.Options) card.Deck {
	return card.Deck{Name: "drill-16", Cards: card.Suited([]card.Suit{card.Clubs, card.Hearts}, card.Ranks(card.Ace, 8))}
}

func drillBot(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
	m := p.Moves(seat, own)
	return rules.Choice{Move: m[r.IntN(len(m))], Why: "any move will do"}
}

type phase int

const (
	shuffling phase = iota
	dealing
	turning
	moving
	drawing
	lifting
	mixing
	showing
	settled
)

const packetSize = 2

// drill is a position. Methods that return another one copy what they change.
type drill struct {
	seats, hands int // options
	carry        rules.Carry
	active       []int

	phase  phase
	turn   int // index in active
	moves  int
	stock  []rules.Slot
	pile   []rules.Slot
	packet []rules.Slot
	held   [][]rules.Slot
	claims []claim
	public rules.Observation
	items  [][]rules.Item
}

// A claim is a card that was dropped: the rest of the hand was no lower.
type claim struct {
	seat, at int
	rank     card.Rank
	rest     []rules.Slot
}

func drillStart(seats int, o rules.Options, from *rules.Carry) rules.Position {
	d := &drill{seats: seats, hands: o.Int("hands"), carry: rules.Carry{Scores: make([]int, seats)}}
	if from != nil {
		d.carry = *from
	}
	return d.begin()
}

func (d *drill) begin() *drill {
	n := &drill{seats: d.seats, hands: d.hands, carry: d.carry}
	n.held = make([][]rules.Slot, d.seats)
	out := rules.None
	if n.carry.Hands > 0 && d.seats > 1 {
		out = slices.Index(n.carry.Scores, slices.Max(n.carry.Scores))
	}
	for i := range d.seats {
		if s := (n.carry.Next + i) % d.seats; s != out {
			n.active = append(n.active, s)
		}
	}
	if n.carry.Hands >= n.hands {
		n.phase = settled
	}
	return n
}

func (d *drill) seat() int { return d.active[d.turn%len(d.active)] }

func (d *drill) Next() rules.Action {
	switch d.phase {
	case shuffling:
		return rules.Shuffle{}
	case dealing:
		var cards []rules.Opening
		for i, s := range d.active {
			for _, x := range d.stock[2*i : 2*i+2] {
				cards = append(cards, rules.Opening{Slot: x, To: s})
			}
		}
		return rules.Open{Why: rules.Deal, Cards: cards}
	case turning:
		return rules.Open{Why: rules.TurnUp, Cards: []rules.Opening{{Slot: d.stock[0], To: rules.None}}}
	case moving:
		return rules.Turn{Seat: d.seat()}
	case drawing:
		return rules.Open{Why: rules.Draw, Cards: []rules.Opening{{Slot: d.stock[0], To: d.seat()}}}
	case lifting:
		var cards []rules.Opening
		for _, x := range d.packet {
			cards = append(cards, rules.Opening{Slot: x, To: d.seat()})
		}
		return rules.Open{Why: rules.TakeUp, Cards: cards}
	case mixing:
		return rules.Shuffle{Cards: d.pile}
	case showing:
		var cards []rules.Opening
		for _, x := range d.covered() {
			cards = append(cards, rules.Opening{Slot: x, To: rules.None})
		}
		return rules.Open{Why: rules.Show, Cards: cards}
	}
	if d.items == nil {
		return rules.Over{}
	}
	return rules.Settle{Settlement: rules.Settlement{
		Hand: d.carry.Hands, Hands: d.held, Items: d.items, Scores: d.carry.Scores, Carry: d.carry,
	}}
}

// covered lists the cards that are to be shown at the end.
func (d *drill) covered() []rules.Slot {
	var all []rules.Slot
	for _, x := range slices.Concat(append(slices.Clone(d.held), d.packet)...) {
		if !d.public.Of(x).Known() {
			all = append(all, x)
		}
	}
	return all
}

func (d *drill) copy() *drill {
	n := *d
	n.held = slices.Clone(d.held)
	for i := range n.held {
		n.held[i] = slices.Clone(d.held[i])
	}
	n.stock, n.pile, n.claims = slices.Clone(d.stock), slices.Clone(d.pile), slices.Clone(d.claims)
	return &n
}

func (d *drill) Shuffled(stack []rules.Slot) rules.Position {
	n := d.copy()
	if d.phase == mixing {
		n.stock, n.pile = append(n.stock, stack...), nil
		return n.moved()
	}
	n.stock, n.phase = slices.Clone(stack), dealing
	return n
}

func (d *drill) Opened(public rules.Observation) rules.Position {
	n := d.copy()
	n.public = public
	switch d.phase {
	case dealing:
		for i, s := range d.active {
			n.held[s] = slices.Clone(d.stock[2*i : 2*i+2])
		}
		n.stock = n.stock[2*len(d.active):]
		n.phase = turning
	case turning:
		n.pile = n.stock[:1:1]
		n.packet = slices.Clone(n.stock[1 : 1+packetSize])
		n.stock = n.stock[1+packetSize:]
		n.phase = moving
	case drawing:
		n.held[d.seat()] = append(n.held[d.seat()], n.stock[0])
		n.stock = n.stock[1:]
		return n.moved()
	case lifting:
		n.held[d.seat()] = append(n.held[d.seat()], n.packet...)
		n.packet = nil
		return n.moved()
	case showing:
		return n.count()
	}
	return n
}

// moved passes the turn on, or ends the hand.
func (d *drill) moved() rules.Position {
	d.phase = moving
	d.turn, d.moves = d.turn+1, d.moves+1
	if d.moves >= 3*len(d.active) {
		return d.end()
	}
	return d
}

func (d *drill) end() rules.Position {
	d.phase = showing
	if len(d.covered()) == 0 {
		return d.count()
	}
	return d
}

func (d *drill) count() rules.Position {
	d.phase = settled
	d.items = make([][]rules.Item, d.seats)
	scores := slices.Clone(d.carry.Scores)
	for s, hand := range d.held {
		item := rules.Item{What: "ranks held", Cards: d.public.Cards(hand), Rule: "1"}
		for _, c := range item.Cards {
			item.Points += int(c.Rank)
		}
		d.items[s] = []rules.Item{item}
		scores[s] += item.Points
	}
	d.carry = rules.Carry{Hands: d.carry.Hands + 1, Scores: scores, Next: (d.carry.Next + 1) % d.seats}
	return d
}

func (d *drill) Play(m rules.Move, public rules.Observation) (rules.Position, error) {
	n := d.copy()
	n.public = public
	s := d.seat()
	verb, _, _ := strings.Cut(m.Text, " ")
	switch {
	case d.phase != moving || m.Seat != s:
		return nil, rules.Illegal("it is not this seat's turn")
	case m.Text == "draw" && len(d.stock) > 0:
		n.phase = drawing
		return n, nil
	case m.Text == "up" && d.packet != nil:
		n.phase = lifting
		return n, nil
	case m.Text == "mix" && len(d.pile) > 1:
		n.phase = mixing
		return n, nil
	case m.Text == "take" && len(d.pile) > 0:
		top := len(d.pile) - 1
		n.held[s] = append(n.held[s], d.pile[top])
		n.pile = n.pile[:top]
		return n.moved(), nil
	case m.Text == "call":
		return n.end(), nil
	case verb == "drop" && len(m.Cards) == 1:
		n.held[s] = slices.DeleteFunc(n.held[s], func(x rules.Slot) bool { return x == m.Cards[0] })
		n.pile = append(n.pile, m.Cards[0])
		if !m.StandIn {
			n.claims = append(n.claims, claim{s, m.At, public.Of(m.Cards[0]).Rank, slices.Clone(n.held[s])})
		}
		return n.moved(), nil
	}
	return nil, rules.Illegal("%q cannot be played now", m.Text)
}

func (d *drill) NextHand() rules.Position { return d.begin() }

func (d *drill) Named(text string) ([]card.Card, error) {
	switch w := strings.Fields(text); {
	case len(w) == 2 && w[0] == "drop":
		c, err := card.Parse(w[1])
		if err != nil || text != "drop "+c.String() {
			return nil, rules.Illegal("%q drops no card", text)
		}
		return []card.Card{c}, nil
	case len(w) == 1 && slices.Contains([]string{"draw", "take", "up", "mix", "call"}, text):
		return nil, nil
	}
	return nil, rules.Illegal("%q is no move", text)
}

// Shows implements [rules.Revealer].
func (d *drill) Shows(seat int, text string) []rules.Slot {
	if text != "call" {
		return nil
	}
	return slices.Clone(d.held[seat])
}

func (d *drill) Moves(seat int, own rules.Observation) []string {
	moves := []string{"call"}
	for _, c := range own.Cards(d.held[seat]) {
		text := "drop " + c.String()
		low := !slices.ContainsFunc(own.Cards(d.held[seat]), func(o card.Card) bool { return o.Rank < c.Rank })
		if low && !slices.Contains(moves, text) {
			moves = append(moves, text)
		}
	}
	for _, m := range []struct {
		text string
		ok   bool
	}{{"draw", len(d.stock) > 0}, {"take", len(d.pile) > 0}, {"up", d.packet != nil}, {"mix", len(d.pile) > 1}} {
		if m.ok {
			moves = append(moves, m.text)
		}
	}
	return moves
}

// StandIn drops the card that the hand received last, draws if it has no card, and calls if
// there is none to draw.
func (d *drill) StandIn(seat int, public rules.Observation) (m rules.Move, open []rules.Slot) {
	m = rules.Move{Seat: seat, StandIn: true}
	switch hand := d.held[seat]; {
	case len(hand) > 0 && !public.Of(hand[len(hand)-1]).Known():
		return rules.Move{}, hand[len(hand)-1:]
	case len(hand) > 0:
		m.Cards = hand[len(hand)-1:]
		m.Text = "drop " + public.Of(m.Cards[0]).String()
	case len(d.stock) > 0:
		m.Text = "draw"
	default:
		m.Text = "call"
	}
	return m, nil
}

func (d *drill) Violations(s rules.Observation) []rules.Violation {
	var found []rules.Violation
	for _, c := range d.claims {
		if slices.ContainsFunc(s.Cards(c.rest), func(o card.Card) bool { return o.Known() && o.Rank < c.rank }) {
			found = append(found, rules.Violation{Seat: c.seat, At: c.at, Rule: "the lowest card of the hand must be dropped"})
		}
	}
	return found
}

func (d *drill) Status() rules.Status {
	st := rules.Status{Hand: d.carry.Hands + 1, Turn: rules.None, Hands: d.held, Stock: len(d.stock), Scores: d.carry.Scores}
	st.Active = slices.Sorted(slices.Values(d.active))
	if d.phase == moving {
		st.Turn = d.seat()
	}
	if d.phase == settled {
		st.Hand = d.carry.Hands
	}
	if d.phase == settled && d.carry.Hands >= d.hands {
		st.Winners = d.winners()
	}
	return st
}

func (d *drill) winners() []int {
	var best []int
	for _, s := range slices.Sorted(slices.Values(d.active)) {
		switch {
		case len(best) == 0 || d.carry.Scores[s] < d.carry.Scores[best[0]]:
			best = []int{s}
		case d.carry.Scores[s] == d.carry.Scores[best[0]]:
			best = append(best, s)
		}
	}
	return best
}

func (d *drill) Keys(names []string, s rules.Observation) map[string]any {
	return map[string]any{"pile": s.Cards(d.pile), "packet": len(d.packet)}
}

func (d *drill) View(seat int, s rules.Observation) rules.View {
	v := rules.View{Hand: d.Status().Hand, Turn: d.Status().Turn, Scores: d.carry.Scores}
	for i, h := range d.held {
		v.Zones = append(v.Zones, rules.Zone{
			Kind: rules.HandZone, Label: "hand", Seat: i, Count: len(h),
			Groups: []rules.Group{{Seat: i, Cards: s.Cards(h)}},
		})
	}
	return v
}
