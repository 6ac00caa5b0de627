package fivethreefive

import (
	_ "embed"
	"errors"
	"slices"

	"fives/engine/card"
	"fives/engine/rules"
)

//go:embed RULES.md
var text string

//go:embed HOWTO.md
var guide string

//go:embed lesson.json
var lesson string

//go:embed lasts.txt
var lasts string

// Rules is the game Five Three Five.
var Rules = &rules.RuleSet{
	Name:     "five-three-five",
	Title:    "Five Three Five",
	Summary:  "shed your hand by covering and adding; fewest points win",
	Goal:     "the lowest total wins",
	MinSeats: 2,
	MaxSeats: 6,
	Schema: rules.Schema{
		{Name: "end", Kind: rules.Int, Min: 1, Max: 1000, Default: 20,
			Meaning: "the game ends after the hand in which a total reaches it", Says: "%s points end the game", Main: true},
		{Name: "points", Kind: rules.Ints, Len: len(numbers), Min: 0, Max: 99,
			Default: []int{1, 1, 1, 1, 1, 2, 4, 2, 3, 3, 3, 3, 3},
			Meaning: "points of the numbers 1 2 3 4 5 7 8 9 11 12 13 14 15, not all 0",
			Says:    "the numbers cost %s points"},
		{Name: "big-overwrite", Label: "larger melds cover", Kind: rules.Bool, Default: false,
			Meaning: "a trick of one or two cards may be covered by any larger meld of up to three",
			Says:    "any larger meld of up to three covers a small trick", Not: "small tricks are covered as usual"},
	},
	Limit: "end",
	Quick: 10,
	Duty:  "lead first",
	Brief: map[string]any{"end": 30},
	Notation: []string{
		"lead 3 4 5    begin a trick with one to three cards",
		"over 7 7      cover the trick",
		"add 1 3       add to the trick",
		"pass          stay out until the trick clears",
	},
	Verbs:   map[string]string{"lead": "leads", "over": "covers with", "add": "adds", "pass": "passes"},
	Rules:   text,
	Guide:   guide,
	Lesson:  lesson,
	Lasts:   lasts,
	Inner:   map[string][]string{"trick": {"kind", "cards", "by"}},
	Check:   check,
	Deck:    deck,
	Start:   start,
	Decided: decided,
	Bots:    []rules.Bot{{Name: "easy", Think: easy}, {Name: "good", Think: good}},
	Swift:   rules.Bot{Name: "good", Think: swift},
}

func check(_ int, o rules.Options) error {
	if !slices.ContainsFunc(o.Ints("points"), func(n int) bool { return n > 0 }) {
		return errors.New("option points: at least one number must cost something")
	}
	return nil
}

type phase int

const (
	shuffling phase = iota
	dealing
	playing
	takingUp
	showing
	settled
)

// options are a game's options, resolved.
type options struct {
	end    int
	points []int // by index in numbers
	big    bool
}

// A position is immutable: methods change a copy.
type position struct {
	options options
	seats   int
	number  int // of the hand, from 1
	scores  []int
	leader  int // leads the first trick of the hand

	phase   phase
	hands   [][]rules.Slot // by seat
	packets [][]rules.Slot // by seat, not yet taken up
	turn    int
	trick   meld
	by      int // who played last into the trick
	passed  []int
	cleared meld        // the trick before
	taker   int         // who cleared it
	since   int         // moves since then
	gains   rules.Gains // second packets taken up, until the next move
	// refusals are the passes of the hand; for computer players.
	refusals []refusal

	unshown []rules.Slot     // showing: cards to show
	left    [][]card.Card    // settled: by seat, the cards left
	result  rules.Settlement // settled: without the score sheets
	winners []int
}

// A refusal is a pass, with the trick and the cards that the seat held then.
type refusal struct {
	seat  int
	trick meld
	hand  []rules.Slot
}

func start(seats int, o rules.Options, from *rules.Carry) rules.Position {
	c := rules.Carry{Scores: make([]int, seats)}
	if from != nil {
		c = *from
	}
	opts := options{end: o.Int("end"), points: o.Ints("points"), big: o.Bool("big-overwrite")}
	return begin(opts, seats, c)
}

// decided reports whether a total has reached the end (RULES 19).
func decided(_ int, o rules.Options, c rules.Carry) bool {
	return slices.Max(c.Scores) >= o.Int("end")
}

