package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/p2p/control"
)

// key takes up a key: for the popup, for the line that is typed, or for the
// screen.
func (m model) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	k := msg.String()
	switch {
	case k == "ctrl+c":
		return m, tea.Quit
	case k == "ctrl+z":
		return m, tea.Suspend
	case m.popup.kind != noPopup:
		return m.popupKey(k)
	case m.input.what != noInput:
		return m.inputKey(k, msg)
	case k == "ctrl+l":
		return m, tea.ClearScreen
	}
	switch m.screen {
	case atForm:
		return m.formKey(k, msg.Text)
	case atTable:
		return m.tableKey(k)
	}
	return m.lobbyKey(k)
}

func (m model) popupKey(k string) (tea.Model, tea.Cmd) {
	u := m.popup
	switch k {
	case "up", "k":
		m.popup = u.scrolled(-1, m.h)
		return m, nil
	case "down", "j":
		m.popup = u.scrolled(1, m.h)
		return m, nil
	case "pgup":
		m.popup = u.scrolled(-(m.h - 8), m.h)
		return m, nil
	case "pgdown":
		m.popup = u.scrolled(m.h-8, m.h)
		return m, nil
	}
	m.popup = popup{}
	switch {
	case u.kind == askLeave && (k == "y" || k == "Y"):
		return m, m.call.leave(u.about)
	case u.kind == askOnward && (k == "y" || k == "Y"):
		return m, m.call.goOn(u.about, u.names...)
	case u.kind == showSettled && k == "r" && m.table.t.Phase == control.PhaseOver:
		return m, m.call.rematch(u.about)
	}
	return m, nil
}

func (m model) inputKey(k string, msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch k {
	case "esc":
		m.input = input{}
		return m, nil
	case "enter":
		return m.entered()
	}
	m.input = m.input.typed(msg)
	return m, nil
}

// entered takes up a line that was typed.
func (m model) entered() (tea.Model, tea.Cmd) {
	line, i := strings.TrimSpace(m.input.line.Value()), m.input
	m.input, m.note = input{}, ""
	if line == "" {
		return m, nil
	}
	switch i.what {
	case typeMove:
		if m.table.sent != "" {
			m.input = i // to be tried again
			return m.told(onItsWay, false), nil
		}
		return m.sending(line)
	case typeChat:
		return m, m.call.say(i.about, line)
	case typeTrust:
		return m, m.call.trust(line)
	case typeCode:
		return m.told("joining…", false), m.call.join(control.JoinRequest{Table: i.about, Code: line})
	}
	return m.told("connecting…", false), m.call.connect(line)
}
