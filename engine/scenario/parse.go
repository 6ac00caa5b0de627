package scenario

import (
	"fmt"
	"slices"

	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
)

// Limits of a file, which may be hostile.
const (
	maxBytes = 16 << 20
	maxMoves = 100_000
)

// A Scenario is a valid file. Its decks can be read, but a shuffle may still lack their
// cards, which only playing shows.
type Scenario struct {
	Rules   *rules.RuleSet
	Options rules.Options // all of them
	Players []string
	Decks   [][]card.Card // one list for each shuffle of the game
	Moves   []Move

	expect object // for the last line; nil if there is none
}

// A Move is one move of the file.
type Move struct {
	Seat  string
	Text  string
	Cheat bool

	expect object
}

// Parse reads a scenario file. The error says where it is invalid and why.
func Parse(data []byte) (*Scenario, error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("scenario: the file has more than %d bytes", maxBytes)
	}
	v, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	s, err := readFile(v)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	return s, nil
}

func readFile(v any) (*Scenario, error) {
	top, err := fields("the file", v, "game", "note", "options", "players", "decks", "moves", "expect")
	if err != nil {
		return nil, err
	}
	s := &Scenario{}
	if _, err := optional(top, "note", "", text); err != nil {
		return nil, err
	}
	if s.Players, err = readPlayers(top); err != nil {
		return nil, err
	}
	if err := s.readGame(top); err != nil {
		return nil, err
	}
	if s.Decks, err = optional(top, "decks", nil, readDecks); err != nil {
		return nil, err
	}
	if s.Moves, err = optional(top, "moves", nil, readMoves); err != nil {
		return nil, err
	}
	if s.expect, err = optional(top, "expect", nil, isObject); err != nil {
		return nil, err
	}
	return s, s.checkExpected()
}

func readPlayers(top object) ([]string, error) {
	names, err := required(top, "players", listOf(text))
	for i, name := range names {
		switch {
		case name == "":
			return nil, fmt.Errorf("players[%d]: the name is empty", i)
		case slices.Contains(names[:i], name):
			return nil, fmt.Errorf("players[%d]: the name %q is taken", i, name)
		}
	}
	return names, err
}

func (s *Scenario) readGame(top object) error {
	name, err := required(top, "game", text)
	if err != nil {
		return err
	}
	if s.Rules, err = games.Find(name); err != nil {
		return fmt.Errorf("game: %w", err)
	}
	given, err := optional(top, "options", nil, readOptions)
	if err != nil {
		return err
	}
	s.Options, err = s.Rules.Validate(len(s.Players), given)
	return err
}

func readOptions(at string, v any) (map[string]any, error) {
	o, err := isObject(at, v)
	given := make(map[string]any, len(o))
	for _, m := range o {
		given[m.key] = plain(m.value)
	}
	return given, err
}

func readDecks(at string, v any) ([][]card.Card, error) {
	return listOf(listOf(readCard))(at, v)
}

func readCard(at string, v any) (card.Card, error) {
	word, err := text(at, v)
	if err != nil {
		return card.Card{}, err
	}
	c, err := card.Parse(word)
	if err != nil {
		return c, fmt.Errorf("%s: %w", at, err)
	}
	return c, nil
}

func readMoves(at string, v any) ([]Move, error) {
	moves, err := listOf(readMove)(at, v)
	if len(moves) > maxMoves {
		return nil, fmt.Errorf("%s: there are more than %d", at, maxMoves)
	}
	return moves, err
}

func readMove(at string, v any) (Move, error) {
	o, err := fields(at, v, "seat", "move", "cheat", "expect")
	if err != nil {
		return Move{}, err
	}
	var m Move
	if m.Seat, err = required(o, "seat", text); err != nil {
		return m, within(at, err)
	}
	if m.Text, err = required(o, "move", text); err != nil {
		return m, within(at, err)
	}
	if m.Cheat, err = optional(o, "cheat", false, boolean); err != nil {
		return m, within(at, err)
	}
	m.expect, err = optional(o, "expect", nil, isObject)
	return m, within(at, err)
}

// Expects reports whether the file expects anything at all.
func (s *Scenario) Expects() bool {
	return s.expect != nil || slices.ContainsFunc(s.Moves, func(m Move) bool { return m.expect != nil })
}
