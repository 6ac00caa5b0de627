package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/layout"
	"fives/cli/shown"
)

// An action is what keys do on a screen. Its binding has the keys, and how the row at the
// bottom and the help describe them.
type action struct {
	key.Binding        // without a description it is not in the row at the bottom
	long        string // what the help says; if empty, the action is not in the help
	keeps       bool   // the answer to the last key stays on the screen
	do          func(m model, key string) (tea.Model, tea.Cmd)
}

// A keymap lists the actions of a screen, or of what lies over it.
type keymap []action

// on makes an action: keys are the names of its keys, separated by spaces, sign stands for
// them, and short and long say in a word and in a line what they do.
func on(keys, sign, short, long string, do func(m model, key string) (tea.Model, tea.Cmd)) action {
	return action{Binding: key.NewBinding(key.WithKeys(strings.Fields(keys)...), key.WithHelp(sign, short)), long: long, do: do}
}

// only enables the action if yes.
func (a action) only(yes bool) action {
	a.SetEnabled(yes)
	return a
}

// does makes what an action does out of a function that need not know the key.
func does(do func(m model) (tea.Model, tea.Cmd)) func(model, string) (tea.Model, tea.Cmd) {
	return func(m model, _ string) (tea.Model, tea.Cmd) { return do(m) }
}

// sends makes an action that only sends a command.
func sends(cmd tea.Cmd) func(model, string) (tea.Model, tea.Cmd) {
	return func(m model, _ string) (tea.Model, tea.Cmd) { return m, cmd }
}

// sets makes an action that only changes what is on the screen.
func sets(set func(m *model, key string)) func(model, string) (tea.Model, tea.Cmd) {
	return func(m model, key string) (tea.Model, tea.Cmd) {
		set(&m, key)
		return m, nil
	}
}

// everywhere returns the actions of all screens.
func everywhere() keymap {
	return keymap{
		on("ctrl+c", "", "", "", sends(tea.Quit)),
		on("ctrl+l", "", "", "", sends(tea.ClearScreen)),
		on("ctrl+z", "ctrl+z", "", "suspend", sends(tea.Suspend)),
	}
}

// common returns the actions that the lobby and a table share. At that of a lesson nobody else is.
func common(lesson bool) keymap {
	quits := "quit; the daemon goes on and keeps your seat"
	if lesson {
		quits = "quit"
	}
	return keymap{
		showPreferences(),
		on("T", "T", "", "accept the new key of somebody whose name you know", does(model.askToTrust)).only(!lesson),
		on("tab", "tab", "", "your next table", does(func(m model) (tea.Model, tea.Cmd) {
			if id := m.lobby.next(m.tableShown()); id != "" {
				return m.sit(id)
			}
			return m, nil
		})),
		on("q", "q", "quit", quits, sends(tea.Quit)),
	}
}

func showHelp() action {
	return on("?", "?", "help", "this help", sets(func(m *model, _ string) { m.popup = m.help() }))
}

func showPreferences() action {
	return on("P", "P", "", "preferences: colours, pace, bell, cards, sort, whom to mute", does(model.askPreferences))
}

// actions returns the actions of whatever takes the keys now: the line that is typed, or the
// screen.
func (m model) actions() keymap {
	switch {
	case m.input.what != noInput:
		return m.input.actions()
	case m.form.kind != noForm:
		return m.form.actions()
	case m.screen == atTable:
		return m.table.actions()
	case m.screen == atReplay:
		return m.replay.actions()
	}
	return m.lobby.actions()
}

// find returns the index of the action of a key, less than 0 if there is none.
func (k keymap) find(msg tea.KeyPressMsg) int {
	return slices.IndexFunc(k, func(a action) bool { return key.Matches(msg, a.Binding) })
}

// act does what a key does. ok is false if no action has this key.
func (k keymap) act(m model, msg tea.KeyPressMsg) (next tea.Model, cmd tea.Cmd, ok bool) {
	i := k.find(msg)
	if i < 0 {
		return m, nil, false
	}
	next, cmd = k[i].act(m, msg.String())
	return next, cmd, true
}

// act does what the action does with a key.
func (a action) act(m model, key string) (tea.Model, tea.Cmd) {
	if !a.keeps {
		m.note = ""
	}
	return a.do(m, key)
}

// by returns the direction of a key that goes back or forth.
func by(k string) int {
	if slices.Contains([]string{"up", "k", "left", "h", "shift+tab", "pgup", "<", "shift+left"}, k) {
		return -1
	}
	return 1
}

// help says what the keys do, as far as they do anything now.
func (m model) help() popup {
	title := map[screen]string{atLobby: "Keys in the lobby", atTable: "Keys at the table", atReplay: "Keys of the replay"}[m.screen]
	if m.form.kind != noForm {
		title = "Keys of the form"
	}
	return m.sheet(shown.Sheet{Title: title}, append(m.actions(), everywhere()...).help(m.p, m.w-6)...)
}

// help says what each action does, in lines of at most w columns.
func (k keymap) help(p palette, w int) (lines []string) {
	k = slices.DeleteFunc(slices.Clone(k), func(a action) bool { return a.long == "" || !a.Enabled() })
	column := 0
	for _, a := range k {
		column = max(column, ansi.StringWidth(p.plainly(a.Help().Key))+2)
	}
	for _, a := range k {
		sign := p.strong.Render(p.plainly(a.Help().Key))
		for _, l := range wrap(p.plainly(a.long), w-column) {
			lines = append(lines, layout.Pad(sign, column)+l)
			sign = ""
		}
	}
	return lines
}

// row draws the row of keys at the bottom, each of which can be clicked. Keys that do not fit
// are left out.
func (k keymap) row(p palette, w int) block {
	row := text("")
	for i, a := range k {
		h := a.Help()
		if h.Desc == "" || h.Key == "" || !a.Enabled() {
			continue
		}
		one := text(p.strong.Render(p.plainly(h.Key))+" "+p.weak.Render(h.Desc)).as("key", i)
		gap := min(2, 1+row.width())
		if row.width()+gap+one.width() > w {
			break
		}
		row = beside(gap, row, one)
	}
	return row
}

// press does what the first key of action i does.
func (k keymap) press(m model, i int) (tea.Model, tea.Cmd) {
	if i >= len(k) || !k[i].Enabled() {
		return m, nil
	}
	return k[i].act(m, k[i].Keys()[0])
}
