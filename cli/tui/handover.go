package tui

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/phrase"
	"fives/cli/shown"
	"fives/cli/words"
	"fives/p2p/control"
)

// wishes says in a line which seat is to change hands.
func (v tableView) wishes() block {
	all := shown.Handovers(v.t)
	if len(all) == 0 {
		return block{}
	}
	h, you, style := all[0], v.t.Summary.You, v.p.weak
	line := words.HandoverLine(h, you)
	if h.Warning.Code != "" {
		line = words.Warning(h.Warning) + "; " + line
	}
	if n := len(all) - 1; n > 0 {
		line += fmt.Sprintf("; and %d more", n)
	}
	if ansi.StringWidth(line) > v.w-2 {
		line = words.HandoverShort(h, you)
	}
	if h.Yours {
		style = v.p.good
	}
	line = v.p.cut(" "+v.p.plainly(line), v.w-1) + " "
	return text(style.Render(line) + v.p.rule(v.w-ansi.StringWidth(line)))
}

// wishing is the key for the player's word about seats that are to change hands.
func (t table) wishing() keymap {
	all := shown.Answerable(t.t)
	if len(all) == 0 {
		return nil
	}
	what := words.Answer(all[0])
	if len(all) > 1 {
		what = "seats"
	}
	return keymap{on("y", "y", what, "agree that a seat changes hands, or take that back", does(model.answers))}
}

// answers agrees to the handover, or takes that back; where there are more, it asks which.
func (m model) answers() (tea.Model, tea.Cmd) {
	all, you := shown.Answerable(m.table.t), m.table.t.Summary.You
	if len(all) == 1 {
		return m, m.at(m.table.id).answer(m.table.id, all[0], you)
	}
	var list []choice
	for _, h := range all {
		list = append(list, choice{words.Answer(h) + ": " + words.Takes(h, you), func(m model) (tea.Model, tea.Cmd) {
			return m, m.at(m.table.id).answer(m.table.id, h, you)
		}})
	}
	m.popup = choosing(m.table.id, "Seats that are to change hands", list, "any other key goes back")
	return m, nil
}

// answer agrees to a handover, or takes back what this node's person has said about it.
func (c caller) answer(id string, h control.Handover, you string) tea.Cmd {
	about := control.About{Table: id}
	return c.within(patient, func(ctx context.Context) tea.Msg {
		var err error
		not := !h.Yours || h.Agree || h.Mine
		if shown.OffersSeat(h, you) {
			_, err = c.d.Handover(ctx, control.HandoverRequest{About: about, Seat: h.Seat, To: h.Fingerprint, Bot: h.Bot, Not: true})
		} else {
			_, err = c.d.Agree(ctx, control.AgreeRequest{About: about, Seat: h.Seat, To: h.Fingerprint, Not: not})
		}
		return doneMsg{words.Agreed(h, you, not), err}
	})
}

// handsOver asks whose seat is to be handed over, if the player has computer players, then to
// whom.
func (m model) handsOver() (tea.Model, tea.Cmd) {
	you := m.table.t.Summary.You
	var list []choice
	for _, s := range m.table.t.Seats {
		switch {
		case s.You:
			list = append(list, choice{"your own seat", func(m model) (tea.Model, tea.Cmd) { return m.handsTo(s) }})
		case s.BotOf == you && you != "" && !s.Left:
			list = append(list, choice{"the seat of " + words.Name(s.Name) + ", " + phrase.Bot(s.BotOf, s.Strength), func(m model) (tea.Model, tea.Cmd) { return m.handsTo(s) }})
		}
	}
	if len(list) == 1 {
		return list[0].do(m)
	}
	m.popup = choosing(m.table.id, "Hand a seat over", list, "any other key keeps it")
	return m, nil
}

// handsTo asks to whom a seat is to be handed.
func (m model) handsTo(s control.Seat) (tea.Model, tea.Cmd) {
	r := control.HandoverRequest{About: control.About{Table: m.table.id}}
	whose := "your seat"
	if !s.You {
		r.Seat, whose = s.Name, words.Name(s.Name)+"'s seat"
	}
	var list []choice
	to := func(text, fingerprint string, bot bool) {
		r.To, r.Bot = fingerprint, bot
		asked := r
		list = append(list, choice{text, func(m model) (tea.Model, tea.Cmd) { return m.handsWhen(asked, whose) }})
	}
	for _, p := range m.lobby.peers {
		seated := slices.ContainsFunc(m.table.t.Seats, func(s control.Seat) bool { return s.Fingerprint == p.Fingerprint })
		if p.Connected && !seated && !words.IsScreen(p) {
			to(m.p.warnedName(p), p.Fingerprint, false)
		}
	}
	for _, o := range m.table.t.Seats {
		if !o.You && !o.Left && o.BotOf == "" {
			to("a computer player of "+words.Name(o.Name)+"'s", o.Fingerprint, true)
		}
	}
	if len(list) == 0 {
		return m.withNote("nobody is here who could take "+whose+"; i invites others", false), nil
	}
	m.popup = choosing(m.table.id, "Hand "+whose+" over to", list, "any other key keeps it")
	return m, nil
}

