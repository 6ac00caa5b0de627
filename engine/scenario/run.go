package scenario

import (
	"errors"
	"fmt"
	"slices"

	"fives/engine/bare"
	"fives/engine/rules"
)

// A Report is the result of a scenario.
type Report struct {
	Lines    []Line
	Failures []string // expectations that were not met, each with its place
}

// Begin deals the cards from the decks, and plays no moves.
func (s *Scenario) Begin() (*bare.Game, error) {
	g, err := bare.New(s.Rules, len(s.Players), s.Options, s.stacked)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	return g, nil
}

// Run plays the scenario; with legal, each state lists the legal moves. If a deck is
// bad, the error names it, and there is no report.
func (s *Scenario) Run(legal bool) (*Report, error) {
	g, err := s.Begin()
	if err != nil {
		return nil, err
	}
	t := &stateWriter{game: g, names: s.Players, legal: legal}
	r := &Report{Lines: []Line{{State: t.state()}}}
	for i, m := range s.Moves {
		line, err := t.play(i+1, m)
		if err != nil {
			return nil, fmt.Errorf("scenario: moves[%d]: %w", i, err)
		}
		r.Lines = append(r.Lines, line)
		if err := r.check(fmt.Sprintf("moves[%d].expect", i), m.expect); err != nil {
			return nil, err
		}
	}
	return r, r.check("expect", s.expect)
}

// check compares the last line so far with an expectation.
func (r *Report) check(at string, expect object) error {
	if expect == nil {
		return nil
	}
	failures, err := differences(at, expect, r.Lines[len(r.Lines)-1])
	r.Failures = append(r.Failures, failures...)
	return err
}

// play makes one move. An error that is not about the move ends the scenario.
func (t *stateWriter) play(step int, m Move) (Line, error) {
	line := Line{Step: step, Seat: m.Seat, Move: m.Text}
	made, ended, err := t.move(step, m)
	switch {
	case errors.Is(err, rules.ErrIllegal):
		line.Error = err.Error()
	case err != nil:
		return line, err
	default:
		line.OK, line.Move = true, made
	}
	for _, e := range ended {
		line.Faults = append(line.Faults, t.faults(e)...)
		line.Settled = t.settled(e)
	}
	line.State = t.state()
	return line, nil
}

// standIn is the text of a move that is left to the stand-in.
const standIn = "stand-in"

// move makes a move and returns its text: the scenario's, or that of the stand-in's move.
func (t *stateWriter) move(step int, m Move) (made string, ended []bare.Ended, err error) {
	seat := slices.Index(t.names, m.Seat)
	turn := t.game.Position().Status().Turn
	switch {
	case len(rules.Words(m.Text)) == 0:
		return "", nil, rules.Illegal("the move is blank")
	case seat < 0:
		return "", nil, rules.Illegal("there is no seat %q", m.Seat)
	case turn != rules.None && turn != seat:
		return "", nil, rules.Illegal("it is the turn of %s", t.names[turn])
	case m.Text == standIn:
		s, ended, err := t.game.StandIn(step)
		return s.Text, ended, err
	}
	ended, err = t.game.Play(seat, m.Text, step, m.Cheat)
	return m.Text, ended, err
}
