// Command rival answers what the computer players of this revision would do, for make strength,
// in which they play against those of another revision. It is built in the tree of each. It
// reads lines and answers them until there are no more:
//
//	begin SETUP    a new game, as JSON; answered with a blank line
//	ask LEVEL      what that computer player does, for the seat whose turn it is
//	play MOVE      not answered
//
// The shuffles follow from the seed as in [bare.Random], so two programs that play the same
// game with the same moves have the same cards.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/rules"
)

func main() {
	if err := answer(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "rival:", err)
		os.Exit(1)
	}
}

// A setup is everything that determines a game.
type setup struct {
	Game    string
	Seats   int
	Options map[string]any
	Seed    uint64
}

// A table is the running game.
type table struct {
	rs      *rules.RuleSet
	game    *bare.Game
	choices []*rand.Rand // by seat
	moves   int
}

func answer(r io.Reader, w io.Writer) error {
	var t table
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		verb, rest, _ := strings.Cut(lines.Text(), " ")
		reply, err := t.do(verb, rest)
		if err == nil && verb != "play" {
			_, err = fmt.Fprintln(w, reply)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
	}
	return lines.Err()
}

func (t *table) do(verb, rest string) (reply string, err error) {
	switch {
	case verb == "begin":
		return "", t.begin(rest)
	case t.game == nil:
		return "", errors.New("there is no game")
	case verb == "ask":
		return t.ask(rest)
	case verb == "play":
		t.moves++
		_, err := t.game.Play(t.game.Position().Status().Turn, rest, t.moves, false)
		return "", err
	}
	return "", errors.New("no such request")
}

func (t *table) begin(text string) error {
	var s setup
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return err
	}
	rs, err := games.Find(s.Game)
	if err != nil {
		return err
	}
	*t = table{rs: rs}
	for i := range s.Seats {
		t.choices = append(t.choices, rand.New(rand.NewPCG(^s.Seed, uint64(i))))
	}
	options, err := rs.Validate(s.Seats, s.Options) // the form that older revisions take
	if err != nil {
		return err
	}
	t.game, err = bare.New(rs, s.Seats, options, bare.Random(s.Seed))
	return err
}

func (t *table) ask(level string) (string, error) {
	bot, err := t.rs.Bot(level)
	if err != nil {
		return "", err
	}
	pos := t.game.Position()
	seat := pos.Status().Turn
	return bot.Move(pos, seat, t.game.Observation(seat), t.choices[seat]), nil
}
