package lesson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"fives/engine/bare"
	"fives/engine/rules"
	"fives/engine/scenario"
)

// A Lesson is a guided first hand. Use [Of].
type Lesson struct {
	Rules    *rules.RuleSet
	About    string
	Promises []string // the situations that come up
	Steps    []Step
	Closing  string

	Learner int      // seat
	Players []string // names by seat
	Options map[string]any
	// Others plays for the other seats from the learner's free choice on.
	Others rules.Bot

	// Scenario has the cards, and the moves up to the learner's free choice; nil for a hand that
	// is played again, which has Past.
	Scenario *scenario.Scenario
	Past     *Past
	explain  meanings
	begin    func() (*bare.Game, error)
}

// A Step is one move of a lesson.
type Step struct {
	Seat  int
	Move  string // "" where the choice is free
	Say   string // with Why at its end
	Why   string // the reason for a move that the strongest computer player would not make, "" if it would
	Shows string // the promise that it keeps

	explain meanings
	expects bool
}

// Free reports whether any move is accepted from this step on.
func (s Step) Free() bool { return s.Move == "" }

// Explains lists the patterns of the step's own explanations.
func (s Step) Explains() []string { return slices.Sorted(maps.Keys(s.explain)) }

// Expects reports whether the step has an expectation.
func (s Step) Expects() bool { return s.expects }

// A page is lesson.json.
type page struct {
	About    string          `json:"about"`
	Players  []string        `json:"players"`
	Options  json.RawMessage `json:"options"`
	Decks    json.RawMessage `json:"decks"`
	Promises []string        `json:"promises"`
	Explain  meanings        `json:"explain"`
	Steps    []line          `json:"steps"`
	Closing  string          `json:"closing"`
}

type line struct {
	Seat    string          `json:"seat"`
	Move    string          `json:"move"`
	Say     string          `json:"say"`
	Why     string          `json:"why"`
	Shows   string          `json:"shows"`
	Explain meanings        `json:"explain"`
	Expect  json.RawMessage `json:"expect"`
}

// Of reads the lesson of a game.
func Of(rs *rules.RuleSet) (*Lesson, error) {
	l, err := read(rs, []byte(rs.Lesson))
	if err != nil {
		return nil, fmt.Errorf("lesson: %s: %w", rs.Name, err)
	}
	return l, nil
}

func read(rs *rules.RuleSet, data []byte) (*Lesson, error) {
	var p page
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is something behind the lesson")
	}
	l := &Lesson{Rules: rs, About: p.About, Promises: p.Promises, Closing: p.Closing, Others: rs.Bots[0], explain: p.Explain}
	for i, s := range p.Steps {
		seat := slices.Index(p.Players, s.Seat)
		switch {
		case seat < 0:
			return nil, fmt.Errorf("steps[%d]: there is no seat %q", i, s.Seat)
		case s.Move == "" && (seat != l.Learner || i < len(p.Steps)-1):
			return nil, fmt.Errorf("steps[%d]: only the learner's last choice is free", i)
		case s.Move == "" && (s.Shows != "" || s.Expect != nil):
			return nil, fmt.Errorf("steps[%d]: of a free choice nothing is known", i)
		case s.Why != "" && (s.Move == "" || seat != l.Learner):
			return nil, fmt.Errorf("steps[%d]: only a move that is taught has a why", i)
		}
		say := strings.TrimSpace(s.Say + " " + s.Why)
		l.Steps = append(l.Steps, Step{Seat: seat, Move: s.Move, Say: say, Why: s.Why, Shows: s.Shows, explain: s.Explain, expects: s.Expect != nil})
	}
	var err error
	if l.Scenario, err = p.scenario(rs.Name); err != nil {
		return nil, err
	}
	l.Players, l.Options, l.begin = l.Scenario.Players, l.Scenario.Options, l.Scenario.Begin
	return l, nil
}

// scenario returns the lesson without its texts.
func (p page) scenario(game string) (*scenario.Scenario, error) {
	type move struct {
		Seat   string          `json:"seat"`
		Move   string          `json:"move"`
		Expect json.RawMessage `json:"expect,omitempty"`
	}
	moves := []move{}
	for _, s := range p.Steps {
		if s.Move != "" {
			moves = append(moves, move{s.Seat, s.Move, s.Expect})
		}
	}
	file := map[string]any{"game": game, "players": p.Players, "moves": moves}
	for key, v := range map[string]json.RawMessage{"options": p.Options, "decks": p.Decks} {
		if v != nil {
			file[key] = v
		}
	}
	text, err := json.Marshal(file)
	if err != nil {
		return nil, err
	}
	return scenario.Parse(text)
}

// A Past is how the turn was played at which a lesson begins.
type Past struct {
	Hand   int    // its number
	Turn   int    // of the hand, from 1
	Move   string // the seat's
	Points int    // that the hand brought it
}

// From returns a lesson that begins at a turn of the learner in a hand that was played, and in
// which every choice is free. It has no texts; l says who plays, and has the past.
func From(l Lesson, game *bare.Game) *Lesson {
	l.Steps = []Step{{Seat: l.Learner}}
	l.begin = func() (*bare.Game, error) { return game.Fork(), nil }
	return &l
}
