package fivecrowns

import (
	_ "embed" // for the rule page, the guide and the lesson
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

//go:embed RULES.md
var page string

//go:embed HOWTO.md
var guide string

//go:embed lesson.json
var lesson string

//go:embed lasts.txt
var lasts string

// Rules is the rule set.
var Rules = &rules.RuleSet{
	Name:     "five-crowns",
	Title:    "Five Crowns",
	Summary:  "eleven hands of books and runs with a rising wild rank, lowest total wins; alone it is a solitaire",
	Goal:     "the lowest total wins",
	MinSeats: 1,
	MaxSeats: 14,
	BestOnly: []string{"out", "lay"},
	Schema: rules.Schema{
		{Name: "hands", Kind: rules.Int, Min: 1, Max: hands, Default: hands, Meaning: "the game ends after so many hands", Says: "%s hands", Main: true, Later: true},
		{Name: "lap-cap", Label: "turns until the end", Kind: rules.Int, Min: 1, Max: 1000, Default: 100, Meaning: "after so many turns of every seat with nobody out, the next turn is everybody's last turn", Says: "the last turns come after %s turns each"},
		{Name: "free-close", Kind: rules.Bool, Default: false, Meaning: "solitaire: a pile that is complete closes without needing a drawn card", Says: "a complete pile closes without a drawn card", Not: "a complete pile needs a drawn card to close"},
	},
	Duty:  "deal the first hand",
	Brief: map[string]any{"lap-cap": 1},
	Quick: 5,
	Notation: []string{
		"draw                               take the top of the stock",
		"take                               take the top of the discard pile",
		"discard CARD                       end the turn",
		"out MELD / MELD… discard CARD      lay every card and go out",
		"lay MELD / MELD… discard CARD      lay melds in the last turn",
		"place PILE discard CARD            solitaire: add the card to a pile and discard one of it",
	},
	Verbs: map[string]string{
		"draw": "draws", "take": "takes the top card", "discard": "discards",
		"out": "goes out with", "lay": "lays", "place": "fills pile",
	},
	Briefly: briefly,
	Rules:   page,
	Guide:   guide,
	Lesson:  lesson,
	Lasts:   lasts,
	Inner:   map[string][]string{"piles": {"3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"}},
	Deck:    deck,
	Start:   start,
	Decided: decided,
	Bots:    []rules.Bot{{Name: "easy", Think: easy}, {Name: "good", Think: good}},
}

// manySeats is the number of seats from which two games are combined.
const manySeats = 8

func packs(seats int) int {
	if seats >= manySeats {
		return 4
	}
	return 2
}

func deck(seats int, _ rules.Options) card.Deck {
	var cards []card.Card
	for range packs(seats) {
		cards = append(cards, pack()...)
	}
	return card.Deck{Name: fmt.Sprintf("five crowns %d", len(cards)), Cards: cards}
}

func pack() []card.Card {
	suits := []card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades, card.Stars}
	return append(card.Suited(suits, card.Ranks(lowest, highest)), card.Jokers(3)...)
}

func start(seats int, o rules.Options, from *rules.Carry) rules.Position {
	if seats == 1 {
		return startSolitaire(o, from)
	}
	if from == nil {
		from = &rules.Carry{Scores: make([]int, seats), Next: seats - 1}
	}
	p := &position{seats: seats, length: o.Int("hands"), lapCap: o.Int("lap-cap"), scores: slices.Clone(from.Scores)}
	if from.Hands >= p.length {
		p = p.begin(from.Hands, from.Next)
		p.phase = over
		return p
	}
	return p.begin(from.Hands+1, from.Next)
}

// decided reports whether all hands of the game, or the solitaire, have been played.
func decided(seats int, o rules.Options, c rules.Carry) bool {
	return c.Hands >= o.Int("hands") || seats == 1 && c.Hands > 0
}

type phase int

const (
	shuffling phase = iota // the deck, for a new hand
	dealing
	turningUp  // the first card of the discard pile
	choosing   // a seat is to draw or take
	renewing   // a draw found the stock empty: the discard pile is shuffled
	drawing    // the card from the stock is due
	discarding // a seat is to end its turn
	showing    // the hand is over, cards are still hidden
	settled
	over // continued after its last hand
)

