package tui

import (
	tea "charm.land/bubbletea/v2"

	"fives/cli/prefs"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

func formActions() keymap {
	return keymap{
		on("enter", "enter", "open the table", "open the table", does(func(m model) (next tea.Model, cmd tea.Cmd) {
			if m.form, cmd = m.form.open(m.call); cmd != nil {
				m = m.rememberCover(m.form)
			}
			return m, cmd
		})),
		on("up shift+tab down tab", "↑↓", "field", "next field", sets(func(m *model, k string) { m.form = m.form.moved(by(k)) })),
		on("left right space", "←→", "change", "change it; numbers can be typed too", sets(func(m *model, k string) { m.form = m.form.turned(by(k), say.Others(m.lobby.peers)) })),
		on("backspace", "", "", "", sets(func(m *model, _ string) { m.form = m.form.typed("", true) })),
		on("esc", "esc", "back", "back to the lobby", sets(func(m *model, _ string) { m.screen = atLobby })),
		showHelp(),
	}
}

// rememberCover keeps whether the player chose cover, which one person does alike at most tables.
func (m model) rememberCover(f form) model {
	answer := f.fields.Field(shown.FieldCover).Value()
	if f.covers() == m.taste.Cover {
		return m
	}
	next, err := m.keep(prefs.CoverKey, answer)
	if err != nil {
		return m.withNote(api.Plain(err.Error()), true)
	}
	return next
}

// open opens the table that the form describes.
func (f form) open(c caller) (form, tea.Cmd) {
	r, err := f.fields.Request()
	if err != nil {
		f.wrong = reason(err)
		return f, nil
	}
	f.wrong = ""
	return f, c.do(shown.Deed{Act: shown.ActHost, With: shown.With{Terms: r}})
}
