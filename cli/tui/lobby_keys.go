package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fives/cli/invite"
	"fives/cli/say"
	"fives/cli/shown"
)

func (l lobby) actions() keymap {
	r, _ := l.current()
	var first, last []shown.Deed
	for _, d := range r.Deeds {
		switch {
		case d.Act == shown.ActTrust:
		case d.Act == shown.ActLeave || d.Act == shown.ActForget || d.Act == shown.ActInvite:
			last = append(last, d)
		default:
			first = append(first, d)
		}
	}
	keys := keysOf(first)
	if !slices.ContainsFunc(keys, func(a action) bool { return slices.Contains(a.Keys(), "enter") }) {
		keys = append(keys, on("enter space", "enter", "", "", does(model.chooseRow)))
	}
	learn := "learn"
	if _, waits := shown.Find(r.Deeds, shown.ActSay); waits {
		learn = "" // the row has room for what can be done while one waits
	}
	rest := keymap{
		on("n", "n", "new table", "open a new table", sets(func(m *model, _ string) { m.form = newForm(say.Others(m.lobby.peers), m.taste.Cover) })),
		on("l", "l", learn, "learn a game: a first hand with a word on each move", sets(func(m *model, _ string) { m.popup = m.sheet(shown.Lessons(m.lesson.desk)) })),
		on("up k down j", "↑↓", "choose", "choose a table (also j, k and the mouse)", sets(func(m *model, k string) { m.lobby = m.lobby.moved(by(k)) })),
	}
	return slices.Concat(keys, rest, keysOf(last), keymap{
		showHelp(),
		on("R", "R", "", "the rules of the game under the cursor", sets(func(m *model, _ string) {
			if r, ok := m.lobby.current(); ok {
				m.popup = m.rules(r.Game)
			}
		})),
		on("i", "i", "", "invite others, by a code to scan: a page to play on, and the program", does(func(m model) (tea.Model, tea.Cmd) { return m.invites(invite.Table{}) })).only(!slices.ContainsFunc(last, func(d shown.Deed) bool { return d.Act == shown.ActInvite })),
		on("a", "a", "", "connect to a friend's link, or to an address where multicast does not work", does(func(m model) (tea.Model, tea.Cmd) { return m.deed(shown.Connect) })),
	}, common(false))
}

// chooseRow does what the row under the cursor is for.
func (m model) chooseRow() (tea.Model, tea.Cmd) {
	r, ok := m.lobby.current()
	switch {
	case !ok && len(m.lobby.rows()) > 0:
		return m.withNote("choose a table first: "+m.p.plainly("↑↓"), false), nil
	case !ok:
		return m.withNote("no table is open; n opens one", false), nil
	}
	for _, d := range shown.Offered(r.Deeds) {
		if slices.Contains(strings.Fields(d.Key), "enter") {
			return m.deed(d)
		}
	}
	return m.deed(r.Deeds[0]) // which says why not
}
