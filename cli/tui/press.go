package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/p2p/api"
)

// key gives a key to the popup, to the line that is being typed, or to the screen.
func (m model) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if next, cmd, ok := everywhere().act(m, msg); ok {
		return next, cmd
	}
	if m.popup.kind != noPopup {
		return m.overScreen(msg)
	}
	if m.screen == atLobby && m.lobby.unnoticed != 0 {
		return m, nil
	}
	if next, cmd, ok := m.actions().act(m, msg); ok {
		return next, cmd
	}
	switch {
	case m.input.what != noInput:
		m = m.onTyped(msg)
	case m.screen == atForm:
		m.form = m.form.typed(msg.Text, false)
	}
	return m, nil
}

func inputActions() keymap {
	return keymap{
		on("enter", "enter", "done", "", does(model.onEnter)),
		on("esc", "esc", "never mind", "", sets(func(m *model, _ string) { m.input = input{} })),
	}
}

// onEnter does what the typed line says.
func (m model) onEnter() (tea.Model, tea.Cmd) {
	line, i := strings.TrimSpace(m.input.line.Value()), m.input
	m.input, m.note = input{}, ""
	if line == "" {
		return m, nil
	}
	switch i.what {
	case typeMove:
		if m.table.sent != "" {
			m.input = i // to be tried again
			return m.withNote(onItsWay, false), nil
		}
		return m.send(line)
	case typeChat:
		return m, m.call.say(i.about, line)
	case typeTrust:
		return m, m.call.trust(line)
	case typeSeat:
		return m.askForSeat(i.about, line, true)
	case typeCode:
		return m.withNote("joining…", false), m.call.join(api.JoinRequest{Table: i.about, Code: line, Seat: i.seat})
	}
	return m.withNote("connecting…", false), m.call.connect(line)
}
