package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// onClick does what a click on this place of the screen does. A second click on a move plays
// it.
func (m model) onClick(msg tea.MouseClickMsg) (tea.Model, tea.Cmd) {
	if msg.Button != tea.MouseLeft {
		return m, nil
	}
	what, i := m.draw().at(msg.X, msg.Y)
	m.drag = drag{}
	if m.popup.sheet != nil {
		return m.overScreen(spotMsg{what, i})
	}
	switch what {
	case "key":
		return m.actions().press(m, i)
	case "zone":
		return m.clickZone(i)
	case "card":
		m.drag.place = i + 1
		m.table = m.table.toggled(i)
	case "move":
		if m.table.moves.aimed && m.table.moves.cursor == i {
			return m.playCurrent()
		}
		m.table.moves.aimed, m.table.moves.cursor = true, i
	case "row":
		if m.lobby.cursor == i {
			return m.chooseRow()
		}
		m.lobby = m.lobby.moved(i - m.lobby.cursor)
	case "field":
		if m.form.cursor == i {
			m = m.turned(1)
		}
		m.form.cursor = i
	}
	return m, nil
}

// clickZone aims at the next move that uses zone i of the view. If that is the only one, and
// such a click has aimed at it before, the click plays it.
func (m model) clickZone(i int) (tea.Model, tea.Cmd) {
	t := m.table
	if t.t.View == nil || i >= len(t.t.View.Zones) || !t.t.YourTurn {
		return m, nil
	}
	word := t.t.View.Zones[i].Play
	var uses []int
	for n, o := range t.fits() {
		if o.Has(word) {
			uses = append(uses, n)
		}
	}
	at := slices.Index(uses, t.moves.cursor)
	switch {
	case len(uses) == 0:
		return m, nil
	case t.moves.aimed && t.moves.zone == i+1 && at >= 0 && len(uses) == 1:
		return m.playCurrent()
	case t.moves.aimed && t.moves.zone == i+1 && at >= 0:
		at = (at + 1) % len(uses)
	default:
		at = 0
	}
	m.note = ""
	m.table.moves.aimed, m.table.moves.cursor, m.table.moves.zone = true, uses[at], i+1
	return m, nil
}

// onWheel scrolls what is on top.
func (m model) onWheel(msg tea.MouseWheelMsg) (tea.Model, tea.Cmd) {
	by := 1
	switch msg.Button {
	case tea.MouseWheelUp:
		by = -1
	case tea.MouseWheelDown:
	default:
		return m, nil
	}
	switch {
	case m.popup.sheet != nil:
		return m.overScreen(msg)
	case m.form.kind != noForm:
		m.form = m.form.moved(by)
	case m.screen == atLobby:
		m.lobby = m.lobby.moved(by)
	case m.screen == atReplay:
		m.replay = m.replay.scrolled(m.scene(), 3*by)
	default:
		m.table.moves = m.table.moves.stepped(by, len(m.table.fits()))
	}
	return m, nil
}
