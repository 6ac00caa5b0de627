package tui

import (
	tea "charm.land/bubbletea/v2"

	"fives/cli/prefs"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

func (f form) actions() keymap {
	back := sets(func(m *model, _ string) { m.form = form{} })
	walk := sets(func(m *model, k string) { m.form = m.form.moved(by(k)) })
	change := sets(func(m *model, k string) { *m = m.turned(by(k)) })
	if f.kind == preferences {
		return keymap{
			on("esc q P", "esc", "back", "", back),
			on("up k shift+tab down j tab", "↑↓", "choose", "", walk),
			on("right left enter space l h", "←→", "change", "", change),
		}
	}
	return keymap{
		on("enter", "enter", "open the table", "open the table", does(func(m model) (next tea.Model, cmd tea.Cmd) {
			if m.form, cmd = m.form.open(m.call); cmd != nil {
				m = m.rememberCover(m.form)
			}
			return m, cmd
		})),
		on("up shift+tab down tab", "↑↓", "field", "next field", walk),
		on("left right space", "←→", "change", "change it; numbers can be typed too", change),
		on("backspace", "", "", "", sets(func(m *model, _ string) { m.form = m.form.typed("", true) })),
		on("esc", "esc", "back", "back to the lobby", back),
		showHelp(),
	}
}

// turned changes what is under the cursor of the form.
func (m model) turned(by int) model {
	if m.form.kind == preferences {
		return m.prefers(by)
	}
	m.form = m.form.turned(by, say.Others(m.lobby.peers))
	return m
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
