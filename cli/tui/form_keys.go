package tui

import (
	tea "charm.land/bubbletea/v2"
)

func (m model) formKey(k, text string) (tea.Model, tea.Cmd) {
	here := m.lobby.here()
	switch k {
	case "esc":
		m.screen = atLobby
	case "up", "shift+tab":
		m.form = m.form.moved(-1)
	case "down", "tab":
		m.form = m.form.moved(1)
	case "left":
		m.form = m.form.turned(-1, here)
	case "right", "space":
		m.form = m.form.turned(1, here)
	case "backspace":
		m.form = m.form.typed("", true)
	case "enter":
		r, err := m.form.request()
		if err != nil {
			m.form.wrong = reason(err)
			return m, nil
		}
		m.form.wrong = ""
		return m, m.call.host(r)
	case "?":
		m.popup = helpFor(m.p, "Keys of the form", formKeys)
	default:
		m.form = m.form.typed(text, false)
	}
	return m, nil
}
