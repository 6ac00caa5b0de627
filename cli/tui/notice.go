package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// A notice keeps keys away from a popup that has come by itself, such as the result of a hand
// or a page of a lesson, until the player can have seen it. A key that is pressed sooner was
// meant for the screen before, so it does nothing. Until then the foot of the popup is empty.
type notice struct {
	takes time.Duration // how long a popup ignores keys; 0 for not at all
	came  int           // how many popups have come by themselves
}

// Notice is a time in which nobody has read anything yet; two presses of a key that was meant
// once lie closer together.
const Notice = 200 * time.Millisecond

// noticedMsg says that the popup with this number takes keys.
type noticedMsg int

// comes shows a popup that no key has asked for.
func (m model) comes(u popup) model {
	m.popup = u
	if m.notice.takes > 0 {
		m.notice.came++
		m.popup.unnoticed = m.notice.came
	}
	return m
}

// noticing waits until a popup that was not there before takes keys.
func noticing(before, m model, cmd tea.Cmd) (tea.Model, tea.Cmd) {
	n := m.popup.unnoticed
	if n == 0 || n == before.popup.unnoticed {
		return m, cmd
	}
	return m, tea.Batch(cmd, tea.Tick(m.notice.takes, func(time.Time) tea.Msg { return noticedMsg(n) }))
}

func (m model) noticed(n noticedMsg) model {
	if m.popup.unnoticed == int(n) {
		m.popup.unnoticed = 0
	}
	return m
}
