package tui

import (
	"fmt"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"fives/engine/record"
)

// key gives a key to the popup, to the line that is being typed, or to the screen.
func (m model) key(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	if msg.Text == "" || m.input.what == noInput || m.popup.sheet != nil { // a line may be in any script
		msg = latin(msg)
	}
	if next, cmd, ok := everywhere().act(m, msg); ok {
		return next, cmd
	}
	if m.popup.sheet != nil {
		return m.overScreen(msg)
	}
	if m.screen == atLobby && m.lobby.unnoticed != 0 && m.form.kind == noForm {
		return m, nil
	}
	if next, cmd, ok := m.actions().act(m, msg); ok {
		return next, cmd
	}
	switch {
	case m.input.what != noInput:
		m = m.onTyped(msg)
	case m.form.kind != noForm:
		m.form = m.form.typed(msg.Text, false)
	case strings.ContainsFunc(msg.Text, otherLetter):
		return m.withNote(fmt.Sprintf("%s is no key here: the keys are the letters a to z, so switch the keyboard's layout", msg.Text), true), nil
	}
	return m, nil
}

// unseen takes a key on a screen that is too small. Nobody sees what it would do, so it does nothing, unless it ends the
// program and takes nothing away.
func (m model) unseen(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	msg = latin(msg)
	if next, cmd, ok := everywhere().act(m, msg); ok {
		return next, cmd
	}
	if msg.String() == "q" && !m.busy() {
		return m, tea.Quit
	}
	return m, nil
}

// latin returns the key that a key of another layout is on a keyboard of Latin letters, as far as
// the terminal tells it.
func latin(msg tea.KeyPressMsg) tea.KeyPressMsg {
	base := msg.BaseCode > ' ' && msg.BaseCode <= unicode.MaxASCII
	if msg.Text == "" && otherLetter(msg.Code) && base { // with ctrl or alt
		msg.Code = msg.BaseCode
	}
	msg.Text = record.TypedASCII(msg.Text)
	if strings.ContainsFunc(msg.Text, otherLetter) && base {
		if msg.Text = string(msg.BaseCode); msg.Mod.Contains(tea.ModShift) {
			msg.Text = strings.ToUpper(msg.Text)
		}
	}
	return msg
}

// otherLetter reports whether a character is a letter that no key is named by.
func otherLetter(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }

func (i input) actions() keymap {
	return keymap{
		on("enter", "enter", "done", "", does(model.onEnter)),
		on("esc", "esc", "never mind", "", sets(func(m *model, _ string) { m.input = input{} })),
		on("tab", "tab", "a sign", "", does(model.sign)).only(i.signs()),
	}
}

// onEnter does what the typed line says.
func (m model) onEnter() (tea.Model, tea.Cmd) {
	line, i := strings.TrimSpace(m.input.line.Value()), m.input
	m.input, m.note = input{}, ""
	if line == "" && (i.what != typeField || !i.deed.Fields[i.at].Empty) {
		return m, nil
	}
	if i.what == typeMove {
		if m.table.sent != "" {
			m.input = i // to be tried again
			return m.withNote(onItsWay, false), nil
		}
		return m.send(line)
	}
	d := i.deed.Fill(i.deed.Fields[i.at].Name, line)
	if i.at+1 < len(d.Fields) {
		m.input = newInput(d, i.at+1)
		return m, nil
	}
	return m.withNote(m.p.plainly(d.While), false), m.at(d.With.Table).do(d)
}
