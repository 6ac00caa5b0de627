//go:build unix

package tui

import (
	"strings"
	"testing"

	"fives/cli/learn"
	"fives/cli/screentest"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/waittest"
)

// lessonIn starts the lesson of a game in a terminal, with no daemon.
func lessonIn(t *testing.T, rs *rules.RuleSet, w, h int) *terminal {
	t.Helper()
	desk, err := learn.Sit(rs, "")
	if err != nil {
		t.Fatal(err)
	}
	return open(t, nil, w, h, Config{Lesson: desk})
}

// says reports whether a page of the lesson, or a result, lies over the table.
func says(s string) bool {
	return strings.Contains(s, "key goes on") || settled(s) || strings.Contains(s, "play again · any")
}

// takes plays the lesson on the screen to its end by keys: it reads each page, asks for the
// move that the lesson wants, and plays it.
func (x *terminal) takes() {
	x.t.Helper()
	for range 200 {
		s := x.Until("a page or a turn", func(s string) bool {
			if screentest.Covered(s) { // a page that has just come takes no key yet
				return screentest.Box(s) != "" && says(s)
			}
			return myMove(s)
		})
		switch {
		case strings.Contains(s, "play again · any"):
			return
		case says(s):
			x.Press("space")
			x.Until("the page gone", func(now string) bool { return screentest.Closed(s, now) })
		case strings.Contains(s, "enter plays"):
			x.Press("enter")
			x.Until("what came of the move", says)
		default:
			x.Press("h")
			x.Shows("enter plays")
		}
	}
	x.t.Fatal("the lesson does not end")
}

// myMove reports whether the lesson waits for a move.
func myMove(s string) bool {
	return strings.Contains(s, "Now play: ") || strings.Contains(s, "Play what you like.")
}

// A lesson may be taken again, and be left.
func TestLessonAgain(t *testing.T) {
	x := lessonIn(t, games.All()[0], 80, 24)
	x.Shows("Step 1 of ")
	x.takes()
	x.Press("r")
	x.Shows("Step 1 of ")
	x.Press("space", "esc")
	x.quits()
}

// The first page of a lesson, and the table behind it with the move that the lesson wants.
func TestLessonScreen(t *testing.T) {
	desk, err := learn.Sit(games.All()[0], "")
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(Config{Lesson: desk}, caller{ctx: t.Context()}, &feed{})
	m.w, m.h, m.now = 80, 24, noon
	next, _ := m.showTable(tableMsg{id: learn.Table, table: desk.Table(), moves: desk.Moves()})
	golden(t, "lesson-page", next.(model))
	m, cmd := press(next.(model), "space", "h")
	m, _ = answer(t, m, cmd)
	golden(t, "lesson-move", m)
	m, _ = press(m, "?")
	help := strings.Join(m.popup.lines, " ")
	for text, want := range map[string]bool{"leave the lesson": true, "what every legal move does": true, "to the lobby": false, "history of the scores": false, "accept the new key": false, "keeps your seat": false} {
		if strings.Contains(help, text) != want {
			t.Errorf("%q in the help: %v", text, !want)
		}
	}
}

// Every game's lesson, drawn at each step, fits on screens of all sizes.
func TestLessonsFit(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			desk, err := learn.Sit(rs, "")
			if err != nil {
				t.Fatal(err)
			}
			for n := 0; n < 100 && !desk.Over(); n++ {
				for _, s := range screens {
					m := newModel(Config{Lesson: desk, ASCII: s.ascii}, caller{}, &feed{})
					m.w, m.h = s.w, s.h
					next, _ := m.showTable(tableMsg{id: learn.Table, table: desk.Table(), moves: desk.Moves()})
					m = next.(model)
					if m.popup.sheet == nil || titleOver(m) == "" {
						t.Fatal("the lesson says nothing")
					}
					fits(t, m)
					m, _ = press(m, "space", "l")
					fits(t, m)
					m, _ = press(m, "space", "down")
					if m.table.current() == "" || m.h >= lowScreen && m.scene().note == "" {
						t.Error("the move that is aimed at is not explained")
					}
					fits(t, m)
				}
				if err := desk.Play(desk.Hint()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// On the smallest screen, too.
func TestLessonOnASmallScreen(t *testing.T) {
	x := lessonIn(t, find(t, "five"), 40, 16)
	x.Shows("Step 1 of ")
	x.takes()
}

// The move that the player aims at is explained, and a key explains all of them; another legal
// move is no mistake, and says what it would do.
func TestLessonExplains(t *testing.T) {
	x := lessonIn(t, find(t, "five"), 80, 24)
	x.Shows("Step 1 of ")
	x.Press("space")
	x.Until("the table", func(s string) bool { return myMove(s) && !says(s) })
	x.Press("h")
	x.Shows("They leave your hand together")
	x.Press("esc")
	x.Until("the cards put back", func(s string) bool { return !strings.Contains(s, "enter plays") })
	x.Press("l")
	x.Shows("Five unknown cards are")
	x.Press("space")
	x.Until("the table", func(s string) bool { return !says(s) })
	x.Press(":", "end", "enter")
	x.Shows("Legal, but another move is meant")
	x.Press("space", ":", "drop 7h Kd draw", "enter")
	x.Shows("cards dropped together have one rank")
}

// In the lobby l chooses a game to learn; the daemon's tables stay as they are, and the player
// can return to the lesson.
func TestLessonFromTheLobby(t *testing.T) {
	h := newHouse(t, 11)
	x := open(t, h, 80, 24, Config{})
	x.Shows("Who is here")
	x.Press("l")
	x.Shows("Learn a game")
	x.Press("2")
	x.Shows("Step 1 of ")
	x.Press("space")
	x.Until("the table", func(s string) bool { return myMove(s) && !says(s) })
	x.Press("esc")
	x.Shows("Who is here")
	x.Press("l")
	x.Shows("go on where you were")
	x.Press("l")
	x.Until("the table", myMove)
	x.takes()
	x.Press("space")
	x.Press("esc")
	x.Shows("Who is here")
	for _, call := range []string{"table", "moves", "hint"} {
		if n := h.count(call); n > 0 {
			t.Errorf("the daemon was asked for a %s of the lesson", call)
		}
	}
	waittest.Until(t, "the lobby is asked for", func() bool { return h.count("tables") > 0 })
}
