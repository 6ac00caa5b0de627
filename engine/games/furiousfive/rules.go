package furiousfive

import (
	_ "embed" // for the rule page, the guide and the lesson
	"errors"
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
	Name:     "furious-five",
	Title:    "Furious Five",
	Summary:  "drop combinations and call with less than five points in hand; chips change hands",
	Goal:     "the highest total wins",
	HighWins: true,
	MinSeats: 2,
	MaxSeats: 5,
	Schema: rules.Schema{
		{Name: "rounds", Kind: rules.Int, Max: 1000, Default: 10, Meaning: "the game ends after so many hands; 0: no such end", Says: "%s hands", Main: true},
		{Name: "target", Kind: rules.Int, Max: 100000, Default: 0, Meaning: "the game ends after the hand in which a ledger is at least it; 0: no such end", Says: "%s points end the game"},
		{Name: "lap-cap", Label: "turns until void", Kind: rules.Int, Min: 1, Max: 1000, Default: 100, Meaning: "a hand that nobody calls is void after so many turns of every seat", Says: "a hand is void after %s turns each"},
		{Name: "call-max", Kind: rules.Int, Min: 4, Max: 5, Default: 4, Meaning: "highest total with which one may call", Says: "calls with up to %s points"},
		{Name: "ace-high", Kind: rules.Enum, Values: []string{"no", "both", "only"}, Default: "no", Meaning: "Q-K-A is a straight as well (both), or instead of A-2-3 (only)", Says: "aces high in straights: %s"},
		{Name: "split-failed-call", Kind: rules.Bool, Default: false, Meaning: "the payment for a failed call is shared by all tied lowest", Says: "all tied lowest share a failed call", Not: "one takes all of a failed call"},
		{Name: "multi-drop", Kind: rules.Bool, Default: false, Meaning: "several combinations may be dropped in one turn", Says: "several combinations a turn", Not: "one combination a turn"},
	},
	Limit: "target",
	Chips: true,
	Quick: 3,
	Duty:  "start the first hand",
	Brief: map[string]any{"rounds": 2},
	Notation: []string{
		"drop CARD… draw        drop one combination (or a single card) and draw from the stock",
		"drop CARD… take CARD   the same, and take a card of the table drop",
		"drop CARD… / CARD… draw   several combinations, with multi-drop",
		"call                   end the hand with few points",
	},
	Verbs:  map[string]string{"drop": "drops", "draw": "draws", "take": "takes", "call": "calls"},
	Rules:  page,
	Guide:  guide,
	Lesson: lesson,
	Lasts:  lasts,
	Check:  check,
	Deck: func(int, rules.Options) card.Deck {
		return card.Deck{Name: "french", Cards: card.French()}
	},
	Start:   start,
	Decided: decided,
	Bots:    []rules.Bot{{Name: "easy", Think: easy}, {Name: "good", Think: good}},
}

func check(_ int, o rules.Options) error {
	if o.Int("rounds") == 0 && o.Int("target") == 0 {
		return errors.New("rounds and target cannot both be 0: the game would never end")
	}
	return nil
}

const handSize = 5

type phase int

const (
	shuffling phase = iota // the pack, for a new hand
	dealing
	acting    // a seat is to drop or call
	renewing  // a draw found the stock empty: the graveyard is shuffled
	drawing   // after the drop: the card from the stock is due
	showing   // the hand is over, cards are still hidden
	finishing // settled
)

// A combination lies on the table: a set as given, a straight from low to high.
type combination struct {
	slots []rules.Slot
	shape shape
}

