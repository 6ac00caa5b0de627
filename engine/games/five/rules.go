package five

import (
	_ "embed"
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

// Names of the options.
const (
	limit  = "limit"
	jokers = "jokers"
	lapCap = "lap-cap"
)

const (
	dealt   = 5  // cards to each seat
	penalty = 50 // for an end that is wrong
	dearest = 10 // points of the dearest card
)

// Rules is the game.
var Rules = &rules.RuleSet{
	Name:     "five",
	Title:    "Five",
	Summary:  "drop cards of a rank, end the hand with the lowest total, stay below the limit",
	Goal:     "the last one below the limit wins",
	MinSeats: 2,
	MaxSeats: 6,
	Schema: rules.Schema{
		{Name: limit, Kind: rules.Int, Min: 1, Max: 10000, Default: 200, Meaning: "a seat whose total reaches it is out", Says: "out at %s points", Main: true},
		{Name: jokers, Kind: rules.Int, Min: 0, Max: 2, Default: 0, Meaning: "jokers added to the pack", Says: "jokers added: %s"},
		{Name: lapCap, Label: "turns until void", Kind: rules.Int, Min: 1, Max: 1000, Default: 100, Meaning: "turns of every seat after which a hand that nobody ends is void", Says: "a hand is void after %s turns each"},
	},
	Limit: limit,
	Quick: 60,
	Duty:  "start the first hand",
	Brief: map[string]any{limit: 40},
	Notation: []string{
		"drop 7h 7s draw: drop cards of one rank, draw from the stock",
		"drop 7h 7s take: drop cards of one rank, take the top card of the discard pile",
		"end: end the hand",
	},
	Verbs:   map[string]string{"drop": "drops", "draw": "draws", "take": "takes the top card", "end": "ends the hand"},
	Rules:   page,
	Guide:   guide,
	Lesson:  lesson,
	Lasts:   lasts,
	Deck:    deck,
	Start:   start,
	Decided: decided,
	Bots:    []rules.Bot{{Name: "easy", Think: easy}, {Name: "good", Think: good}},
}

func deck(_ int, o rules.Options) card.Deck {
	n := o.Int(jokers)
	return card.Deck{
		Name:  fmt.Sprintf("five-%d", n),
		Cards: append(card.French(), card.Jokers(n)...),
	}
}

type phase uint8

const (
	shuffling phase = iota // the whole deck
	dealing                // five cards to each seat
	turningUp              // the first card of the pile
	playing                // a seat's turn
	drawing                // the card drawn from the stock
	renewing               // the pile becomes the stock
	showing                // the hands at the end
	settled                // the hand is counted
	over                   // continued with fewer than two seats in the game
)

type position struct {
	options rules.Options
	phase   phase

	hand    int   // number of the hand
	scores  []int // totals by seat
	active  []int // seats in the game, ascending
	starter int
	turn    int // seat to act, or that has just acted
	turns   int // turns begun in this hand
	ender   int // seat that ended the hand, or rules.None

	hands [][]rules.Slot // by seat, in the order received
	stock []rules.Slot   // top first
	pile  []rules.Slot   // bottom first
	gains rules.Gains    // what the seats gained last; no rule depends on it
	most  [][]int        // by seat, the most points that each card of the hand is assumed to have; for computer players
	idle  int            // turns in a row without a draw; for computer players

	hidden     []rules.Slot     // showing: cards held that are not public
	settlement rules.Settlement // settled
	winners    []int            // nil while the game goes on
}

func start(seats int, o rules.Options, from *rules.Carry) rules.Position {
	if from == nil {
		from = &rules.Carry{Scores: make([]int, seats)}
	}
	p := &position{
		options: o,
		hand:    from.Hands,
		scores:  slices.Clone(from.Scores),
		starter: from.Next,
		hands:   make([][]rules.Slot, seats),
		ender:   rules.None,
	}
	p.active = below(p.scores, p.options)
	if len(p.active) < 2 {
		p.phase, p.winners = over, p.active
		return p
	}
	if !slices.Contains(p.active, p.starter) {
		p.starter = p.after(p.starter)
	}
	return p.begin(p.starter)
}

// decided reports whether fewer than two seats are below the limit (RULES 12).
func decided(_ int, o rules.Options, c rules.Carry) bool {
	return len(below(c.Scores, o)) < 2
}

// begin returns the position at the start of a hand (RULES 2).
func (p *position) begin(starter int) *position {
	return &position{
		options: p.options,
		phase:   shuffling,
		hand:    p.hand + 1,
		scores:  p.scores,
		active:  p.active,
		starter: starter,
		turn:    starter,
		ender:   rules.None,
		hands:   make([][]rules.Slot, len(p.hands)),
		most:    make([][]int, len(p.hands)),
	}
}

// Next is the action of this phase.
func (p *position) Next() rules.Action {
	switch p.phase {
	case shuffling:
		return rules.Shuffle{}
	case dealing:
		return rules.Open{Why: rules.Deal, Cards: p.deal()}
	case turningUp:
		return rules.Open{Why: rules.TurnUp, Cards: []rules.Opening{{Slot: p.pile[0], To: rules.None}}}
	case drawing:
		return rules.Open{Why: rules.Draw, Cards: []rules.Opening{{Slot: p.lastGained(), To: p.turn}}}
	case renewing:
		return rules.Shuffle{Cards: slices.Clone(p.pile[:len(p.pile)-1])}
	case playing:
		return rules.Turn{Seat: p.turn}
	case showing:
		return rules.Open{Why: rules.Show, Cards: rules.Openings(p.hidden, rules.None)}
	case settled:
		return rules.Settle{Settlement: p.settlement}
	}
	return rules.Over{}
}

// deal opens the hands in the order of the deal: a card to each seat, then the
// next to each.
func (p *position) deal() []rules.Opening {
	var cards []rules.Opening
	for i := range dealt {
		for _, seat := range p.order() {
			cards = append(cards, rules.Opening{Slot: p.hands[seat][i], To: seat})
		}
	}
	return cards
}

func (p *position) lastGained() rules.Slot {
	hand := p.hands[p.turn]
	return hand[len(hand)-1]
}

// Shuffled takes the pack at the start of the hand (RULES 3), and later the stock that was
// made from the pile (RULES 8).
func (p *position) Shuffled(stack []rules.Slot) rules.Position {
	next := *p
	if p.phase == renewing {
		next.pile = p.pile[len(p.pile)-1:]
		next.stock = stack
		next.pass()
		return &next
	}
	next.hands, next.most = make([][]rules.Slot, len(p.hands)), make([][]int, len(p.hands))
	for range dealt {
		for _, seat := range p.order() {
			next.hands[seat] = append(next.hands[seat], stack[0])
			next.most[seat] = append(next.most[seat], dearest)
			stack = stack[1:]
		}
	}
	next.pile, next.stock = stack[:1], stack[1:]
	next.phase = dealing
	return &next
}

// Opened goes on after the deal, the first card of the pile, a draw or the showing.
func (p *position) Opened(public rules.Observation) rules.Position {
	next := *p
	switch p.phase {
	case dealing:
		next.phase = turningUp
	case turningUp:
		next.phase = playing
		next.turns = 1
	case drawing:
		next.endTurn(public)
	case showing:
		next.settle(public)
	}
	return &next
}

// endTurn ends the turn once the seat has its card.
func (p *position) endTurn(public rules.Observation) {
	switch {
	case p.turns == p.options.Int(lapCap)*len(p.active): // RULES 13
		p.show(public)
	case len(p.stock) == 0:
		p.phase = renewing
	default:
		p.pass()
	}
}

func (p *position) pass() {
	p.phase = playing
	p.turn = p.after(p.turn)
	p.turns++
}

// show opens the hidden cards of the hands, or settles if there are none.
func (p *position) show(public rules.Observation) {
	p.hidden = public.Hidden(slices.Concat(p.hands...))
	p.phase = showing
	if len(p.hidden) == 0 {
		p.settle(public)
	}
}

// after returns the next seat clockwise that is in the game.
func (p *position) after(seat int) int {
	for _, s := range p.active {
		if s > seat {
			return s
		}
	}
	return p.active[0]
}

// order lists the seats in the game, clockwise from the starter.
func (p *position) order() []int {
	i := slices.Index(p.active, p.starter)
	return slices.Concat(p.active[i:], p.active[:i])
}

// Status returns the state that all games have.
func (p *position) Status() rules.Status {
	return rules.Status{
		Hand:    p.hand,
		Turn:    rules.TurnOf(p),
		Hands:   p.hands,
		Stock:   len(p.stock),
		Scores:  p.scores,
		Active:  p.active,
		Winners: p.winners,
	}
}
