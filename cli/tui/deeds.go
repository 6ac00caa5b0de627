package tui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/invite"
	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/p2p/api"
)

// A doneMsg brings what has come of a deed.
type doneMsg struct {
	deed shown.Deed
	shown.Done
	err error
}

// do has the daemon do a deed.
func (c caller) do(d shown.Deed) tea.Cmd {
	return func() tea.Msg {
		done, err := d.Do(c.ctx, c.d)
		return doneMsg{d, done, err}
	}
}

// keyOf makes the key of a deed.
func keyOf(d shown.Deed) action {
	sign := strings.Fields(d.Key)[0]
	return on(d.Key, sign, d.Short, d.Says, does(func(m model) (tea.Model, tea.Cmd) { return m.deed(d) }))
}

// keysOf makes the keys of those deeds of a list that are offered, except those whose key another one
// has already.
func keysOf(list []shown.Deed) (keys keymap) {
	var taken []string
	for _, d := range shown.Offered(list) {
		if d.Key != "" && !slices.Contains(taken, d.Key) {
			keys, taken = append(keys, keyOf(d)), append(taken, d.Key)
		}
	}
	return keys
}

// deed does a deed, after what has to be answered or typed before it.
func (m model) deed(d shown.Deed) (tea.Model, tea.Cmd) {
	switch {
	case !d.Offered():
		return m.withNote(d.WhyNot, false), nil
	case d.Ask != nil:
		m.popup = m.sheet(*d.Ask)
		return m, nil
	case d.Act == shown.ActGive && d.With.To == "" && !d.With.Bot:
		return m.handOver()
	case d.Act == shown.ActInvite && !d.With.Not:
		return m.invites(invite.Table{ID: d.With.Table, Code: d.With.Code})
	case d.Act == shown.ActLookBack:
		return m.looksBack(d.With.Table, d.With.Hand), m.call.teaches(d.With.Table, d.With.Hand, shown.You(m.table.t))
	case d.Act == shown.ActAgain:
		return m, m.call.again(d.With)
	case d.Act == shown.ActLook:
		return m.sit(d.With.Table)
	case d.Act == shown.ActLearn:
		rs, err := games.Find(d.With.Game)
		if err != nil {
			return m.withError(err), nil
		}
		return m.attend(learn.Sit(rs, m.lobby.status.Name))
	case len(d.Fields) > 0:
		m.input = newInput(d, 0)
		return m.withNote(d.Fields[0].Meaning, false), nil
	}
	return m.withNote(m.p.plainly(d.While), false), m.at(d.With.Table).do(d)
}

// answered does what the player has chosen on a sheet, unless the table has changed meanwhile: then
// it might mean something else.
func (m model) answered(d shown.Deed) (tea.Model, tea.Cmd) {
	if !m.offers(d) {
		return m.withNote("that has changed: nothing was done", true), nil
	}
	return m.deed(d)
}

// offers reports whether a deed at the table on the screen can still be done with the same; others
// are left to the daemon.
func (m model) offers(d shown.Deed) bool {
	if m.screen != atTable || d.Act != shown.ActContinue && d.Act != shown.ActCover {
		return true
	}
	return slices.ContainsFunc(shown.Offered(shown.Deeds(m.table.t)), func(x shown.Deed) bool {
		return x.Same(d) || x.Ask != nil && slices.ContainsFunc(x.Ask.Choices, d.Same)
	})
}

// sheet shows a sheet: what it says, what is drawn already, and its choices with a key each. The first
// one may be named below the box, if it has a key of its own; those of a result all are.
func (m model) sheet(s shown.Sheet, drawn ...string) popup {
	u := popup{sheet: &s, lines: append(m.p.written(s, m.w), drawn...)}
	switch {
	case u.settled():
		u.rest = "enter " + s.No // any other key does it, too
	case slices.ContainsFunc(s.Choices, shown.Deed.Offered):
		u.rest = "any other key: " + s.No
	}
	u.choice = slices.Repeat([]int{-1}, len(u.lines))
	next := 0
	for i, d := range s.Choices[:min(len(s.Choices), len(choiceKeys))] {
		keys := d.Key
		if keys == "" {
			keys, next = choiceKeys[next:next+1], next+1
		}
		sign, at := " ", -1
		if d.Offered() {
			sign, at = strings.Fields(keys)[0], len(u.actions)
			u.actions = append(u.actions, on(keys, sign, cmp.Or(d.Short, d.Label), "", does(func(m model) (tea.Model, tea.Cmd) {
				if len(s.Handovers) > 0 {
					m.popup = m.sheet(s)
				}
				return m.answered(s.Chosen(i))
			})))
		}
		if s.Count == nil && (i > 0 || d.Key == "") {
			for n, line := range wrap(m.p.plainly(d.Label), min(m.w-11, 57)) {
				if n > 0 {
					sign = " "
				}
				u.lines, u.choice = append(u.lines, sign+"  "+line), append(u.choice, at)
			}
		}
	}
	for i, f := range s.Fields {
		sign := choiceKeys[next : next+1]
		next++
		u.lines, u.choice = append(u.lines, sign+"  "+f.Label+": "+f.Value()), append(u.choice, len(u.actions))
		u.actions = append(u.actions, on(sign, sign, f.Label, "", does(func(m model) (tea.Model, tea.Cmd) {
			turned := s
			turned.Fields = slices.Clone(s.Fields)
			turned.Fields[i] = f.Turned(1)
			m.popup = m.sheet(turned)
			return m, nil
		})))
	}
	return u
}