// A position is never changed once it has been handed out; a slice that changes
// is replaced.
type position struct {
	seats   int
	options rules.Options
	aces    aces

	phase    phase
	hand     int // number of the running hand
	starter  int
	turn     int // the seat whose turn it is, also in the middle of its turn
	turns    int // turns completed in this hand
	stock    []rules.Slot
	hands    [][]rules.Slot
	table    []combination // left by the previous player
	dropped  []combination // by the player in the middle of a turn
	grave    []rules.Slot  // oldest first
	gains    rules.Gains   // what the seats gained last, for views
	claims   []claim
	idle     int            // turns in a row without a draw from the stock; for computer players
	caller   int            // None if the hand is void
	unshown  []rules.Slot   // cards to show at the end
	items    [][]rules.Item // score sheets of the hand, once it is counted
	ending   rules.Ending
	scores   []int
	finished bool
}

func start(seats int, o rules.Options, from *rules.Carry) rules.Position {
	if from == nil {
		from = &rules.Carry{Scores: make([]int, seats)}
	}
	p := &position{seats: seats, options: o, aces: acesOf[o.Text("ace-high")], scores: slices.Clone(from.Scores)}
	return p.begin(from.Hands+1, from.Next)
}

// begin is the position before the shuffle of a hand.
func (p *position) begin(hand, starter int) *position {
	return &position{
		seats: p.seats, options: p.options, aces: p.aces, scores: p.scores,
		hand: hand, starter: starter, turn: starter, caller: rules.None,
		hands: make([][]rules.Slot, p.seats),
	}
}

// NextHand begins the next hand; the duty to start has passed clockwise.
func (p *position) NextHand() rules.Position {
	return p.begin(p.hand+1, p.following(p.starter))
}

func (p *position) following(seat int) int { return (seat + 1) % p.seats }

// Next is the action of this phase.
func (p *position) Next() rules.Action {
	switch p.phase {
	case shuffling:
		return rules.Shuffle{}
	case dealing:
		return rules.Open{Why: rules.Deal, Cards: p.deal()}
	case acting:
		return rules.Turn{Seat: p.turn}
	case renewing:
		return rules.Shuffle{Cards: slices.Clone(p.grave)}
	case drawing:
		return rules.Open{Why: rules.Draw, Cards: []rules.Opening{{Slot: p.stock[0], To: p.turn}}}
	case showing:
		return rules.Open{Why: rules.Show, Cards: rules.Openings(p.unshown, rules.None)}
	}
	return rules.Settle{Settlement: p.settlement()}
}

// deal lists the deal: five cards each, one at a time, from the starter.
func (p *position) deal() []rules.Opening {
	cards := make([]rules.Opening, handSize*p.seats)
	for i := range cards {
		cards[i] = rules.Opening{Slot: p.stock[i], To: (p.starter + i) % p.seats}
	}
	return cards
}

// Shuffled takes the pack for a hand, or the graveyard as the new stock.
func (p *position) Shuffled(stack []rules.Slot) rules.Position {
	next := *p
	next.stock = slices.Clone(stack)
	next.phase = dealing
	if p.phase == renewing {
		next.grave = nil
		next.phase = drawing
	}
	return &next
}

// Opened goes on after the deal, a draw or the showing.
func (p *position) Opened(public rules.Observation) rules.Position {
	next := *p
	switch p.phase {
	case dealing:
		next.hands = make([][]rules.Slot, p.seats)
		for _, o := range p.deal() {
			next.hands[o.To] = append(next.hands[o.To], o.Slot)
		}
		next.stock = p.stock[handSize*p.seats:]
		next.phase = acting
	case drawing:
		next.receive(p.stock[0])
		next.gains = p.gains.With(p.seats, p.turn, "draws", p.stock[0])
		next.stock = p.stock[1:]
		next.pass(nil, public)
	case showing:
		next.settle(public)
	}
	return &next
}

// Status is the public state that all games have.
func (p *position) Status() rules.Status {
	return rules.Status{
		Hand: p.hand, Turn: rules.TurnOf(p), Stock: len(p.stock),
		Hands: rules.CopyHands(p.hands), Scores: slices.Clone(p.scores), Active: rules.AllSeats(p.seats), Winners: p.winners(),
	}
}

func (p *position) winners() []int {
	if !p.finished {
		return nil
	}
	return best(p.scores)
}
