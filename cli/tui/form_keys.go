package tui

import tea "charm.land/bubbletea/v2"

func formActions() []action {
	return []action{
		on("enter", "enter", "open the table", "open the table", does(model.opened)),
		on("up shift+tab down tab", "↑↓", "field", "next field", sets(func(m *model, k string) { m.form = m.form.moved(by(k)) })),
		on("left right space", "←→", "change", "change it; numbers can be typed too", sets(func(m *model, k string) { m.form = m.form.turned(by(k), m.lobby.here()) })),
		on("backspace", "", "", "", sets(func(m *model, _ string) { m.form = m.form.typed("", true) })),
		on("esc", "esc", "back", "back to the lobby", sets(func(m *model, _ string) { m.screen = atLobby })),
		showHelp(),
	}
}

// opened opens the table that the form describes.
func (m model) opened() (tea.Model, tea.Cmd) {
	r, err := m.form.request()
	if err != nil {
		m.form.wrong = reason(err)
		return m, nil
	}
	m.form.wrong = ""
	return m, m.call.host(r)
}