// choiceKeys are the keys of choices: those that do not scroll.
const choiceKeys = "123456789abcdefghilmnopqrstuvwxyz"

// asksScreen asks once at a table whether a big screen that is here shows it, unless it is the player's
// turn or something else is on the screen.
func (m model) asksScreen() model {
	t := m.table.t
	if m.screen != atTable || m.busy() || !m.table.loaded || t.YourTurn || len(m.pace.waiting) > 0 || m.screened == t.ID {
		return m
	}
	s, ok := shown.BigScreen(t, m.lobby.peers)
	if !ok {
		return m
	}
	m.screened = t.ID
	return m.showUnasked(m.sheet(s))
}

// written writes what a sheet says, in lines of at most w columns.
func (p palette) written(s shown.Sheet, w int) (lines []string) {
	says := func(style func(...string) string, text string, most int) []string {
		return styled(style, wrap(p.plainly(text), min(w-8, most)))
	}
	if s.Grid == nil && len(s.Parts) == 0 {
		for _, text := range s.Says {
			lines = append(lines, wrap(p.plainly(text), min(w-8, 60))...)
		}
	}
	if c := s.Count; c != nil {
		under := p.strong
		if c.Over {
			under = p.good
		}
		lines = append(lines, p.strong.Render(say.Sentence(c.Headline)), "")
		lines = append(lines, draw.Sheet("", c.Results, pen{p.marked(c.Marks)}, w-6)...)
		lines = append(append(lines, says(under.Render, c.Under, 66)...), says(p.weak.Render, c.Goal, 66)...)
		for _, b := range c.Breaches {
			lines = append(append(lines, ""), says(p.warn.Render, b, 66)...)
		}
	}
	lines = append(lines, p.grid(s.Grid, w)...)
	for _, part := range s.Parts {
		lines = append(lines, p.strong.Render(p.plainly(part.Title)))
		for _, x := range part.Says {
			lines = append(lines, draw.Indented("  ", strings.Split(ansi.Wordwrap(p.plainly(p.says(x)), min(w-6, 76)-2, ""), "\n"))...)
		}
		lines = append(lines, "")
	}
	if s.Grid != nil || len(s.Parts) > 0 {
		for _, text := range s.Says {
			lines = append(lines, says(p.weak.Render, text, 66)...)
		}
	}
	return lines
}

// onDone handles what has come of a deed.
func (m model) onDone(msg doneMsg) (tea.Model, tea.Cmd) {
	d := msg.deed
	if msg.err != nil {
		return m.onUndone(d, msg.err), nil
	}
	if msg.Ask != nil {
		m.popup = m.sheet(*msg.Ask)
		return m, nil
	}
	if i, is := msg.Data.(api.FarInvitation); is {
		return m.onFar(i), nil
	}
	if d.Act == shown.ActLeave {
		m.expected = m.expected.without(d.With.Table)
	}
	if msg.Await != "" {
		m.expected, m.lobby = m.expected.with(msg.Await), m.lobby.await(msg.Await)
	}
	there := m.screen == atTable && m.table.id == d.With.Table
	if msg.Lobby && there {
		m.screen = atLobby
	}
	if m.form.kind == newTable && d.Act == shown.ActHost {
		m.form = form{}
	}
	if msg.Go != "" {
		return m.onward(msg.Go, there)
	}
	return m.withNote(m.p.plainly(msg.Says), false), m.call.lobby()
}

// onUndone says why a deed was not done. A wrong code can be tried again.
func (m model) onUndone(d shown.Deed, err error) model {
	if m.form.kind == newTable && d.Act == shown.ActHost {
		m.form.wrong = reason(err)
		return m
	}
	code := slices.IndexFunc(d.Fields, func(x shown.Field) bool { return x.Name == "code" })
	if code >= 0 && api.ErrorIn(err).Reason == api.ReasonWrongCode && !m.busy() && m.screen == atLobby {
		m.input = newInput(d, code)
	}
	return m.withErrorOf(d.Label, err)
}

// withErrorOf is [model.withError] in a box, if the two lines below the screen have no room for the error.
func (m model) withErrorOf(what string, err error) model {
	m = m.withError(err)
	if m.broken == "" && !m.busy() && len(wrap(m.note, m.w-4)) > 2 {
		m.popup, m.note = m.sheet(shown.Sheet{Title: say.Capital(what), Says: []string{say.Sentence(m.note)}}), ""
	}
	return m
}

// onward goes to the table to which a deed leads, unless the player is at something else by now.
func (m model) onward(id string, there bool) (tea.Model, tea.Cmd) {
	if m.busy() || m.screen == atTable && !there {
		m.expected = m.expected.with(id)
		return m.withNote("the table has begun: tab goes there", false), nil
	}
	return m.sit(id)
}

// askToTrust asks whether to accept a new key.
func (m model) askToTrust() (tea.Model, tea.Cmd) {
	var warnings []api.Warning
	if m.screen == atTable {
		warnings = append(warnings, m.table.t.Warnings...)
	}
	warnings = append(warnings, m.lobby.warnings()...)
	list := shown.Trusts(warnings)
	switch len(list) {
	case 0:
		return m.withNote("nobody here has a new key", false), nil
	case 1:
		return m.deed(list[0])
	}
	for i := range list {
		list[i].Key, list[i].Label, list[i].Ask = "", list[i].With.To, nil
	}
	m.popup = m.sheet(shown.Sheet{Title: "New keys", Says: []string{"Compare a fingerprint by voice before you accept it."}, No: "accept none", Choices: list})
	return m, nil
}
