package cli_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"fives/cli/screentest"
	"fives/engine/games"
)

// A whole hand of each game by keys alone: on the smallest screen, on that of most terminals,
// and on a large one. The first game is always played, the others if FIVES_E2E is set.
func TestHandOnEveryScreen(t *testing.T) {
	everyGame(t, func(t *testing.T, game int) {
		ana := newcomer(t, "ana", "--bot-delay", "0s")
		g := gather(t, "screens", nil, ana)
		g.open(game, againstComputers...)
		for i, size := range [][2]int{{40, 16}, {80, 24}, {200, 50}} {
			if i > 0 {
				ana.onward()
			}
			ana.Until("a turn", screentest.AsksMove)
			ana.Resize(size[0], size[1])
			ana.Until("a turn on the other screen", func(s string) bool {
				return screentest.AsksMove(s) && len(strings.Split(strings.TrimSuffix(s, "\n"), "\n")) == size[1]
			})
			ana.hand(func() { ana.Plays("h") })
		}
	})
}

// A whole hand of each game by mouse alone, from the lobby on.
func TestHandByMouse(t *testing.T) {
	everyGame(t, func(t *testing.T, game int) {
		ana := newcomer(t, "ana", "--bot-delay", "0s")
		ana.Resize(100, 30)
		ana.Until("the larger screen", func(s string) bool {
			lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
			return strings.Contains(lines[len(lines)-1], "n new table") && !strings.Contains(lines[23], "n new table")
		})
		ana.click("n new table")
		ana.Shows("computer players")
		for i := range game {
			ana.Shows(games.All()[i].Title)
			ana.click("game  ")
		}
		ana.Shows(games.All()[game].Title)
		ana.click("computer players")
		ana.click("computer players")
		ana.click("enter open")
		ana.hand(func() {
			ana.click("h hint")
			ana.Shows(screentest.SignMove)
			ana.click("enter play  ")
			ana.Until("the move made", func(s string) bool { return !strings.Contains(s, screentest.SignMove) || screentest.Settled(s) })
		})
		if over := strings.Contains(ana.Screen(), screentest.SignOver); over {
			ana.click(screentest.SignOver)
		} else {
			ana.click(screentest.SignHand)
		}
		ana.Until("the result gone", func(s string) bool { return !screentest.Settled(s) })
	})
}

// againstComputers are the keys of the form for one seat more, for an easy computer
// player.
var againstComputers = []string{"down", "right", "down", "right", "down", "left", "up", "up", "up"}

func everyGame(t *testing.T, play func(t *testing.T, game int)) {
	for i, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			if rs.MaxSeats < 2 {
				t.Skip("it is played alone")
			}
			if i > 0 && os.Getenv("FIVES_E2E") == "" {
				t.Skip("with FIVES_E2E=1 only, because it takes its time")
			}
			play(t, i)
		})
	}
}

// hand plays until the result of a hand is shown.
func (p *person) hand(move func()) {
	p.t.Helper()
	for range 400 {
		if screentest.Settled(p.Until("a turn or a result", func(s string) bool { return screentest.AsksMove(s) || screentest.Settled(s) })) {
			return
		}
		move()
	}
	p.t.Fatal("the hand does not end")
}

// onward goes on to the next hand, or to another game.
func (p *person) onward() {
	p.t.Helper()
	key := "space"
	if strings.Contains(p.Screen(), screentest.SignOver) {
		key = "r"
	}
	p.Closes(key)
}

// click clicks on a text on the screen.
func (p *person) click(what string) {
	p.t.Helper()
	before := ""
	still := p.Until(what, func(s string) bool { // a frame may be half drawn
		same := s == before
		before = s
		return same && strings.Contains(s, what)
	})
	for y, line := range strings.Split(still, "\n") {
		if before, _, ok := strings.Cut(line, what); ok {
			x := utf8.RuneCountInString(before) + 1
			p.Press(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x, y+1, x, y+1))
			return
		}
	}
}
