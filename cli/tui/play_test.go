//go:build unix

package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fives/engine/games"
)

// golden compares what the terminal shows, once it is drawn, with a file.
func (x *terminal) golden(name string) {
	x.t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(x.still()), 0o644); err != nil {
			x.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		x.t.Fatal(err)
	}
	for end := time.Now().Add(3 * time.Second); x.screen() != string(want); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			x.t.Errorf("%s differs; the terminal shows\n%s\nnot\n%s", name, x.screen(), want)
			return
		}
	}
}

// still is the screen when nothing has moved for a while.
func (x *terminal) still() string {
	s := x.screen()
	for same := 0; same < 20; time.Sleep(10 * time.Millisecond) {
		if now := x.screen(); now == s {
			same++
		} else {
			s, same = now, 0
		}
	}
	return s
}

// A hand of every game is played in a real terminal by keys alone, from the
// lobby to the settlement. The screens on the way are golden files.
func TestPlayByKeys(t *testing.T) {
	for i, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			h := newHouse(t, 11)
			x := open(t, h, 80, 24, Config{})
			x.shows("No table is open")
			x.press("n")
			x.shows("computer players")
			for range i {
				x.press("right")
			}
			x.shows(rs.Title)
			x.press("enter")
			x.until("the first turn", myTurn)
			x.golden("play-" + rs.Name + "-turn")
			x.playOut("Hand 1 ", "The game is over ")
			x.golden("play-" + rs.Name + "-end")
			x.press("q", "q")
			x.quits(5 * time.Second)
		})
	}
}

func myTurn(s string) bool {
	return strings.Contains(s, "Your turn.") && strings.Contains(s, "legal move") && !strings.Contains(s, "playing ")
}

func settled(s string) bool {
	return strings.Contains(s, "any key goes on") || strings.Contains(s, "looks at the table")
}
