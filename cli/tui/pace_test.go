package tui

import (
	"testing"
	"time"

	"fives/cli/shown"
	"fives/engine/games"
)

// Moves that come at once are shown one after the other; a key shows the newest at once.
// Without a pace everything is shown at once, and so is whatever is not a move.
func TestPace(t *testing.T) {
	begin := func(rest time.Duration) (model, *match) {
		g := newMatch(t, games.All()[0], 4, 7).bots(1) // it is somebody else's turn
		m := blank(80, 24, false)
		m.pace.rest = rest
		return at(m, g), g
	}
	come := func(m model, g *match) model {
		next, _ := m.paceTable(tableMsg{id: m.table.id, table: g.bots(1).table(), moves: g.moves()})
		return next.(model)
	}
	rest := func(m model) model {
		next, _ := m.Update(paceMsg{m.table.id})
		return next.(model)
	}
	moves := func(m model, want int) {
		t.Helper()
		if got := len(m.table.t.Last); got != want {
			t.Errorf("%d moves are shown, want %d", got, want)
		}
	}
	m, g := begin(time.Second)
	m = come(m, g)
	moves(m, 2) // the first has nothing to wait for
	m = come(come(m, g), g)
	moves(m, 2)
	m = rest(m)
	moves(m, 3)
	m = rest(m)
	moves(m, 4)
	m = rest(m)
	m = come(m, g)
	moves(m, 5) // all have been looked at

	m, g = begin(time.Second)
	m = come(come(come(m, g), g), g)
	moves(m, 2)
	m, _ = press(m, "right")
	moves(m, 4)
	if !m.table.t.YourTurn || m.table.hand.cursor != 0 {
		t.Errorf("your turn: %v, cursor at %d", m.table.t.YourTurn, m.table.hand.cursor)
	}

	m, g = begin(time.Second)
	m.popup = m.sheet(shown.Sheet{})
	m = come(come(m, g), g)
	if m, _ = press(m, "space"); m.popup.sheet != nil {
		t.Error("the key for a popup is taken for what waits")
	}

	m, g = begin(time.Second)
	m, _ = press(m, "t")
	m = come(come(m, g), g)
	if m, _ = press(m, "x"); m.input.line.Value() != "x" {
		t.Errorf("typed x, and the line is %q", m.input.line.Value())
	}
	moves(m, 2)

	m, g = begin(0)
	moves(come(come(m, g), g), 3)
}
