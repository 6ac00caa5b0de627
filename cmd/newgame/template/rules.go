package template

import (
	_ "embed" // for the rule page, the guide and the lesson
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

// Names of the options.
const optionHands = "hands"

const dealt = 3 // cards to each seat

// Rules is the game.
var Rules = &rules.RuleSet{
	Name:     "template",
	Title:    "Template",
	Summary:  "everybody plays a card, the highest takes the trick; most tricks win",
	Goal:     "the highest total wins",
	MinSeats: 2,
	MaxSeats: 6,
	Schema: rules.Schema{
		{Name: optionHands, Kind: rules.Int, Min: 1, Max: 100, Default: 5, Meaning: "the game ends after so many hands", Says: "%s hands", Main: true},
	},
	Duty:     "start the first hand",
	Brief:    map[string]any{optionHands: 2},
	Notation: []string{"play 7h: play a card to the trick"},
	Verbs:    map[string]string{wordPlay: "plays"},
	Rules:    page,
	Guide:    guide,
	Lesson:   lesson,
	Deck:     deck,
	Start:    start,
	Decided:  decided,
	Bots:     []rules.Bot{{Name: "easy", Think: easy}, {Name: "good", Think: good}},
}

func deck(int, rules.Options) card.Deck {
	return card.Deck{Name: "french", Cards: card.French()}
}

type phase uint8

const (
	shuffling phase = iota
	dealing
	playing
	settled
)

type position struct {
	options rules.Options
	phase   phase

	hand    int   // number of the hand
	scores  []int // totals by seat
	starter int   // leads to the first trick
	turn    int   // seat to play

	hands  [][]rules.Slot // by seat, in the order received
	stock  []rules.Slot   // what is not dealt
	trick  []play         // the running trick, or the one just taken
	tricks []int          // taken in this hand, by seat

	winners []int // nil while the game goes on
}

// start is the first position of a game, or of one that is continued.
func start(seats int, o rules.Options, from *rules.Carry) rules.Position {
	if from == nil {
		from = &rules.Carry{Scores: make([]int, seats)}
	}
	p := &position{options: o, scores: slices.Clone(from.Scores), hand: from.Hands}
	return p.open(from.Next)
}

// decided reports whether all hands have been played (RULES 6).
func decided(_ int, o rules.Options, c rules.Carry) bool { return c.Hands >= o.Int(optionHands) }

// open is the position at the start of a hand.
func (p *position) open(starter int) *position {
	return &position{
		options: p.options,
		phase:   shuffling,
		hand:    p.hand + 1,
		scores:  p.scores,
		starter: starter,
		turn:    starter,
		hands:   make([][]rules.Slot, len(p.scores)),
		tricks:  make([]int, len(p.scores)),
	}
}

// Next is what the table does in this phase.
func (p *position) Next() rules.Action {
	switch p.phase {
	case shuffling:
		return rules.Shuffle{}
	case dealing:
		return rules.Open{Why: rules.Deal, Cards: p.deal()}
	case playing:
		return rules.Turn{Seat: p.turn}
	}
	return rules.Settle{Settlement: p.settlement()}
}

// Shuffled deals from the pack (RULES 2): in each round a card to every seat,
// clockwise from the starter.
func (p *position) Shuffled(stack []rules.Slot) rules.Position {
	next := *p
	next.hands = make([][]rules.Slot, len(p.hands))
	for range dealt {
		for i := range p.hands {
			seat := (p.starter + i) % len(p.hands)
			next.hands[seat] = append(next.hands[seat], stack[0])
			stack = stack[1:]
		}
	}
	next.stock = stack
	next.phase = dealing
	return &next
}

// deal opens the hands to their seats.
func (p *position) deal() []rules.Opening {
	var cards []rules.Opening
	for seat, hand := range p.hands {
		cards = append(cards, rules.Openings(hand, seat)...)
	}
	return cards
}

// Opened goes on after the deal.
func (p *position) Opened(rules.Observation) rules.Position {
	next := *p
	next.phase = playing
	return &next
}

// Status is the state that all games have.
func (p *position) Status() rules.Status {
	return rules.Status{
		Hand:    p.hand,
		Turn:    rules.TurnOf(p),
		Hands:   p.hands,
		Stock:   len(p.stock),
		Scores:  p.scores,
		Active:  rules.AllSeats(len(p.hands)),
		Winners: p.winners,
	}
}