// begin returns the position before the deal of the hand that follows a carry-over.
func begin(o options, seats int, c rules.Carry) *position {
	return &position{
		options: o,
		seats:   seats,
		number:  c.Hands + 1,
		scores:  slices.Clone(c.Scores),
		leader:  c.Next,
		hands:   make([][]rules.Slot, seats),
		packets: make([][]rules.Slot, seats),
	}
}

func (p *position) Next() rules.Action {
	switch p.phase {
	case shuffling:
		return rules.Shuffle{}
	case dealing:
		return rules.Open{Why: rules.Deal, Cards: p.deal()}
	case playing:
		return rules.Turn{Seat: p.turn}
	case takingUp:
		return rules.Open{Why: rules.TakeUp, Cards: rules.Openings(p.packets[p.by], p.by)}
	case showing:
		return rules.Open{Why: rules.Show, Cards: rules.Openings(p.unshown, rules.None)}
	}
	return rules.Settle{Settlement: p.settlement()}
}

// deal opens the hands to their seats, in the order of dealing.
func (p *position) deal() []rules.Opening {
	var cards []rules.Opening
	for i := range dealt[p.seats] {
		for j := range p.seats {
			seat := (p.leader + j) % p.seats
			cards = append(cards, rules.Opening{Slot: p.hands[seat][i], To: seat})
		}
	}
	return cards
}

// held returns the cards of each seat: the hand, then the second packet.
func (p *position) held() [][]rules.Slot {
	all := make([][]rules.Slot, p.seats)
	for seat := range all {
		all[seat] = slices.Concat(p.hands[seat], p.packets[seat])
	}
	return all
}

func (p *position) Shuffled(stack []rules.Slot) rules.Position {
	q := *p
	size := p.seats * dealt[p.seats]
	q.hands = p.packet(stack[:size])
	if packets(p.seats) == 2 {
		q.packets = p.packet(stack[size : 2*size])
	}
	q.turn, q.phase = p.leader, dealing
	return &q
}

// packet deals cards one at a time, clockwise from the leader.
func (p *position) packet(stack []rules.Slot) [][]rules.Slot {
	hands := make([][]rules.Slot, p.seats)
	for i, x := range stack {
		seat := (p.leader + i) % p.seats
		hands[seat] = append(hands[seat], x)
	}
	return hands
}

func (p *position) Opened(public rules.Observation) rules.Position {
	q := *p
	switch p.phase {
	case dealing:
		q.phase = playing
	case takingUp:
		q.hands, q.packets = slices.Clone(p.hands), slices.Clone(p.packets)
		q.hands[p.by], q.packets[p.by] = p.packets[p.by], nil
		q.phase = playing
		q.gains = p.gains.With(p.seats, p.by, "takes up", p.packets[p.by]...)
	case showing:
		q.settle(public)
	}
	return &q
}

func (p *position) NextHand() rules.Position {
	return begin(p.options, p.seats, p.result.Carry)
}

// Violations is empty: no rule of this game depends on hidden cards.
func (p *position) Violations(rules.Observation) []rules.Violation { return nil }

func (p *position) Status() rules.Status {
	return rules.Status{
		Hand:    p.number,
		Turn:    rules.TurnOf(p),
		Hands:   p.hands,
		Scores:  slices.Clone(p.scores),
		Active:  rules.AllSeats(p.seats),
		Winners: slices.Clone(p.winners),
	}
}

func (p *position) Keys(names []string, s rules.Observation) map[string]any {
	keys := map[string]any{
		"trick":  p.trickKey(names),
		"passed": named(names, p.passed),
		"leader": names[p.leader],
		"aside":  aside(p.seats),
	}
	if packets(p.seats) == 2 {
		cards := map[string][]card.Card{}
		for seat, slots := range p.packets {
			cards[names[seat]] = s.Cards(slots)
		}
		keys["packets"] = cards
	}
	return keys
}

func (p *position) trickKey(names []string) any {
	if !p.trick.exists() {
		return nil
	}
	return map[string]any{"kind": p.trick.kind, "cards": p.trick.cards(), "by": names[p.by]}
}

func named(names []string, seats []int) []string {
	list := make([]string, len(seats))
	for i, seat := range seats {
		list[i] = names[seat]
	}
	return list
}
