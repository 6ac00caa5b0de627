package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/shown"
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
	if !m.popup.settled() {
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
		if text := ansi.Strip(strings.Join(box, "\n")); !strings.Contains(text, "↑↓") {
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

// A popup alone, without a model: it scrolls, closes, and returns what was chosen.
func TestPopupAnswers(t *testing.T) {
	p := newPalette(false, draw.Dark, false)
	u := popup{sheet: &shown.Sheet{Title: "Leave", Choices: []shown.Deed{{Key: "y"}}}, lines: make([]string, 40), actions: keymap{on("y Y", "y", "leaves", "", nil)}, rest: "any other key stays"}
	for _, tt := range []struct {
		msg    tea.Msg
		scroll int
		open   bool
		answer string // the key of the action that is chosen
	}{
		{keyNamed("down"), 1, true, ""},
		{tea.MouseWheelMsg{Button: tea.MouseWheelDown}, 1, true, ""},
		{keyNamed("Y"), 0, false, "Y"},
		{keyNamed("n"), 0, false, ""},
		{spotMsg{"key", 0}, 0, false, "y"},
		{spotMsg{"close", 0}, 0, false, ""},
		{spotMsg{}, 0, true, ""}, // beside it: there is something to choose
	} {
		next, answer := u.Update(tt.msg, p, 80, 24)
		chosen, _ := answer.(chosenMsg)
		if next.scroll != tt.scroll || (next.sheet != nil) != tt.open || chosen.key != tt.answer {
			t.Errorf("%v: scrolled to %d, open %v, answer %q", tt.msg, next.scroll, next.sheet != nil, chosen.key)
		}
		u.unnoticed = 1
		if _, wheel := tt.msg.(tea.MouseWheelMsg); !wheel {
			if next, answer := u.Update(tt.msg, p, 80, 24); next.sheet == nil || next.scroll != 0 || answer != nil {
				t.Errorf("%v: it is taken before anybody has seen the popup", tt.msg)
			}
		}
		u.unnoticed = 0
	}
	plain := u
	plain.actions, plain.rest = nil, ""
	if next, _ := plain.Update(spotMsg{}, p, 80, 24); next.sheet != nil {
		t.Error("a click does not close a popup without a choice")
	}
}

// titleOver is the title of what lies over the screen, "" if nothing does.
func titleOver(m model) string {
	switch {
	case m.popup.sheet != nil:
		return m.popup.sheet.Title
	case m.form.kind == preferences:
		return "Preferences"
	}
	return ""
}
