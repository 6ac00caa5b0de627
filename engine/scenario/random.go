package scenario

import (
	"errors"
	"fmt"

	"fives/engine/card"
	"fives/engine/rules"
)

// MaxPlayout bounds the moves of a game among computer players.
const MaxPlayout = 20_000

// A Playout is a random game among computer players.
type Playout struct {
	Scenario *Scenario // replays to the same lines
	Lines    []Line
	Finished bool // false if it was cut short after MaxPlayout moves
}

var players = []string{
	"ana", "ben", "cleo", "dan", "eva", "finn", "gina",
	"hugo", "ida", "jon", "kim", "leo", "mia", "noa",
}

// Random plays a random game. bots[i] plays seat i; if there are fewer bots than
// seats, the last bot plays the other seats. A seed always makes the same game.
func Random(rs *rules.RuleSet, seats int, given map[string]any, seed uint64, bots []rules.Bot) (*Playout, error) {
	o, err := rs.Validate(seats, given)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	if len(bots) == 0 {
		return nil, errors.New("scenario: a random game needs a computer player")
	}
	p := &Playout{Scenario: &Scenario{Rules: rs, Options: o, Players: players[:seats]}}
	s, err := seat(rs, o, seed, fill(bots, seats), p.stack)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	if err := p.play(s); err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	return p, nil
}

func fill(bots []rules.Bot, seats int) []rules.Bot {
	all := make([]rules.Bot, seats)
	for i := range all {
		all[i] = bots[min(i, len(bots)-1)]
	}
	return all
}

func (p *Playout) stack(shuffled []card.Card) {
	p.Scenario.Decks = append(p.Scenario.Decks, shuffled)
}

func (p *Playout) play(s *seated) error {
	t := &stateWriter{game: s.game, names: p.Scenario.Players}
	p.Lines = []Line{{State: t.state()}}
	for step := 1; step <= MaxPlayout && !s.game.Over(); step++ {
		turn, text := s.choose()
		m := Move{Seat: t.names[turn], Text: text}
		line, err := t.play(step, m)
		if err != nil {
			return err
		}
		if !line.OK {
			return fmt.Errorf("the computer player %s plays %q: %s", s.bots[turn].Name, text, line.Error)
		}
		p.Scenario.Moves = append(p.Scenario.Moves, m)
		p.Lines = append(p.Lines, line)
	}
	p.Finished = s.game.Over()
	return nil
}
