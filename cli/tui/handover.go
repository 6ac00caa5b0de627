package tui

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

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
	if h.Warning.Code != "" {
		line = say.Warning(h.Warning) + "; " + line
	}
	more := ""
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
	return text(style.Render(line) + v.p.rule(v.w-ansi.StringWidth(line)))
}

// wishKeys returns the key with which the player answers a wish for a seat. Where there are
// several wishes, it opens the list of them.
func (t table) wishKeys() (keys keymap) {
	all := shown.Handovers(t.t)
	switch {
	case len(all) > 1:
		keys = keymap{on("y", "y", "seats", "see which seats are to change hands, and agree, or take that back", does(model.answerWish))}
	case len(all) == 1 && say.Answer(all[0]) != "":
		keys = keymap{on("y", "y", say.Answer(all[0]), "agree that a seat changes hands, or take that back", does(model.answerWish))}
	}
	return append(keys, t.laterKey()...)
}

// laterKey returns the key that says "not now" to those who ask for seats at the door, if somebody
// asks.
func (t table) laterKey() keymap {
	all := shown.Handovers(t.t)
	i := slices.IndexFunc(all, func(h api.Handover) bool { return h.Yours && shown.AsksAtDoor(h) })
	if i < 0 {
		return nil
	}
	return keymap{on("N", "N", "not now", say.Quiet, does(func(m model) (tea.Model, tea.Cmd) {
		return m, m.at(t.id).notNow(t.id, all[i])
	}))}
}

// answerWish agrees to the handover, or takes that back. It shows the list if there are several,
// or if the handover brings other changes with it, for which the line may have no room.
func (m model) answerWish() (tea.Model, tea.Cmd) {
	if all := shown.Handovers(m.table.t); len(all) == 1 && !(all[0].Yours && say.Then(all[0]) != "") {
		return m, m.at(m.table.id).answer(m.table.id, all[0], m.table.t.Me())
	}
	m.popup = m.listWishes(nil)
	return m, nil
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
				return m, m.at(m.table.id).answer(m.table.id, w.Handover, m.table.t.Me())
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

// answer agrees to a handover, or takes back what the player has said about it.
func (c caller) answer(id string, h api.Handover, you string) tea.Cmd {
	about := api.About{Table: id}
	return c.within(patient, func(ctx context.Context) tea.Msg {
		var err error
		not := !h.Yours || h.Agree || h.Mine
		if shown.OffersSeat(h, you) {
			_, err = c.d.Handover(ctx, api.HandoverRequest{About: about, Seat: h.Seat, To: h.Fingerprint, Bot: h.Bot, Not: true})
		} else {
			_, err = c.d.Agree(ctx, api.AgreeRequest{About: about, Seat: h.Seat, To: h.Fingerprint, Not: not, Drawn: h.Drawn})
		}
		return doneMsg{say.Agreed(h, you, not), err}
	})
}

// notNow says so to those who ask for a seat, h among them.
func (c caller) notNow(id string, h api.Handover) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		_, err := c.d.Agree(ctx, api.AgreeRequest{About: api.About{Table: id}, Seat: h.Seat, To: h.Fingerprint, Later: true})
		return doneMsg{say.Quiet, err}
	})
}

// handOver asks who is to get a seat. It proposes the player's own seat, from the next hand
// on.
func (m model) handOver() (tea.Model, tea.Cmd) { return m.askTaker(0, false) }

// askTaker asks who is to get a seat of the player's: which counts them from 0, the player's own.
// Further lines of the list say when, and whose seat it is if there are several; their keys
// change that.
func (m model) askTaker(which int, now bool) (tea.Model, tea.Cmd) {
	seats := m.table.ownSeats()
	if len(seats) == 0 {
		return m, nil
	}
	s := seats[which%len(seats)]
	r, whose := api.HandoverRequest{About: api.About{Table: m.table.id}, Now: now}, "your seat"
	if !s.You {
		r.Seat, whose = s.Name, say.Name(s.Name)+"'s seat"
	}
	list := m.takers(r)
	if len(list) == 0 {
		return m.withNote("nobody is here who could take "+whose+"; i invites others", false), nil
	}
	list = append(list, choice{"when: " + say.When(now), func(m model) (tea.Model, tea.Cmd) { return m.askTaker(which, !now) }})
	if len(seats) > 1 {
		list = append(list, choice{"whose: " + whose, func(m model) (tea.Model, tea.Cmd) { return m.askTaker(which+1, now) }})
	}
	m.popup = choosing(m.table.id, "Hand "+whose+" over to", list, "any other key keeps it")
	m.popup.lines = append(m.popup.lines, "", "Everybody who plays agrees once; until then", "you play on, and y takes it back.")
	if s.You && len(seats) > 1 {
		m.popup.lines = append(m.popup.lines, "Your computer players leave with you,", "unless their seats are handed over, too.")
	}
	return m, nil
}

