package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// A notice keeps keys away from a popup that has come by itself, such as the result of a hand
// or a page of a lesson, until the player can have seen it. A key that is pressed sooner was
// meant for the screen before, so it does nothing. Until then the foot of the popup is empty.
// A notice also keeps keys away from a table that has just come and has the lobby's cursor.
type notice struct {
	takes time.Duration // how long keys are ignored; 0 for not at all
	came  int           // how many popups, and moves of the cursor, have come by themselves
}

// Notice is a time in which nobody has read anything yet; two presses of a key that was meant
// once lie closer together.
const Notice = 200 * time.Millisecond

// noticedMsg says that what came under this number takes keys.
type noticedMsg int

// showUnasked shows a popup that no key has asked for.
func (m model) showUnasked(u popup) model {
	m.popup = u
	m.notice, m.popup.unnoticed = m.notice.next()
	return m
}

// next returns the number of what has come by itself, 0 if it takes keys at once.
func (n notice) next() (notice, int) {
	if n.takes == 0 {
		return n, 0
	}
	n.came++
	return n, n.came
}

// awaitNotice waits until what was not there before takes keys.
func awaitNotice(before, m model, cmd tea.Cmd) (tea.Model, tea.Cmd) {
	for n := before.notice.came + 1; n <= m.notice.came; n++ {
		cmd = tea.Batch(cmd, tea.Tick(m.notice.takes, func(time.Time) tea.Msg { return noticedMsg(n) }))
	}
	return m, cmd
}

func (m model) onNoticed(n noticedMsg) model {
	if m.popup.unnoticed == int(n) {
		m.popup.unnoticed = 0
	}
	if m.lobby.unnoticed == int(n) {
		m.lobby.unnoticed = 0
	}
	return m
}
