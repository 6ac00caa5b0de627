package tui

import (
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"fives/cli/shown"
	"fives/p2p/api"
)

// A pace shows the steps of a table slowly enough for an eye to follow, however quickly the
// daemon brings them, each with its lines of the story ([shown.Beat]). It only puts off what is on the
// screen: the daemon goes on, and any key shows at once all that has happened, unless it is for a popup
// or a line that is being typed.
type pace struct {
	rest    time.Duration // between two moves on the screen; 0 for none
	resting bool          // a move is on the screen, and the rest after it is not over
	waiting []tableMsg    // the tables that come after it, oldest first
	held    []api.Event   // what has happened since the last of them
}

// tell puts an event into the story of its table. At the table on the screen it waits for the table that
// comes with it or soon after it; talk does not.
func (m model) tell(e api.Event) model {
	if m.pace.rest > 0 && m.screen == atTable && e.Table == m.table.id && m.table.loaded && e.Kind != api.EventChat {
		m.pace.held = append(m.pace.held[:len(m.pace.held):len(m.pace.held)], e)
		return m
	}
	return m.tells(e)
}

func (m model) tells(events ...api.Event) model {
	m.stories = maps.Clone(m.stories)
	for _, e := range events {
		m.stories[e.Table] = m.stories[e.Table].withEvent(e)
	}
	return m
}

// take returns what is held, for the table that has come with it.
func (p *pace) take() (held []api.Event) {
	held, p.held = p.held, nil
	return held
}

// dropped tells at once what waits, without its tables.
func (m model) dropped() model {
	for _, msg := range m.pace.waiting {
		m = m.tells(msg.told...)
	}
	m = m.tells(m.pace.take()...)
	m.pace.waiting, m.pace.resting = nil, false
	return m
}

// tellsLate tells what is held and has had no table for a while: then none comes.
func (m model) tellsLate() model {
	held := m.pace.take()
	if n := len(m.pace.waiting); n > 0 {
		m.pace.waiting = slices.Clone(m.pace.waiting)
		m.pace.waiting[n-1].told = slices.Concat(m.pace.waiting[n-1].told, held)
		return m
	}
	return m.tells(held...)
}

// paceMsg ends the rest after a move, if that table is still shown.
type paceMsg struct{ table string }

func (p pace) tick(table string) tea.Cmd {
	return tea.Tick(p.rest, func(time.Time) tea.Msg { return paceMsg{table} })
}

// paceTable shows the table, or keeps it until it is its turn.
func (m model) paceTable(msg tableMsg) (tea.Model, tea.Cmd) {
	if msg.id != m.table.id || msg.err != nil || !m.table.loaded || m.pace.rest == 0 {
		return m.dropped().showTable(msg)
	}
	msg.told = m.pace.take()
	moved := shown.Beat(msg.table) != shown.Beat(m.pace.latest(m.table.t).table)
	switch {
	case !moved && len(m.pace.waiting) == 0:
		return m.showTable(msg)
	case !moved: // the same move, and what came of it
		last := len(m.pace.waiting) - 1
		msg.told = slices.Concat(m.pace.waiting[last].told, msg.told)
		m.pace.waiting = append(m.pace.waiting[:last:last], msg)
		return m, nil
	case m.pace.resting:
		m.pace.waiting = append(m.pace.waiting[:len(m.pace.waiting):len(m.pace.waiting)], msg)
		if len(m.pace.waiting) > shown.Round(msg.table) {
			first := m.pace.waiting[0]
			m.pace.waiting = m.pace.waiting[1:]
			m.pace.waiting[0].told = slices.Concat(first.told, m.pace.waiting[0].told)
		}
		return m, nil
	}
	m.pace.resting = true
	next, cmd := m.showTable(msg)
	return next, tea.Batch(cmd, m.pace.tick(msg.id))
}

// latest returns the newest table that has come, which may be the shown one.
func (p pace) latest(now api.Table) tableMsg {
	if n := len(p.waiting); n > 0 {
		return p.waiting[n-1]
	}
	return tableMsg{table: now}
}

// onRested shows the table that waits next.
func (m model) onRested(msg paceMsg) (tea.Model, tea.Cmd) {
	if msg.table != m.table.id || !m.pace.resting {
		return m, nil
	}
	if len(m.pace.waiting) == 0 {
		m.pace.resting = false
		return m, nil
	}
	first := m.pace.waiting[0]
	m.pace.waiting = m.pace.waiting[1:]
	next, cmd := m.showTable(first)
	return next, tea.Batch(cmd, m.pace.tick(m.table.id))
}

// catchUp shows everything that waits, and reports whether anything did.
func (m model) catchUp() (model, tea.Cmd, bool) {
	if len(m.pace.waiting) == 0 {
		return m, nil, false
	}
	var cmds []tea.Cmd
	waiting := m.pace.waiting
	m.pace.waiting, m.pace.resting = nil, false
	for _, msg := range waiting {
		next, cmd := m.showTable(msg)
		m = next.(model)
		cmds = append(cmds, cmd)
	}
	return m, tea.Batch(cmds...), true
}
