package bare_test

import (
	"errors"
	"slices"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// A script is a position with given actions, sensible or not, and a given status.
type script struct {
	rules.Position // methods that the tests do not call
	actions        []rules.Action
	status         rules.Status
	standIns       []standIn // what the stand-in does, the first time and the second
}

type standIn struct {
	move rules.Move
	open []rules.Slot
}

func (s script) Next() rules.Action                             { return s.actions[0] }
func (s script) Shuffled([]rules.Slot) rules.Position           { return s.rest() }
func (s script) Opened(rules.Observation) rules.Position        { return s.rest() }
func (s script) NextHand() rules.Position                       { return s.rest() }
func (s script) Violations(rules.Observation) []rules.Violation { return nil }
func (s script) Status() rules.Status                           { return s.status }

func (s script) Named(text string) ([]card.Card, error) {
	if text == "pass" {
		return nil, nil
	}
	return nil, errors.New("unreadable")
}

func (s script) Play(rules.Move, rules.Observation) (rules.Position, error) { return s.rest(), nil }

// StandIn does the second thing once slot 0 is public.
func (s script) StandIn(_ int, public rules.Observation) (rules.Move, []rules.Slot) {
	do := s.standIns[0]
	if public.Of(0).Known() {
		do = s.standIns[1]
	}
	return do.move, do.open
}

func (s script) rest() rules.Position { s.actions = s.actions[1:]; return s }
func open(to int, slots ...rules.Slot) rules.Open {
	return rules.Open{Why: "test", Cards: openings(to, slots)}
}
func hand(slots ...rules.Slot) rules.Status { return rules.Status{Hands: [][]rules.Slot{slots, nil}} }
func settle(slots ...rules.Slot) rules.Settle {
	return rules.Settle{Settlement: rules.Settlement{Hands: [][]rules.Slot{slots}}}
}

func openings(to int, slots []rules.Slot) []rules.Opening {
	var all []rules.Opening
	for _, x := range slots {
		all = append(all, rules.Opening{Slot: x, To: to})
	}
	return all
}

func play(status rules.Status, actions ...rules.Action) (*bare.Game, error) {
	return run(script{actions: actions, status: status})
}

func run(s script) (*bare.Game, error) {
	rs := &rules.RuleSet{
		MinSeats: 2, MaxSeats: 2,
		Deck:  func(int, rules.Options) card.Deck { return card.Deck{Cards: card.French()} },
		Start: func(int, rules.Options, *rules.Carry) rules.Position { return s },
	}
	return bare.New(rs, 2, nil, bare.Canonical)
}

var turn = rules.Turn{Seat: 0}

func TestSoundScripts(t *testing.T) {
	for name, actions := range map[string][]rules.Action{
		"deal":       {rules.Shuffle{}, open(0, 0, 1), turn},
		"show later": {rules.Shuffle{}, open(0, 0, 1), open(rules.None, 0, 1), turn},
		"reshuffle":  {rules.Shuffle{}, open(0, 0, 1), open(rules.None, 5, 6), rules.Shuffle{Cards: []rules.Slot{6, 5}}, turn},
		"settle":     {rules.Shuffle{}, open(rules.None, 3), settle(3), rules.Shuffle{}, open(0, 0, 1), turn},
	} {
		if _, err := play(hand(0, 1), actions...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBrokenScripts(t *testing.T) {
	held := hand(0, 1)
	for name, c := range map[string]struct {
		status  rules.Status
		actions []rules.Action
	}{
		"opens nothing":            {held, []rules.Action{rules.Shuffle{}, open(0), turn}},
		"opens what is not there":  {held, []rules.Action{rules.Shuffle{}, open(0, 52), turn}},
		"opens to nobody":          {held, []rules.Action{rules.Shuffle{}, open(2, 0), turn}},
		"opens twice":              {held, []rules.Action{rules.Shuffle{}, open(0, 0, 1), open(0, 1), turn}},
		"opens twice at once":      {held, []rules.Action{rules.Shuffle{}, open(0, 0, 1, 0), turn}},
		"opens a public card":      {held, []rules.Action{rules.Shuffle{}, open(rules.None, 0, 1), open(0, 1), turn}},
		"shuffles a hidden card":   {held, []rules.Action{rules.Shuffle{}, open(0, 0, 1), rules.Shuffle{Cards: []rules.Slot{1, 2}}, turn}},
		"shuffles one card":        {held, []rules.Action{rules.Shuffle{}, open(rules.None, 0, 1), rules.Shuffle{Cards: []rules.Slot{1}}, turn}},
		"shuffles a card twice":    {held, []rules.Action{rules.Shuffle{}, open(rules.None, 0, 1), rules.Shuffle{Cards: []rules.Slot{1, 1}}, turn}},
		"opens what was shuffled":  {held, []rules.Action{rules.Shuffle{}, open(rules.None, 2, 3), rules.Shuffle{Cards: []rules.Slot{2, 3}}, open(0, 2), turn}},
		"holds what is not there":  {hand(0, 60), []rules.Action{rules.Shuffle{}, open(0, 0, 1), turn}},
		"holds a card twice":       {hand(0, 0), []rules.Action{rules.Shuffle{}, open(0, 0, 1), turn}},
		"holds an unknown card":    {hand(0, 2), []rules.Action{rules.Shuffle{}, open(0, 0, 1), turn}},
		"holds what was shuffled":  {hand(0, 1), []rules.Action{rules.Shuffle{}, open(rules.None, 0, 1), rules.Shuffle{Cards: []rules.Slot{0, 1}}, turn}},
		"turn of another seat":     {held, []rules.Action{rules.Shuffle{}, open(0, 0, 1), rules.Turn{Seat: 1}}},
		"settles what is not seen": {held, []rules.Action{rules.Shuffle{}, open(0, 0, 1), settle(0)}},
		"over without winners":     {held, []rules.Action{rules.Over{}}},
		"nothing to do":            {held, []rules.Action{nil}},
	} {
		if _, err := play(c.status, c.actions...); !errors.Is(err, bare.ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A rule set that refuses a move without saying that it is illegal is broken.
func TestBrokenRefusal(t *testing.T) {
	g, err := play(hand(0, 1), rules.Shuffle{}, open(0, 0, 1), turn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Play(0, "x", 1, false); !errors.Is(err, bare.ErrBroken) {
		t.Errorf("%v", err)
	}
}

// A stand-in asks for hidden cards of its own hand, once and in their order, and then makes
// a move of its seat that Play accepts.
func TestStandInScripts(t *testing.T) {
	pass := rules.Move{Text: "pass", StandIn: true}
	asks := func(open ...rules.Slot) standIn { return standIn{open: open} }
	moves := func(m rules.Move) standIn { return standIn{move: m} }
	for name, c := range map[string]struct {
		sound  bool
		does   []standIn
		public rules.Slot // a slot that is public before, -1 for none
	}{
		"moves":                    {true, []standIn{moves(pass)}, -1},
		"asks and moves":           {true, []standIn{asks(0, 1), moves(pass)}, -1},
		"asks for one":             {true, []standIn{asks(0), moves(pass)}, -1},
		"asks once more":           {false, []standIn{asks(0), asks(1)}, -1},
		"asks and moves at once":   {false, []standIn{{pass, []rules.Slot{0}}, moves(pass)}, -1},
		"out of order":             {false, []standIn{asks(1, 0), moves(pass)}, -1},
		"one card twice":           {false, []standIn{asks(0, 0), moves(pass)}, -1},
		"a card of the stock":      {false, []standIn{asks(0, 2), moves(pass)}, -1},
		"a public card":            {false, []standIn{moves(pass), asks(0, 1)}, 0},
		"a move that nobody makes": {false, []standIn{moves(rules.Move{})}, -1},
		"a move of a player":       {false, []standIn{moves(rules.Move{Text: "pass"})}, -1},
		"a move of another seat":   {false, []standIn{moves(rules.Move{Seat: 1, Text: "pass", StandIn: true})}, -1},
		"a card that it has not":   {false, []standIn{moves(rules.Move{Text: "pass", Cards: []rules.Slot{0}, StandIn: true})}, -1},
	} {
		actions := []rules.Action{rules.Shuffle{}, open(0, 0, 1)}
		if c.public >= 0 {
			actions = append(actions, open(rules.None, c.public))
		}
		g, err := run(script{actions: append(actions, turn, turn), status: hand(0, 1), standIns: c.does})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		before := g.Public()
		_, _, err = g.StandIn(1)
		if c.sound && err != nil || !c.sound && !errors.Is(err, bare.ErrBroken) {
			t.Errorf("%s: %v", name, err)
		}
		if !c.sound && !slices.Equal(g.Public(), before) {
			t.Errorf("%s: the game has changed", name)
		}
	}
}
