package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// wishes says in one line which seat is to change hands.
func (v tableView) wishes() block {
	all := shown.Handovers(v.t)
	if len(all) == 0 {
		return block{}
	}
	h, you, style := all[0], v.t.Me(), v.p.weak
	line := say.HandoverLine(h, you)
	more, warned := "", block{}
	if h.Warning.Code != "" { // in a line of its own, which is as loud as it must be
		lines := draw.Indented(" ", wrap(v.p.plainly(say.Warning(h.Warning)), v.w-1))
		if v.low() {
			lines = lines[:1]
		}
		warned = text(styled(v.p.tone(shown.Doubt(h.Warning)).Render, lines)...)
	}
	if n := len(all) - 1; n > 0 {
		more = fmt.Sprintf("; and %d more", n)
	}
	if line += more; ansi.StringWidth(line) > v.w-2 {
		line = say.HandoverShort(h, you)
		if ansi.StringWidth(line+more) <= v.w-2 {
			line += more
		}
	}
	if h.Yours {
		style = v.p.good
	}
	line = v.p.cut(" "+v.p.plainly(line), v.w-1) + " "
	return above(warned, text(style.Render(line)+v.p.rule(v.w-ansi.StringWidth(line))))
}

// wishKeys returns the key with which the player answers a wish for a seat. Where there are
// several wishes, it opens the list of them.
func (t table) wishKeys() (keys keymap) {
	if len(shown.Handovers(t.t)) > 1 {
		keys = keymap{on("y", "y", "seats", "see which seats are to change hands, and agree, or take that back", sets(func(m *model, _ string) { m.popup = m.sheet(shown.Wishes(m.table.t, nil)) }))}
	}
	for _, a := range keysOf(shown.Answers(t.t)) {
		if len(keys) == 0 || a.Help().Key == "N" {
			keys = append(keys, a)
		}
	}
	return keys
}

// handOver asks who is to get a seat of the player's.
func (m model) handOver() (tea.Model, tea.Cmd) {
	s, ok := shown.Giving(m.table.t, m.lobby.peers)
	if !ok {
		return m.withNote("nobody is here who could take your seat; i invites others", false), nil
	}
	m.popup = m.sheet(s)
	return m, nil
}

// followingTable returns a table that has begun since and goes on from the one on the screen, "" if
// there is none.
func (m model) followingTable(before api.Tables) string {
	playing := func(s api.Summary) bool { return s.Phase == api.PhasePlaying && s.Me() != "" }
	for _, s := range m.lobby.tables.Mine {
		was := slices.ContainsFunc(before.Mine, func(old api.Summary) bool { return old.ID == s.ID && playing(old) })
		if m.screen == atTable && m.lobby.goesOnFrom(s.ID, m.table.id) && playing(s) && !was {
			return s.ID
		}
	}
	return ""
}
