package allfives

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

//go:embed lasts.txt
var lasts string

// Rules is the rule set.
var Rules = &rules.RuleSet{
	Name:     "all-fives",
	Title:    "All Fives",
	Summary:  "tricks in which only the scoring trumps count, above all the ten and the five; 61 points win",
	Goal:     "the first to reach the target wins",
	HighWins: true,
	MinSeats: 2,
	MaxSeats: 3,
	Schema: rules.Schema{
		{Name: "target", Kind: rules.Int, Min: 1, Max: 1000, Default: 61, Meaning: "winning score", Says: "%s points win", Main: true},
		{Name: "void-must-trump", Kind: rules.Bool, Default: true, Meaning: "a seat that cannot follow suit must play a winning trump if it has one",
			Says: "who cannot follow suit must trump", Not: "who cannot follow suit need not trump"},
	},
	OwnDraw: true,
	Brief:   map[string]any{"target": 15},
	Notation: []string{
		"stand      eldest accepts the suit of the card turned up as trumps",
		"beg        eldest asks for another suit",
		"take-one   the dealer refuses, and gives eldest a point for it",
		"run        the dealer deals three more cards each and turns up another suit",
		"play CARD  play a card to the trick",
	},
	Verbs:  map[string]string{"stand": "stands", "beg": "begs", "take-one": "gives a point", "run": "runs the cards", "play": "plays"},
	Limit:  "target",
	Quick:  15,
	Rules:  page,
	Guide:  guide,
	Lesson: lesson,
	Lasts:  lasts,
	Inner:  map[string][]string{"trick": {"seat", "card"}, "cut": {"seat", "card"}},
	Deck: func(int, rules.Options) card.Deck {
		return card.Deck{Name: "french", Cards: card.French()}
	},
	Start:   start,
	Decided: decided,
	Bots:    []rules.Bot{{Name: "easy", Think: easy}, {Name: "good", Think: good}},
	Swift:   rules.Bot{Name: "good", Think: swift},
}

type phase int

const (
	mixing    phase = iota // the pack, for the cut
	cutting                // the cutters turn up a card each
	shuffling              // the pack, for a deal
	dealing
	turning   // the first upcard is due
	begging   // eldest is to stand or beg
	answering // the dealer is to take one or run
	running   // three more cards each are due
	renewing  // the upcard of a run is due
	playing
	showing   // the game has ended in the middle of a hand
	finishing // settled
)

// A position is never changed once it has been handed out; a slice that changes
// is replaced.
type position struct {
	seats  int
	target int
	strict bool // option void-must-trump

	phase   phase
	cut     [][]play // rounds, kept for the whole game
	cutters []int    // seats that cut next
	hand    int      // number of the running hand
	dealer  int      // None before the cut is decided
	turn    int
	stock   []rules.Slot
	hands   [][]rules.Slot
	upcard  rules.Slot   // -1: none yet
	aside   []rules.Slot // upcards turned down
	offered card.Suit    // of the first upcard
	trump   card.Suit    // Plain until it is settled
	trick   []play
	last    []play      // the trick before, until the next lead
	tricks  []int       // won in this hand, by seat
	spent   []card.Card // cards of the tricks won in this hand
	claims  []claim
	blind   bool           // eldest's stand-in has said stand; for computer players
	bids    []bid          // of the offered suit; for computer players
	unshown []rules.Slot   // cards to show at the end
	items   [][]rules.Item // score sheets of the hand so far
	scores  []int
	winner  int // None while the game runs
}

// A bid says whether a seat likes the offered suit, with the cards that it held. A stand-in's is none.
type bid struct {
	seat  int
	likes bool
	hand  []rules.Slot
}

const noCard rules.Slot = -1

func start(seats int, o rules.Options, from *rules.Carry) rules.Position {
	p := &position{seats: seats, target: o.Int("target"), strict: o.Bool("void-must-trump")}
	if from != nil {
		p.scores = slices.Clone(from.Scores)
		return p.begin(from.Hands+1, from.Next)
	}
	p.scores = make([]int, seats)
	p = p.begin(1, rules.None)
	p.phase = mixing
	p.cutters = rules.AllSeats(p.seats)
	return p
}

