package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"fives/p2p/control"
)

// key takes up a key: for the popup, for the line that is typed, or for the
// screen.
func (m model) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if next, cmd, ok := everywhere().act(m, msg); ok {
		return next, cmd
	}
	if m.popup.kind == showPrefs {
		next, cmd, _ := ofPrefs().act(m, msg)
		return next, cmd
	}
	if m.popup.unnoticed != 0 {
		return m, nil
	}
	if m.popup.kind != noPopup {
		return m.keyOfPopup(msg)
	}
	if next, cmd, ok := m.actions().act(m, msg); ok {
		return next, cmd
	}
	switch {
	case m.input.what != noInput:
		m.input = m.input.typed(msg)
	case m.screen == atForm:
		m.form = m.form.typed(msg.Text, false)
	}
	return m, nil
}

// keyOfPopup scrolls a popup, or ends it.
func (m model) keyOfPopup(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if key.Matches(msg, scrolling.Up, scrolling.Down, scrolling.PageUp, scrolling.PageDown) {
		m.popup = m.popup.scrolled(msg, m.p, m.w, m.h)
		return m, nil
	}
	actions := m.popup.actions
	m.popup = popup{}
	next, cmd, _ := actions.act(m, msg)
	return next, cmd
}

func inputActions() keymap {
	return keymap{
		on("enter", "enter", "done", "", does(model.entered)),
		on("esc", "esc", "never mind", "", sets(func(m *model, _ string) { m.input = input{} })),
	}
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
			return m.withNote(onItsWay, false), nil
		}
		return m.sending(line)
	case typeChat:
		return m, m.call.say(i.about, line)
	case typeTrust:
		return m, m.call.trust(line)
	case typeCode:
		return m.withNote("joining…", false), m.call.join(control.JoinRequest{Table: i.about, Code: line})
	}
	return m.withNote("connecting…", false), m.call.connect(line)
}