// ownSeats returns the seats that the player can hand over: their own, then those of their computer
// players.
func (t table) ownSeats() (seats []api.Seat) {
	you := t.t.Me()
	for _, s := range t.t.Seats {
		switch {
		case s.You:
			seats = slices.Insert(seats, 0, s)
		case s.BotOf == you && you != "" && !s.Left:
			seats = append(seats, s)
		}
	}
	return seats
}

// takers returns who can take the seat of r: everybody who is here without a seat, and computer
// players of those who stay.
func (m model) takers(r api.HandoverRequest) (list []choice) {
	to := func(text, fingerprint string, bot bool) {
		r.To, r.Bot = fingerprint, bot
		asked := r
		list = append(list, choice{text, func(m model) (tea.Model, tea.Cmd) {
			return m, m.at(m.table.id).handOver(asked, m.table.t.Me())
		}})
	}
	for _, p := range m.lobby.peers {
		seated := slices.ContainsFunc(m.table.t.Seats, func(s api.Seat) bool { return s.Fingerprint == p.Fingerprint })
		if p.Connected && !seated && !say.IsScreen(p) {
			to(m.p.warnedName(p), p.Fingerprint, false)
		}
	}
	for _, o := range m.table.t.Seats {
		if !o.You && !o.Left && o.BotOf == "" {
			to("a computer player of "+say.Name(o.Name)+"'s", o.Fingerprint, true)
		}
	}
	return list
}

// warnedName returns the name of a node, with the warning about it.
func (p palette) warnedName(x api.Peer) string {
	if x.Name == "" {
		return x.Fingerprint
	}
	if x.Warning.Code != "" {
		return say.Name(x.Name) + p.warn.Render(" ! "+say.Warning(x.Warning))
	}
	return say.Name(x.Name) + p.weak.Render(" "+x.Fingerprint)
}

func (c caller) handOver(r api.HandoverRequest, you string) tea.Cmd {
	return c.within(patient, func(ctx context.Context) tea.Msg {
		h, err := c.d.Handover(ctx, r)
		return doneMsg{say.HandoverLine(h, you), err}
	})
}

// askWhichSeat asks which seat of a running table the player would like to take.
func (m model) askWhichSeat(r row) (tea.Model, tea.Cmd) {
	o := *r.offer
	if len(o.OpenSeats) == 0 { // a private table names its seats only to those who know the code
		m.input = newInput(typeSeat, o.ID, "")
		return m, nil
	}
	var list []choice
	for _, s := range o.OpenSeats {
		list = append(list, choice{say.SeatMarked(s), func(m model) (tea.Model, tea.Cmd) { return m.askForSeat(o.ID, s.Name, o.Private) }})
	}
	m.popup = choosing(o.ID, "Whose seat would you take?", list, "any other key goes back")
	m.popup.lines = append(m.popup.lines, "", "Those who play there agree; from the next hand on", "the seat is yours, with its points.")
	return m, nil
}

// askForSeat asks for a seat of a running table. Where the table has a code, it first asks the
// player for that.
func (m model) askForSeat(id, seat string, private bool) (tea.Model, tea.Cmd) {
	if private {
		m.input = newInput(typeCode, id, "")
		m.input.seat = seat
		return m, nil
	}
	return m.withNote("asking for "+say.Name(seat)+"'s seat…", false), m.call.join(api.JoinRequest{Table: id, Seat: seat})
}

// hasSeats reports whether a seat of a running table can be asked for.
func (r row) hasSeats() bool {
	o := r.offer
	return o != nil && o.Running && o.Handover == nil && (len(o.OpenSeats) > 0 || o.Private)
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

// A choice is a line of a popup that the player can choose, by its key or a click.
type choice struct {
	text string
	do   func(model) (tea.Model, tea.Cmd)
}

// choiceKeys are the keys of choices: those that do not scroll.
const choiceKeys = "123456789abcdefghilmnopqrstuvwxyz"

// choosing asks for one of several things.
func choosing(about, title string, list []choice, rest string) popup {
	u := popup{kind: askChoice, about: about, title: title, rest: rest}
	for i, c := range list[:min(len(list), len(choiceKeys))] {
		key := choiceKeys[i : i+1]
		u.lines = append(u.lines, key+"  "+c.text)
		u.actions = append(u.actions, on(key, key, c.text, "", does(c.do)))
		u.choice = append(u.choice, i)
	}
	return u
}
