package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fives/cli/screentest"
	"fives/engine/games"
)

// fives learn takes a newcomer to the end of the lesson of each game by keys: every page is
// read, and h chooses the move that the lesson asks for, which is then played. It makes no
// home, and starts no daemon.
func TestLearn(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			home := filepath.Join(t.TempDir(), "none")
			p := sit(t, home, "learn", rs.Name)
			p.Shows("Step 1 of ")
			turns, pages := 0, 0
			for s := p.lesson(); !strings.Contains(s, lastPage); s = p.lesson() {
				if pages++; pages > 200 {
					t.Fatalf("the lesson has no end after %d turns; it says\n%s", turns, s)
				}
				switch {
				case toRead(s):
					p.Press("space")
					p.Until("the page gone", func(now string) bool { return screentest.Closed(s, now) })
				case strings.Contains(s, "enter plays"):
					p.Press("enter")
					p.Until("what came of the move", func(now string) bool { return toRead(now) || strings.Contains(now, lastPage) })
					turns++
				default:
					p.Press("h")
					p.Shows("enter plays")
				}
			}
			p.Shows("The end of the lesson")
			t.Logf("%d turns, %d keys", turns, p.Pressed())
			p.Press("space")
			p.Shows("esc leaves it")
			p.Press("q")
			if err := p.cmd.Wait(); err != nil {
				t.Errorf("it ends with %v:\n%s", err, p.Screen())
			}
			if _, err := os.Stat(home); !os.IsNotExist(err) {
				t.Errorf("it has made a home: %v", err)
			}
		})
	}
}

// lastPage is what the keys do at the last page of a lesson.
const lastPage = "play again · any"

// toRead reports whether a page of a lesson, or the result of its hand, is on the screen.
func toRead(s string) bool {
	return strings.Contains(s, "key goes on") || screentest.Settled(s)
}

// lesson waits until the lesson has a page to be read, or a move to be made.
func (p *person) lesson() string {
	p.t.Helper()
	return p.Until("a page or a turn", func(s string) bool {
		if screentest.Covered(s) { // a page that has just come takes no key yet
			return screentest.Box(s) != "" && (toRead(s) || strings.Contains(s, lastPage))
		}
		return strings.Contains(s, "Now play: ") || strings.Contains(s, "Play what you like.")
	})
}
