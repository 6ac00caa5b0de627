package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"fives/cli/say"
)

// View draws the screen.
func (m model) View() tea.View {
	v := tea.NewView(m.draw().String())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = m.windowTitle()
	v.KeyboardEnhancements.ReportAlternateKeys = true // see latin
	return v
}

// windowTitle returns the title of the terminal's window.
func (m model) windowTitle() string {
	if m.screen == atReplay {
		return m.replay.here().Story.Title() + " - fives replay"
	}
	if m.screen != atTable || !m.table.loaded {
		if m.lobby.turn().ID != "" {
			return "* your turn - fives"
		}
		return "fives"
	}
	if m.table.t.YourTurn {
		return "* your turn - " + m.table.t.Title
	}
	return m.table.t.Title + " - fives"
}

// tableShown returns the table on the screen, "" if the screen shows something else.
func (m model) tableShown() string {
	if m.screen == atTable {
		return m.table.id
	}
	return ""
}

// The smallest screen that shows a table.
const leastWidth, leastHeight = 40, 16

// Smallest height for a replay, which tells a table in lines where it does not fit.
const leastReplay = 8

// least returns the smallest height of what is shown, and what to say of it on a smaller one.
func (m model) least() (height int, on string) {
	if m.screen == atReplay {
		return leastReplay, ""
	}
	return leastHeight, " The game goes on."
}

// tooSmall reports whether the screen shows nothing but its own size.
func (m model) tooSmall() bool {
	least, _ := m.least()
	return m.w < leastWidth || m.h < least
}

func (m model) draw() block {
	if m.tooSmall() {
		least, on := m.least()
		return text(m.p.first(m.h, wrap(fmt.Sprintf("fives needs %d columns and %d lines; here are %d and %d.%s", leastWidth, least, m.w, m.h, on), m.w), m.w)...).fit(m.w, m.h)
	}
	if under := m; m.form.kind == preferences {
		under.form = form{}
		return under.draw().over(m.form.box("Preferences", m.p, m.w, m.h, m.actions().row(m.p, 60)))
	}
	s := m.scene()
	var b block
	switch m.screen {
	case atTable:
		b = tableView{m.table, s}.draw()
	case atReplay:
		b = m.replay.draw(s)
	default:
		b = m.lobby.draw(s)
	}
	if m.form.kind == newTable {
		b = m.form.draw(s)
	}
	if m.popup.sheet != nil {
		below := m.popup.below
		b = above(b.fit(m.w, m.h-len(below)).over(m.popup.draw(m.p, m.w, m.h)), text(below...).fit(m.w, len(below)))
	}
	return b
}

// scene returns what the screen shows beside its own part of the model.
func (m model) scene() scene {
	s := scene{p: m.p, w: m.w, h: m.h, now: m.now, note: m.note, warning: m.warning, cards: m.taste.Cards, match: m.taste.Evening, story: m.heard(m.table.id), heard: m.heard, input: m.input.draw(m.w - 2), keysLine: m.actions().row(m.p, m.w)}
	if m.broken != "" {
		s.banner = m.p.plainly(m.broken + " · trying again…")
	} else if t := m.lobby.turn(); t.ID != "" && m.form.kind == noForm && t.ID != m.tableShown() {
		s.note, s.warning = m.p.plainly("it is your turn · tab goes to "+say.OwnTable(t)), false
		if m.note != "" {
			s.note, s.warning = m.note, m.warning
		}
	}
	if m.screen == atTable && m.table.lesson() {
		return m.lesson.scene(s, m.table.current())
	}
	return s
}