// warnedName is the name of a node, with the doubt about it.
func (p palette) warnedName(x control.Peer) string {
	if x.Name == "" {
		return x.Fingerprint
	}
	if x.Warning.Code != "" {
		return words.Name(x.Name) + p.warn.Render(" ! "+words.Warning(x.Warning))
	}
	return words.Name(x.Name) + p.weak.Render(" "+x.Fingerprint)
}

// handsWhen asks when a seat is to change hands, and offers it.
func (m model) handsWhen(r control.HandoverRequest, whose string) (tea.Model, tea.Cmd) {
	var list []choice
	for _, now := range []bool{false, true} {
		r.Now = now
		asked := r
		list = append(list, choice{words.When(now), func(m model) (tea.Model, tea.Cmd) {
			return m, m.at(m.table.id).handOver(asked, m.table.t.Summary.You)
		}})
	}
	m.popup = choosing(m.table.id, "Hand "+whose+" over", list, "any other key keeps it")
	m.popup.lines = append(m.popup.lines, "", "Everybody who plays agrees once; until then", "you play on, and y takes it back.")
	hosts := func(s control.Seat) bool { return s.BotOf != "" && s.BotOf == m.table.t.Summary.You && !s.Left }
	if r.Seat == "" && slices.ContainsFunc(m.table.t.Seats, hosts) {
		m.popup.lines = append(m.popup.lines, "Your computer players leave with you,", "unless their seats are handed over, too.")
	}
	return m, nil
}

func (c caller) handOver(r control.HandoverRequest, you string) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		h, err := c.d.Handover(ctx, r)
		return doneMsg{words.HandoverLine(h, you), err}
	})
}

// takes asks which seat of a running table the player would take.
func (m model) takes(r row) (tea.Model, tea.Cmd) {
	o := *r.offer
	if len(o.OpenSeats) == 0 { // a private one names its seats behind the code only
		m.input = newInput(typeSeat, o.ID, "")
		return m, nil
	}
	var list []choice
	for _, s := range o.OpenSeats {
		list = append(list, choice{words.SeatMarked(s), func(m model) (tea.Model, tea.Cmd) { return m.asksFor(o.ID, s.Name, o.Private) }})
	}
	m.popup = choosing(o.ID, "Whose seat would you take?", list, "any other key goes back")
	m.popup.lines = append(m.popup.lines, "", "Those who play there agree; from the next hand on", "the seat is yours, with its points.")
	return m, nil
}

// asksFor asks for a seat of a running table, first for the code where it takes one.
func (m model) asksFor(id, seat string, private bool) (tea.Model, tea.Cmd) {
	if private {
		m.input = newInput(typeCode, id, "")
		m.input.seat = seat
		return m, nil
	}
	return m.withNote("asking for "+words.Name(seat)+"'s seat…", false), m.call.join(control.JoinRequest{Table: id, Seat: seat})
}

// hasSeats reports whether a seat of a running table can be asked for.
func (r row) hasSeats() bool {
	o := r.offer
	return o != nil && o.Running && o.Handover == nil && (len(o.OpenSeats) > 0 || o.Private)
}

// followed is a table that has begun since and at which the player goes on from the one
// on the screen, "" if there is none.
func (m model) followed(before control.Tables) string {
	playing := func(s control.Summary) bool { return s.Phase == control.PhasePlaying && s.You != "" }
	for _, s := range m.lobby.tables.Mine {
		was := slices.ContainsFunc(before.Mine, func(old control.Summary) bool { return old.ID == s.ID && playing(old) })
		if m.screen == atTable && m.lobby.goesOnFrom(s.ID, m.table.id) && playing(s) && !was {
			return s.ID
		}
	}
	return ""
}

// A choice is a line of a popup that can be chosen, by its key or a click.
type choice struct {
	text string
	do   func(model) (tea.Model, tea.Cmd)
}

// choiceKeys are those of choices, without the keys that scroll.
const choiceKeys = "123456789abcdefghilmnopqrstuvwxyz"

// choosing asks for one of several things.
func choosing(about, title string, list []choice, rest string) popup {
	u := popup{kind: askChoice, about: about, title: title, rest: rest}
	for i, c := range list[:min(len(list), len(choiceKeys))] {
		key := choiceKeys[i : i+1]
		u.lines = append(u.lines, key+"  "+c.text)
		u.actions = append(u.actions, on(key, key, c.text, "", does(c.do)))
	}
	u.choices = len(u.lines)
	return u
}