// decided reports whether a total has reached the target.
func decided(_ int, o rules.Options, c rules.Carry) bool {
	return slices.Max(c.Scores) >= o.Int("target")
}

// begin returns the position before the shuffle of a hand.
func (p *position) begin(hand, dealer int) *position {
	return &position{
		seats: p.seats, target: p.target, strict: p.strict, cut: p.cut, scores: p.scores,
		phase: shuffling, hand: hand, dealer: dealer, turn: rules.None, winner: rules.None,
		hands: make([][]rules.Slot, p.seats), upcard: noCard,
		tricks: make([]int, p.seats), items: make([][]rules.Item, p.seats),
	}
}

// NextHand begins the next hand; the deal has passed clockwise.
func (p *position) NextHand() rules.Position { return p.begin(p.hand+1, p.following(p.dealer)) }

func (p *position) following(seat int) int { return (seat + 1) % p.seats }

// eldest returns the seat to the dealer's left.
func (p *position) eldest() int { return p.following(p.dealer) }

// Next says what is due.
func (p *position) Next() rules.Action {
	switch p.phase {
	case mixing, shuffling:
		return rules.Shuffle{}
	case cutting:
		return rules.Open{Why: rules.TurnUp, Cards: rules.Openings(p.stock[:len(p.cutters)], rules.None)}
	case dealing:
		return rules.Open{Why: rules.Deal, Cards: p.packets(2)}
	case running:
		return rules.Open{Why: rules.Deal, Cards: p.packets(1)}
	case turning, renewing:
		return rules.Open{Why: rules.TurnUp, Cards: rules.Openings(p.stock[:1], rules.None)}
	case begging, answering, playing:
		return rules.Turn{Seat: p.turn}
	case showing:
		return rules.Open{Why: rules.Show, Cards: rules.Openings(p.unshown, rules.None)}
	}
	return rules.Settle{Settlement: p.settlement()}
}

// Shuffled takes the pack for the cut or for a deal.
func (p *position) Shuffled(stack []rules.Slot) rules.Position {
	next := *p
	next.stock = slices.Clone(stack)
	next.phase = dealing
	if p.phase == mixing {
		next.phase = cutting
	}
	return &next
}

// Opened goes on after cards were cut, dealt, turned up or shown.
func (p *position) Opened(public rules.Observation) rules.Position {
	next := *p
	switch p.phase {
	case cutting:
		next.decideCut(public)
	case dealing:
		next.receive(p.packets(2))
		next.phase = turning
	case running:
		next.receive(p.packets(1))
		next.phase = renewing
	case turning:
		next.offer(public)
	case renewing:
		next.settleTrump(public)
	case showing:
		next.finish(public)
	}
	return &next
}

// Status is the public state that all games have.
func (p *position) Status() rules.Status {
	st := rules.Status{
		Hand: p.hand, Turn: rules.TurnOf(p), Stock: len(p.stock),
		Hands: rules.CopyHands(p.hands), Scores: slices.Clone(p.scores), Active: rules.AllSeats(p.seats),
	}
	if p.phase == finishing && p.winner != rules.None {
		st.Winners = []int{p.winner}
	}
	return st
}

// waits reports whether a seat is to move.
func (p *position) waits() bool {
	return p.phase == begging || p.phase == answering || p.phase == playing
}

func (p *position) settlement() rules.Settlement {
	return rules.Settlement{
		Hand: p.hand, Hands: rules.CopyHands(p.hands),
		Items: slices.Clone(p.items), Ending: p.ending(), Marks: marks(p.trump), Scores: slices.Clone(p.scores),
		Carry: rules.Carry{Hands: p.hand, Scores: slices.Clone(p.scores), Next: p.following(p.dealer)},
	}
}
