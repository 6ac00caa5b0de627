package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/p2p/api"
)

// A key does one thing on a screen, and the help says it.
func TestEachKeyDoesOneThing(t *testing.T) {
	table, h := asking(t, "five", 7)
	over := table
	for !h.match.game.Over() {
		h.match.bots(1)
	}
	over = at(over, h.match)
	over.popup = popup{}
	called := table
	called.table.t.Call = &api.Call{Table: "c0ffee"}
	out := table // of the game: there is nothing to choose
	out.table.t.YourTurn, out.table.t.Seats = false, slices.Clone(out.table.t.Seats)
	out.table.t.Seats[out.table.t.Seat].Active = false
	form, _ := press(lobbyModel(80, 24, false), "n")
	typing, _ := press(table, "t")
	handless := at(blank(80, 24, false), newMatch(t, find(t, "five-crowns"), 1, 5))
	for name, m := range map[string]model{
		"lobby": lobbyModel(80, 24, false), "form": form, "table": table, "over": over, "called": called, "typing": typing, "handless": handless, "out": out,
	} {
		var keys []string
		for _, a := range append(m.actions(), everywhere()...) {
			if a.Enabled() {
				keys = append(keys, a.Keys()...)
			}
			if a.long != "" && strings.Contains(strings.Join(strings.Fields(strings.Join(m.help().lines, " ")), " "), a.long) != a.Enabled() {
				t.Errorf("%s: %v, enabled: %v, the help is wrong: %q", name, a.Keys(), a.Enabled(), a.long)
			}
		}
		slices.Sort(keys)
		if once := slices.Compact(slices.Clone(keys)); len(once) != len(keys) {
			t.Errorf("%s: a key does two things: %v", name, keys)
		}
	}
	for row, m := range map[string]model{" r play again  ? help": over, " g agree  ? help": called, " enter done  esc never mind": typing, " ? help  esc lobby": out} {
		if got := ansi.Strip(m.actions().row(m.p, m.w).String()); !strings.HasPrefix(got, row) || strings.Contains(got, "choose") {
			t.Errorf("the keys are %q, not %q", got, row)
		}
	}
}

// The key that stops waiting is there if it helps, and asks the daemon for it.
func TestNotWaiting(t *testing.T) {
	h := newHouse(t, 7)
	h.begin(newMatch(t, find(t, "five"), 2, 7))
	h.may = []string{"ben"}
	m := covered(t, blank(120, 40, false))
	m.call.d, m.call.ctx = h, t.Context()
	next, cmd, ok := m.table.actions().act(m, tea.KeyPressMsg{Code: 'w', Text: "w"})
	if !ok || cmd != nil || next.(model).popup.sheet == nil {
		t.Fatal("there is no key w, or it does not ask")
	}
	_, cmd = press(next.(model), "y")
	if cmd == nil {
		t.Fatal("yes does nothing")
	}
	if done, is := cmd().(doneMsg); !is || !strings.Contains(done.Says, "you no longer wait for cleo") || h.count("cover "+m.table.id) != 1 {
		t.Errorf("it asked for %q, and says %+v", h.asked, done)
	}
	m.table.t.MayCover = nil
	if i := m.table.actions().find(tea.KeyPressMsg{Code: 'w', Text: "w"}); i >= 0 {
		t.Error("there is a key w where it does nothing")
	}
}

// A key of another layout is the key that stands in its place, if the terminal tells that, and else
// it is said that it is none.
func TestOtherLayouts(t *testing.T) {
	m, _ := asking(t, "five", 7)
	and := func(m model, msg tea.KeyPressMsg) model {
		next, _ := m.Update(msg)
		return next.(model)
	}
	chosen := func(m model) int { return len(m.table.hand.chosen) }
	for name, c := range map[string]struct {
		key  tea.KeyPressMsg
		does func(m model) bool
	}{
		"a full-width digit":      {tea.KeyPressMsg{Code: '１', Text: "１"}, func(m model) bool { return chosen(m) == 1 }},
		"an Arabic digit":         {tea.KeyPressMsg{Code: '١', Text: "١"}, func(m model) bool { return chosen(m) == 1 }},
		"the base-layout key":     {tea.KeyPressMsg{Code: 'з', Text: "з", BaseCode: 'p'}, func(m model) bool { return titleOver(m) == "Scores" }},
		"the same with shift":     {tea.KeyPressMsg{Code: 'з', Text: "З", BaseCode: 'p', Mod: tea.ModShift}, func(m model) bool { return titleOver(m) == "Preferences" }},
		"another letter":          {tea.KeyPressMsg{Code: 'з', Text: "з"}, func(m model) bool { return strings.Contains(screenText(m), "з is no key here") }},
		"an AZERTY letter":        {tea.KeyPressMsg{Code: 'p', Text: "p", BaseCode: 't'}, func(m model) bool { return titleOver(m) == "Scores" }},
		"a letter that is no key": {tea.KeyPressMsg{Code: 'z', Text: "z"}, func(m model) bool { return m.note == "" }},
	} {
		if got := and(m, c.key); !c.does(got) {
			t.Errorf("%s does something else:\n%s", name, screenText(got))
		}
	}
	if _, cmd := m.Update(tea.KeyPressMsg{Code: 'с', BaseCode: 'c', Mod: tea.ModCtrl}); cmd == nil {
		t.Error("ctrl+c does not quit")
	} else if _, quits := cmd().(tea.QuitMsg); !quits {
		t.Error("ctrl+c does not quit")
	}
	talk, _ := press(m, "t")
	talk = and(and(talk, tea.KeyPressMsg{Code: 'з', Text: "з", BaseCode: 'p'}), tea.KeyPressMsg{Code: '１', Text: "１"})
	if got := talk.input.line.Value(); got != "з１" {
		t.Errorf("a line has %q", got)
	}
	if m.View().KeyboardEnhancements.ReportAlternateKeys != true {
		t.Error("the terminal is not asked for the base layout")
	}
}
