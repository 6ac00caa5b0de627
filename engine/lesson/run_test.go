package lesson_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fives/engine/games/allfives"
	"fives/engine/games/five"
	"fives/engine/lesson"
	"fives/engine/rules"
)

func begin(t *testing.T, rs *rules.RuleSet) *lesson.Run {
	t.Helper()
	l, err := lesson.Of(rs)
	if err != nil {
		t.Fatal(err)
	}
	run, err := l.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// What the learner may try: the rules say why a move is illegal, the lesson why it
// wants another one, and neither changes anything. Cards may be named in any order.
func TestPlay(t *testing.T) {
	run := begin(t, five.Rules)
	if err := run.Play("drop 7h Kd draw"); !errors.Is(err, rules.ErrIllegal) {
		t.Errorf("an illegal move: %v", err)
	}
	var other *lesson.Elsewhere
	if err := run.Play("drop Kd draw"); !errors.As(err, &other) || other.Says == "" || other.Wanted != run.Hint() {
		t.Errorf("another move: %v", err)
	}
	if run.Number() != 1 || len(run.Made()) != 0 {
		t.Errorf("a refused move leads to step %d", run.Number())
	}
	if err := run.Play("drop 7♠ 7♥ take"); err != nil {
		t.Fatal(err)
	}
	news := run.News()
	if len(news) != 2 || news[0].Move != "drop 7h 7s take" || news[1].Seat != 1 || news[1].Say == "" || run.Number() != 2 {
		t.Errorf("step %d, %+v", run.Number(), news)
	}
	for !run.Over() {
		if err := run.Play(run.Hint()); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Play("end"); !errors.Is(err, rules.ErrIllegal) || run.Choices() != nil {
		t.Errorf("a move after the end: %v", err)
	}
	if run.Settled().Scores[run.Learner] != 0 {
		t.Errorf("the learner has not won: %v", run.Settled().Scores)
	}
}

// Where the choice is free, any legal move will do, and the others answer.
func TestFree(t *testing.T) {
	run := begin(t, allfives.Rules)
	for !run.Step().Free() {
		if err := run.Play(run.Hint()); err != nil {
			t.Fatal(err)
		}
	}
	all := run.Choices()
	hint := run.Hint()
	if hint != run.Hint() {
		t.Error("the hint changes when asked again")
	}
	i := slices.IndexFunc(all, func(c lesson.Choice) bool { return c.Move != hint })
	if i < 0 {
		t.Fatalf("no choice: %v", all)
	}
	before := len(run.Made())
	if err := run.Play(all[i].Move); err != nil {
		t.Fatal(err)
	}
	if len(run.Made()) < before+2 {
		t.Errorf("nobody has answered: %+v", run.News())
	}
}

func TestUnreadable(t *testing.T) {
	for text, want := range map[string]string{
		``:                              "EOF",
		`{"abot": 1}`:                   "unknown field",
		`{"players": ["ana", "ben"]} 1`: "behind",
		`{"players": ["ana", "ben"], "steps": [{"seat": "cleo", "move": "end"}]}`:                                    "no seat",
		`{"players": ["ana", "ben"], "steps": [{"seat": "ben"}]}`:                                                    "free",
		`{"players": ["ana", "ben"], "steps": [{"seat": "ana"}, {"seat": "ana", "move": "end"}]}`:                    "free",
		`{"players": ["ana", "ben"], "steps": [{"seat": "ana", "shows": "all"}]}`:                                    "nothing is known",
		`{"players": ["ana", "ben"], "decks": [["1h"]]}`:                                                             "decks",
		`{"players": ["ana", "ben"], "steps": [{"seat": "ana", "move": "end", "expect": {"state": {"colour": 1}}}]}`: "colour",
	} {
		rs := *five.Rules
		rs.Lesson = text
		if _, err := lesson.Of(&rs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A step's own explanation comes before the lesson's, and among either the most specific
// pattern.
func TestExplain(t *testing.T) {
	run := begin(t, five.Rules)
	for move, want := range map[string]string{
		"drop 7h 7s draw": "sevens", "drop Kd take": "king", "drop 8s draw": "It leaves", "drop 7s 7h draw": "together",
	} {
		if got := run.Explain(move); !strings.Contains(got, want) {
			t.Errorf("%s: %s", move, got)
		}
	}
}

// Texts are listed in the order in which they are shown; a step's "why" is a part of
// its text.
func TestTexts(t *testing.T) {
	rs := *five.Rules
	rs.Lesson = `{"about": "A.", "players": ["ana", "ben"], "decks": [["7h"]], "explain": {"end": "E."}, "steps": [
		{"seat": "ana", "move": "drop 7h draw", "say": "S.", "why": "W.", "explain": {"end": "F."}},
		{"seat": "ben", "move": "end"}], "closing": "C."}`
	l, err := lesson.Of(&rs)
	if err != nil {
		t.Fatal(err)
	}
	want := []lesson.Text{{0, "about", "A."}, {0, "explain end", "E."}, {1, "say", "S. W."}, {1, "explain end", "F."}, {3, "closing", "C."}}
	if got := l.Texts(); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if l.Steps[0].Why != "W." {
		t.Errorf("the step says why: %q", l.Steps[0].Why)
	}
}

func TestSame(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"drop 7h 7s take", "drop 7s 7h take"}: true, {"play 10♥", "play 10h"}: true, {"drop 7h draw", "drop 7h take"}: false,
	} {
		if lesson.Same(pair[0], pair[1]) != want {
			t.Errorf("%q", pair)
		}
	}
}
