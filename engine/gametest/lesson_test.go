package gametest

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/games/five"
	"fives/engine/rules"
)

// taughtBy is Five with a lesson of these steps and a computer player that always ends
// the hand.
func taughtBy(steps string) *rules.RuleSet {
	rs := *five.Rules
	rs.Bots = []rules.Bot{{Name: "hasty", Think: func(rules.Position, int, rules.Observation, *rand.Rand) rules.Choice {
		return rules.Choice{Move: "end"}
	}}}
	rs.Lesson = `{"about": "A hand.", "players": ["ana", "ben"], "decks": [["7h", "Qc", "7s", "10d", "Kd", "4s", "9c", "4h", "2d", "6c", "3c", "9s"]],
		"steps": [` + steps + `], "closing": "That was all."}`
	return &rs
}

// A step has a "why" if, and only if, the strongest computer player disagrees with it.
func TestDisagreements(t *testing.T) {
	for steps, want := range map[string]string{
		`{"seat": "ana", "move": "end", "say": "End."}`:                                                               "",
		`{"seat": "ana", "move": "end", "say": "End.", "why": "He would play on."}`:                                   "makes itself",
		`{"seat": "ana", "move": "drop 7h 7s draw", "say": "Play."}`:                                                  "without saying why: hasty makes it 0 times of 20",
		`{"seat": "ana", "move": "drop 7h 7s draw", "say": "Play.", "why": "He would end."}`:                          "",
		`{"seat": "ana", "move": "drop 7h 7s draw", "why": "He would end."}, {"seat": "ben", "move": "drop Qc draw"}`: "",
	} {
		if got := strings.Join(disagreements(opened(t, taughtBy(steps))), "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", steps, got)
		}
	}
}

// Numbers in digits are compared with the game at that step; those of cards and rules
// do not count.
func TestUnproved(t *testing.T) {
	sum := func(m LessonStep) []any {
		total := 0
		for _, c := range m.Hand(0) {
			total += min(int(c.Rank), 10)
		}
		return []any{total}
	}
	for say, want := range map[string]string{
		"2♦ 7♥ 7♠ 9♣ K♦ are 35 points (rule 1).": "",
		"10♦ and 3c lie there, 35.":              "",
		"36 points.":                             "has the numbers [36], and the game [35]",
		"35 points, and 50 if you are wrong.":    "has the numbers [35 50]",
		"Some points.":                           "has the numbers []",
	} {
		l, steps := opened(t, taughtBy(`{"seat": "ana", "move": "drop Kd draw", "say": "`+say+`"}, {"seat": "ben", "move": "end"}`))
		if got := strings.Join(unproved(l, steps, Facts{1: {"say": sum}}), "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", say, got)
		}
		if got := unproved(l, steps, Facts{1: {"say": sum}, 2: {"say": sum}}); !strings.Contains(strings.Join(got, "\n"), `step 2 has no text "say"`) {
			t.Errorf("a fact of a text that does not exist: %q", got)
		}
	}
}

// The cards that a text names are there: seen, in the hand, on the pile. What might be is
// no statement.
func TestMisplaced(t *testing.T) {
	for say, want := range map[string]string{
		"You hold 2♦ 7♥ 7♠ 9♣ K♦: drop one. The 3♣ on the pile stays.": "",
		"You hold 2♦ 7♥ 7♠ 9♣ Q♣: drop one.":                           "names Q♣",
		"You hold 2♦ 3♣.":               "names 3♣",
		"Take the K♦ on the pile.":      "names K♦",
		"A♣ would be better, or an A♠.": "",
		"Ben has the 6♣.":               "names 6♣",
	} {
		l, steps := opened(t, taughtBy(`{"seat": "ana", "move": "drop Kd draw", "say": "`+say+`"}, {"seat": "ben", "move": "end"}`))
		got := strings.Join(misplaced(l, steps), "\n")
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q", say, got)
		}
	}
}

// A claim is said at its step, and is true there.
func TestUntrue(t *testing.T) {
	l, steps := opened(t, taughtBy(`{"seat": "ana", "move": "drop Kd draw", "say": "The king goes."}, {"seat": "ben", "move": "end"}`))
	king := func(m LessonStep) bool { return m.Move[0].Rank == card.King }
	queen := func(m LessonStep) bool { return m.Move[0].Rank == card.Queen }
	for want, claims := range map[string]Claims{
		"":                               {1: {"The king goes": king}, 3: {"That was all": func(m LessonStep) bool { return m.Ended != nil }}},
		"says \"king\", which is not so": {1: {"king": queen}},
		"does not say \"queen\"":         {1: {"queen": king}},
	} {
		if got := strings.Join(untrue(l, steps, claims), "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%v: %q", want, got)
		}
	}
}

// Rules are found by their numbers, in every style of numbering. The part of the page
// for a second implementation has none.
func TestRulesOf(t *testing.T) {
	got := RulesOf("# G\n\n1. **Cards.** One.\n\n## Play\n\n2. Two.\n\n    - of it\n\n## 3. Melds\n\n1. A book.\n2. A run.\n\n4.1 Four.\n\n## Options\n\n## For a second implementation\n\n7. Seven.\n")
	want := map[string]string{"1": "**Cards.** One.", "2": "Two.", "3.1": "A book.", "3.2": "A run.", "4.1": "Four."}
	if !maps.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, rs := range games.All() {
		if len(RulesOf(rs.Rules)) < 10 {
			t.Errorf("%s has the rules %q", rs.Name, RulesOf(rs.Rules))
		}
	}
}