// A position is never changed once it has been handed out; a slice that changes
// is replaced.
type position struct {
	seats  int
	length int // hands of the game
	lapCap int

	phase   phase
	hand    int
	dealer  int
	seat    int // whose turn it is, also while its card is being opened
	turns   int // turns completed in this hand
	last    bool
	owing   int // last turns still to come
	out     int // the seat that went out, or None
	stock   []rules.Slot
	pile    []rules.Slot // bottom first
	hands   [][]rules.Slot
	gains   rules.Gains // what the seats gained last, for views
	idle    int         // turns in a row without a draw; for computer players
	laid    [][][]card.Card
	unshown []rules.Slot   // cards to show at the end
	items   [][]rules.Item // score sheets of the hand, once it is counted
	scores  []int
}

// begin returns the position before the shuffle of a hand.
func (p *position) begin(hand, dealer int) *position {
	return &position{
		seats: p.seats, length: p.length, lapCap: p.lapCap, scores: p.scores,
		hand: hand, dealer: dealer, seat: (dealer + 1) % p.seats, out: rules.None,
		hands: make([][]rules.Slot, p.seats), laid: make([][][]card.Card, p.seats),
	}
}

// NextHand begins the next hand; the deal has passed clockwise.
func (p *position) NextHand() rules.Position {
	return p.begin(p.hand+1, (p.dealer+1)%p.seats)
}

// wild returns the rank that is wild in this hand (§1.4).
func (p *position) wild() card.Rank { return lowest + card.Rank(p.hand-1) }

// size returns the number of cards of a hand between turns.
func (p *position) size() int { return dealt + p.hand - 1 }

// Next is the action of this phase.
func (p *position) Next() rules.Action {
	switch p.phase {
	case shuffling:
		return rules.Shuffle{}
	case dealing:
		return rules.Open{Why: rules.Deal, Cards: p.deal()}
	case turningUp:
		return rules.Open{Why: rules.TurnUp, Cards: []rules.Opening{{Slot: p.stock[0], To: rules.None}}}
	case choosing, discarding:
		return rules.Turn{Seat: p.seat}
	case renewing:
		return rules.Shuffle{Cards: slices.Clone(p.pile[:len(p.pile)-1])}
	case drawing:
		return rules.Open{Why: rules.Draw, Cards: []rules.Opening{{Slot: p.stock[0], To: p.seat}}}
	case showing:
		return rules.Open{Why: rules.Show, Cards: rules.Openings(p.unshown, rules.None)}
	case settled:
		return rules.Settle{Settlement: p.settlement()}
	}
	return rules.Over{}
}

// deal lists the deal: one card at a time from the dealer's left (§4.1).
func (p *position) deal() []rules.Opening {
	cards := make([]rules.Opening, p.size()*p.seats)
	for i := range cards {
		cards[i] = rules.Opening{Slot: p.stock[i], To: (p.dealer + 1 + i) % p.seats}
	}
	return cards
}

// Shuffled takes the deck of a hand, or the discard pile as the new stock.
func (p *position) Shuffled(stack []rules.Slot) rules.Position {
	next := *p
	next.stock = slices.Clone(stack)
	next.phase = dealing
	if p.phase == renewing {
		next.pile = p.pile[len(p.pile)-1:]
		next.phase = drawing
	}
	return &next
}

// Opened goes on after the deal, a card turned up, a draw or the showing.
func (p *position) Opened(public rules.Observation) rules.Position {
	next := *p
	switch p.phase {
	case dealing:
		next.hands = make([][]rules.Slot, p.seats)
		for _, o := range p.deal() {
			next.hands[o.To] = append(next.hands[o.To], o.Slot)
		}
		next.stock = p.stock[p.size()*p.seats:]
		next.phase = turningUp
	case turningUp:
		next.pile, next.stock = p.stock[:1], p.stock[1:]
		next.phase = choosing
	case drawing:
		next.receive(p.stock[0], "draws")
		next.stock = p.stock[1:]
	case showing:
		next.settle(public)
	}
	return &next
}

// Violations lists nothing: no rule depends on hidden cards (§7).
func (p *position) Violations(rules.Observation) []rules.Violation { return nil }

// Status is the public state that all games have.
func (p *position) Status() rules.Status {
	st := rules.Status{
		Hand: p.hand, Turn: rules.TurnOf(p), Hands: rules.CopyHands(p.hands), Stock: len(p.stock),
		Scores: slices.Clone(p.scores), Active: rules.AllSeats(p.seats),
	}
	if p.finished() {
		st.Winners = lowestSeats(p.scores)
	}
	return st
}

func (p *position) finished() bool {
	return p.phase == over || p.phase == settled && p.hand >= p.length
}
