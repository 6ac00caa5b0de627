package fivethreefive

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// No reason is said where it does not hold, of good's moves and of any others: each is held
// against what the move does, and against every meld that there is.
func TestReasons(t *testing.T) {
	t.Run("good", func(t *testing.T) { checkReasons(t, 12, good) })
	t.Run("any", func(t *testing.T) {
		checkReasons(t, 60, func(p rules.Position, seat int, own rules.Observation, r *rand.Rand) rules.Choice {
			moves := p.Moves(seat, own)
			move := moves[r.IntN(len(moves))]
			return rules.Choice{Move: move, Why: rules.ReasonOf(p, seat, own, move)}
		})
	})
}

func checkReasons(t *testing.T, games int, choose func(rules.Position, int, rules.Observation, *rand.Rand) rules.Choice) {
	said, positions := map[string]int{}, 0
	for seed := range uint64(games) {
		seats := 2 + int(seed%5)
		g, err := bare.New(Rules, seats, map[string]any{"big-overwrite": seed%4 == 3}, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 43))
		for at := 0; !g.Over() && at < 60; at++ {
			p := g.Position().(*position)
			seat := p.turn
			own := g.Observation(seat)
			c := choose(p, seat, own, r)
			positions++
			ended, err := g.Play(seat, c.Move, at, false)
			if err != nil {
				t.Fatal(err)
			}
			next := g.Position().(*position)
			hasEight := slices.Contains(own.Cards(p.hands[seat]), card.Card{Rank: eight})
			for text, holds := range map[string]bool{
				"can only pass":                  len(p.Moves(seat, own)) == 1,
				"keeps the 8":                    hasEight && c.Move == pass,
				"keeps all":                      !hasEight && c.Move == pass,
				"which ends the hand":            len(ended) > 0,
				"clears the trick":               len(ended) == 0 && !next.trick.exists(),
				"and the 8 clears":               strings.Contains(c.Move, "8") && !strings.HasPrefix(c.Move, lead),
				"nobody can cover so many":       overwrites(next, p.options.big, func(meld) bool { return true }) == 0,
				"no run is lower":                overwrites(next, p.options.big, func(meld) bool { return true }) == 0,
				"only a lower run covers it":     overwrites(next, p.options.big, func(m meld) bool { return m.kind != run || m.low() >= next.trick.low() }) == 0,
				"only a higher single covers it": overwrites(next, p.options.big, func(m meld) bool { return m.kind != single || m.low() <= next.trick.low() }) == 0,
				"only a higher set covers it":    overwrites(next, p.options.big, func(m meld) bool { return m.kind != set || m.low() <= next.trick.low() }) == 0,
				"is higher":                      overwrites(next, p.options.big, func(meld) bool { return true }) == 0,
			} {
				if strings.Contains(c.Why, text) {
					said[text]++
					if !holds {
						t.Errorf("seed %d: %s: %q does not hold", seed, c.Move, c.Why)
					}
				}
			}
			if c.Why == "" || strings.Contains(c.Why, "imagines") {
				t.Errorf("%s: %q", c.Move, c.Why)
			}
		}
	}
	t.Logf("%d positions: %v", positions, said)
	if len(said) < 9 {
		t.Errorf("only %d kinds of reasons are said", len(said))
	}
}

// overwrites counts the melds of a move that may overwrite the trick and are of a kind.
func overwrites(p *position, big bool, is func(meld) bool) int {
	n := 0
	if !p.trick.exists() {
		return 0
	}
	for _, r := range numbers {
		for size := 1; size <= longest; size++ {
			for _, step := range []card.Rank{0, 1} {
				var ranks []card.Rank
				for i := range size {
					ranks = append(ranks, r+card.Rank(i)*step)
				}
				valid := !slices.ContainsFunc(ranks, func(r card.Rank) bool { return !slices.Contains(numbers, r) })
				if m, ok := meldOf(ranks); ok && valid && m.beats(p.trick, big) && is(m) {
					n++
				}
			}
		}
	}
	return n
}

// TestLessonCovers: what the first step of the lesson says of 1 2 holds for each run of two, and 1 2
// covers no other 1 2.
func TestLessonCovers(t *testing.T) {
	if !strings.Contains(string(lesson), "with 1 2 you can cover every higher run of two") {
		t.Error("the lesson does not say what 1 2 covers")
	}
	lowest, _ := meldOf([]card.Rank{1, 2})
	for _, n := range numbers {
		if m, ok := meldOf([]card.Rank{n, n + 1}); ok && slices.Contains(numbers, n+1) && lowest.beats(m, false) != (n > 1) {
			t.Errorf("1 2 and %d %d", n, n+1)
		}
	}
}
