package tui

import (
	tea "charm.land/bubbletea/v2"
)

// clicked takes up a click on what is drawn there. A second click on a move
// plays it.
func (m model) clicked(msg tea.MouseClickMsg) (tea.Model, tea.Cmd) {
	if msg.Button != tea.MouseLeft {
		return m, nil
	}
	if m.popup.kind == showText || m.popup.kind == showSettled {
		m.popup = popup{}
		return m, nil
	}
	if m.popup.kind != noPopup {
		return m, nil
	}
	switch what, i := m.draw().at(msg.X, msg.Y); what {
	case "card":
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
			m.form = m.form.turned(1, m.lobby.here())
		}
		m.form.cursor = i
	}
	return m, nil
}

// wheeled scrolls what is on top.
func (m model) wheeled(msg tea.MouseWheelMsg) (tea.Model, tea.Cmd) {
	by := 1
	switch msg.Button {
	case tea.MouseWheelUp:
		by = -1
	case tea.MouseWheelDown:
	default:
		return m, nil
	}
	switch {
	case m.popup.kind != noPopup:
		m.popup = m.popup.scrolled(msg, m.p, m.w, m.h)
	case m.screen == atLobby:
		m.lobby = m.lobby.moved(by)
	case m.screen == atForm:
		m.form = m.form.moved(by)
	default:
		m.table.moves = m.table.moves.stepped(by, len(m.table.fits()))
	}
	return m, nil
}
