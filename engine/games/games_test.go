package games_test

import (
	"errors"
	"flag"
	"strings"
	"testing"
	"time"

	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/gametest"
	"fives/engine/rules"
)

// Which number of seats has its turn follows from the clock, so that over many runs all have
// it. Where something fails, it is said.
var seatsTurn = flag.Int("turn", int(time.Now().Unix()), "which number of seats has its turn in TestSuite; -1 for all")

// The folder of a game has its name, without the hyphens.
func TestSuite(t *testing.T) {
	t.Logf("-turn=%d", *seatsTurn)
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			gametest.Run(t, rs, strings.ReplaceAll(rs.Name, "-", ""), *seatsTurn)
		})
	}
}

// Advice that is not a rule is in the guide.
func TestGuides(t *testing.T) {
	for game, helps := range map[string][]string{
		"five": {
			"court cards go first", "pairs with one of yours", "low cards can wait", "next player's to take", "costs 10",
			"Count cards", "fewer than everybody else", "in the first turns", "With jokers",
		},
		"furious-five": {"**Table drop:**", "**Graveyard:**", "**Call:**", "A whole turn"},
		"five-crowns":  {"1. The discard is never optional", "2. You need not go out", "3. Only your own melds"},
	} {
		rs, err := games.Find(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, help := range helps {
			if !strings.Contains(rs.Guide, help) {
				t.Errorf("%s: HOWTO.md does not say %q", game, help)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for _, rs := range games.All() {
		if found, err := games.Find(rs.Name); err != nil || found != rs {
			t.Errorf("%s is not found under its name: %v", rs.Name, err)
		}
	}
	if _, err := games.Find("six"); err == nil {
		t.Error("a game is found that is not there")
	}
}

func BenchmarkEasy(b *testing.B) {
	for _, rs := range games.All() {
		b.Run(rs.Name, func(b *testing.B) { gametest.Bench(b, rs) })
	}
}

// Any text, at any time, is a legal move or refused with rules.ErrIllegal; nothing
// panics.
func FuzzMoves(f *testing.F) {
	for _, text := range []string{
		"", "end", "drop 7h 7s draw", "drop 5h 5d / 7c 8c 9d take 9c", "call", "stand", "beg", "run", "take-one",
		"play 10h", "lead 3 4 5", "over 7 7", "add 1 3", "pass", "draw", "take", "discard 5s",
		"out 3s 4s 5s / Kt Kt Jk discard 5h", "lay 3s 4s 5s discard 9c", "place 7 discard 5h", "out discard 5h", "place -1 discard Jk",
	} {
		f.Add(text, uint8(0))
		f.Add(text, uint8(9))
	}
	f.Fuzz(func(t *testing.T, text string, after uint8) {
		for _, rs := range games.All() {
			g := reached(t, rs, int(after)%40)
			pos := g.Position()
			seat := max(pos.Status().Turn, 0)
			if _, err := g.Play(seat, text, 100, true); err != nil && !errors.Is(err, rules.ErrIllegal) {
				t.Errorf("%s: %q: %v", rs.Name, text, err)
			}
			if _, err := rules.Expand(pos, seat, text, g.Observation(seat)); err != nil && !errors.Is(err, rules.ErrIllegal) {
				t.Errorf("%s: %q written out: %v", rs.Name, text, err)
			}
		}
	})
}

// reached returns a game after some legal moves.
func reached(t *testing.T, rs *rules.RuleSet, moves int) *bare.Game {
	t.Helper()
	g, err := bare.New(rs, rs.MinSeats, nil, bare.Random(4))
	if err != nil {
		t.Fatal(err)
	}
	for at := 1; at <= moves && !g.Over(); at++ {
		seat := g.Position().Status().Turn
		legal := g.Position().Moves(seat, g.Observation(seat))
		if _, err := g.Play(seat, legal[at%len(legal)], at, false); err != nil {
			t.Fatal(err)
		}
	}
	return g
}
