package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// The score sheets of a settled hand fit on a screen of 40 × 16, in pages that say
// how to go on, and lose no line.
func TestSettlementOnASmallScreen(t *testing.T) {
	g := newMatch(t, find(t, "five"), 4, 3)
	m := at(blank(40, 16, false), g)
	for len(g.hands) == 0 {
		g.bots(1)
	}
	m = at(m, g.until())
	if m.popup.kind != showSettled {
		t.Fatal("a settled hand is not shown")
	}
	var seen strings.Builder
	for range m.popup.lines {
		box := m.popup.draw(m.p, m.w, m.h).lines
		if len(box) > m.h {
			t.Fatalf("%d lines on a screen of %d", len(box), m.h)
		}
		for _, l := range box {
			if ansi.StringWidth(l) > m.w || strings.Contains(l, "…") {
				t.Fatalf("%d columns on a screen of %d: %s", ansi.StringWidth(l), m.w, l)
			}
		}
		if text := ansi.Strip(strings.Join(box, "\n")); !strings.Contains(text, "scrolls") {
			t.Fatalf("nothing says that there is more:\n%s", text)
		} else {
			seen.WriteString(text)
		}
		m, _ = press(m, "down")
	}
	for _, l := range m.popup.lines {
		if !strings.Contains(seen.String(), strings.TrimSpace(ansi.Strip(l))) {
			t.Errorf("%q is not shown", ansi.Strip(l))
		}
	}
	if len(m.popup.lines) < 9 {
		t.Errorf("only %d lines for four players", len(m.popup.lines))
	}
}
