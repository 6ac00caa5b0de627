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
		keys = keymap{on("y", "y", "seats", "see which seats are to change hands, and agree, or take that back", sets(func(m *model, _ string) { m.popup = m.listWishes(nil) }))}
	}
	for _, a := range keysOf(shown.Answers(t.t)) {
		if len(keys) == 0 || a.Help().Key == "N" {
			keys = append(keys, a)
		}
	}
	return keys
}

// laterKey returns the key that says "not now" to those who ask for seats at the door, if somebody
// asks.
func (t table) laterKey() keymap {
	return slices.DeleteFunc(keysOf(shown.Answers(t.t)), func(a action) bool { return a.Help().Key != "N" })
}

// listWishes is the list of the seats that are to change hands, each with its answer. It stays
// open, and every listed wish keeps its key, so that news never gives a key another meaning.
func (m model) listWishes(were []wanted) popup {
	u := popup{kind: askWish, about: m.table.id, title: "Seats that are to change hands", rest: "any other key goes back", wishes: renewWishes(were, shown.Handovers(m.table.t))}
	for i, w := range u.wishes[:min(len(u.wishes), len(choiceKeys))] {
		key, what, at := " ", w.text(m.table.t.Me()), -1
		if say.Answer(w.Handover) != "" {
			key, at = choiceKeys[i:i+1], len(u.actions)
			u.actions = append(u.actions, on(key, key, what, "", does(func(m model) (tea.Model, tea.Cmd) {
				m.popup = m.listWishes(u.wishes)
				d := shown.AnswersTo(m.table.t.Summary, w.Handover, true)[0]
				d.Ask = nil // it has been read
				return m.deed(d)
			})))
		}
		for n, line := range wrap(m.p.plainly(what), min(m.w-12, 66)) {
			if n > 0 {
				key = " "
			}
			u.lines, u.choice = append(u.lines, key+"  "+line), append(u.choice, at)
		}
	}
	for _, later := range m.table.laterKey() {
		for n, line := range wrap(m.p.plainly(later.long), min(m.w-12, 66)) {
			key := later.Help().Key
			if n > 0 {
				key = " "
			}
			u.lines, u.choice = append(u.lines, key+"  "+line), append(u.choice, len(u.actions))
		}
		u.actions = append(u.actions, later)
	}
	return u
}

// wanted is a handover in the list. gone means that nobody wants it any more.
type wanted struct {
	api.Handover
	gone bool
}

// renewWishes returns the listed wishes as they are now, then the new ones.
func renewWishes(were []wanted, now []api.Handover) (all []wanted) {
	for _, w := range were {
		i := slices.IndexFunc(now, func(h api.Handover) bool {
			return h.Seat == w.Seat && h.Fingerprint == w.Fingerprint && h.Bot == w.Bot && h.Now == w.Now
		})
		if w.gone = i < 0; w.gone {
			w.Yours, w.Agree, w.Mine = false, false, false
		} else {
			w.Handover, now = now[i], slices.Delete(slices.Clone(now), i, i+1)
		}
		all = append(all, w)
	}
	for _, h := range now {
		all = append(all, wanted{Handover: h})
	}
	return all
}

// text says what the player can do about the wish, who would take which seat, and who has yet
// to agree.
func (w wanted) text(you string) string {
	if w.gone {
		return "not wanted any more: " + say.Takes(w.Handover, you)
	}
	text := say.HandoverLine(w.Handover, you)
	if w.Warning.Code != "" {
		text = say.Warning(w.Warning) + "; " + text
	}
	if answer := say.Answer(w.Handover); answer != "" {
		text = answer + ": " + text
	}
	return text
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

// choiceKeys are the keys of choices: those that do not scroll.
const choiceKeys = "123456789abcdefghilmnopqrstuvwxyz"
