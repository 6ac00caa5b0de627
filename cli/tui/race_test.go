package tui

import (
	"context"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"fives/cli/learn"
	"fives/cli/shown"
	"fives/engine/record"
	"fives/p2p/api"
)

// In these tests, answers of the daemon come in the orders that happen on a busy machine. A key
// does what the screen said when it was pressed, or says why not; it is never lost, and never
// acts on anything else.

// take handles a message; a table comes as the stream brings it.
func take(m model, msg tea.Msg) model {
	if t, ok := msg.(tableMsg); ok {
		msg = eventsMsg{{Kind: api.EventTable, Table: t.id, View: &t.table, Moves: &t.moves}}
	}
	next, _ := m.Update(msg)
	return next.(model)
}

// now returns the table as it is.
func now(h *house) tableMsg {
	return tableMsg{id: tableID, table: h.match.table(), moves: h.match.moves()}
}

// The table after a move comes before the answer to the move, and by then the player aims at
// the next one: enter plays that.
func TestMoveAnsweredLate(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, play := press(m, "enter", "enter")
	answered := play() // its answer waits on the way
	m = take(m, now(h))
	if m.table.sent != "" || !m.table.t.YourTurn {
		t.Fatalf("the next turn is not shown:\n%s", screenText(m))
	}
	m, hint := press(m, "h")
	m, _ = answer(t, m, hint)
	want := m.table.current()
	if m = take(m, answered); !strings.Contains(screenText(m), "hint, enter plays") {
		t.Errorf("the hint is gone:\n%s", screenText(m))
	}
	m, play = press(m, "enter")
	if play == nil || m.table.sent != want {
		t.Fatalf("the key is lost: %q is sent, not %q", m.table.sent, want)
	}
	if m = take(m, play()); h.count("play "+want) != 1 || m.warning {
		t.Errorf("asked: %v, %q", h, m.note)
	}
}

// No card of a move stays chosen, even if the table after it comes before the answer and the
// hand has another card that looks the same.
func TestChosenForAMoveAnsweredLate(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, _ = press(m, "1")
	if len(m.table.hand.chosen) != 1 {
		t.Fatal("no card is chosen")
	}
	m.table.sent = m.table.current()
	behind := now(h)
	behind.table.Step++
	if m = take(m, behind); len(m.table.hand.chosen) != 0 {
		t.Errorf("a card is chosen:\n%s", screenText(m))
	}
}

// An error that belongs to the move before is reported, and changes nothing else.
func TestMoveRefusedLate(t *testing.T) {
	m, h := asking(t, "five", 7)
	step := m.table.t.Step
	m, play := press(m, "enter", "enter")
	play()
	m = take(m, now(h))
	m, play = press(m, "enter", "enter")
	sent := m.table.sent
	m = take(m, playedMsg{id: tableID, step: step, err: errDown})
	if play == nil || sent == "" || m.table.sent != sent {
		t.Errorf("%q is sent, then %q", sent, m.table.sent)
	}
}

// An answer that an event has overtaken shows the table as it was: at a continuation that has
// only just been called for, nothing might ever come to correct it.
func TestAnswerOvertaken(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, ask := m.sit(tableID)
	late := ask()
	newer := h.match.table()
	newer.Waiting = api.Waiting{What: string(record.KindAccept), Names: []string{"ben"}}
	m = take(m, eventsMsg{{Kind: api.EventTable, Table: tableID, View: &newer}})
	if m = told(m, late); m.table.t.Waiting.What != newer.Waiting.What {
		t.Errorf("it waits for %v", m.table.t.Waiting)
	}
	if m.table.asked {
		t.Error("an answer is still waited for")
	}
}

// told handles an answer.
func told(m model, answer tea.Msg) model {
	next, _ := m.Update(answer)
	return next.(model)
}

// The daemon is asked for a table only if the stream has not brought it, and never for a move:
// the stream brings what comes of that.
func TestAsksForNoTableTwice(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, play := press(m, "enter", "enter")
	m, cmd := answer(t, m, play)
	if all(cmd); h.count("table") != 0 {
		t.Fatalf("a move asks for its table: %v", h)
	}
	m = take(m, now(h))
	m, cmd = m.sit("another")
	if all(cmd); h.count("table") != 1 {
		t.Errorf("a table that has not come is not asked for: %v", h)
	}
	m, cmd = m.sit(tableID)
	if all(cmd); h.count("table") != 1 || m.table.t.Step != h.match.table().Step {
		t.Errorf("a table that has come is asked for: %v, step %d", h, m.table.t.Step)
	}
}

// After a break the stream brings the tables that the daemon has in memory; one that has ended
// meanwhile is asked for, and shown as it ended.
func TestTableEndsWhileTheStreamIsBroken(t *testing.T) {
	m, h := asking(t, "five", 7)
	ended, end := context.WithCancel(t.Context())
	end()
	m.feed = newFeed(ended, h) // which brings nothing by itself
	begin := func() (asked []tea.Msg) {
		next, cmd := m.Update(eventsMsg{{Kind: api.EventNow}})
		m = next.(model)
		for _, msg := range all(cmd) {
			if _, ok := msg.(tableMsg); ok {
				asked = append(asked, msg)
			}
		}
		return asked
	}
	if asked := begin(); len(asked) != 0 {
		t.Error("it asks when the stream begins")
	}
	for !h.match.game.Over() {
		h.match.bots(1)
	}
	asked := begin()
	if len(asked) != 1 {
		t.Fatalf("after a break it asks %d times", len(asked))
	}
	if m = told(m, asked[0]); m.table.t.Phase != api.PhaseOver {
		t.Errorf("the table is %s", m.table.t.Phase)
	}
}

// Until the table after a move is shown, the move is shown as being on its way, and the keys
// that play say so.
func TestKeysWhileAMoveIsOnItsWay(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, play := press(m, "enter", "enter")
	for range 2 {
		if !strings.Contains(screenText(m), "playing ") {
			t.Fatalf("it is not shown:\n%s", screenText(m))
		}
		for _, key := range []string{"enter", "h"} {
			next, cmd := press(m, key)
			if cmd != nil || next.note != onItsWay {
				t.Errorf("%s: %q", key, next.note)
			}
		}
		if play != nil {
			m, play = take(m, play()), nil
		}
	}
	if m = take(m, now(h)); strings.Contains(screenText(m), "playing ") || h.count("hint") != 0 {
		t.Errorf("asked: %v\n%s", h, screenText(m))
	}
}

// A move is for the step that the player saw, and the daemon insists on that.
func TestMoveIsForOneStep(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, play := press(m, ":", "e", "n", "d", "enter") // which may be played at the next turn, too
	move := m.table.sent
	if err := h.match.move(h.match.moves().Moves[0]); err != nil { // as when the time has run out
		t.Fatal(err)
	}
	h.match.until()
	step := h.match.table().Step
	if m = take(m, play()); !m.warning || h.match.table().Step != step {
		t.Errorf("%q is played at a step that was not shown: %q", move, m.note)
	}
}

// The table comes again and again; the move that the player aims at stays the same, or there is
// none.
func TestRefreshKeepsTheAim(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, _ = press(m, "down", "down", "down")
	want := m.table.current()
	again := now(h)
	again.moves.Moves = slices.Clone(again.moves.Moves)
	slices.Reverse(again.moves.Moves)
	if m = take(m, again); m.table.current() != want {
		t.Errorf("aimed at %q, then at %q", want, m.table.current())
	}
	again.moves.Moves = slices.DeleteFunc(again.moves.Moves, func(s string) bool { return s == want })
	if m = take(m, again); m.table.current() != "" {
		t.Errorf("%q is gone, and %q aimed at", want, m.table.current())
	}
	again.moves.Moves = nil
	m = take(m, again)
	m, _ = press(m, "down")
	if m = take(m, now(h)); m.table.current() != "" {
		t.Errorf("%q is aimed at by a key for an empty list", m.table.current())
	}
}

// A hint need not be in the list of moves.
func TestRefreshKeepsTheHint(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, hint := press(m, "h")
	m, _ = answer(t, m, hint)
	want := m.table.current()
	again := now(h)
	again.moves.Moves = slices.DeleteFunc(slices.Clone(again.moves.Moves), func(s string) bool { return s == want })
	for range 2 {
		if m = take(m, again); m.table.current() != want || m.table.hint != want {
			t.Errorf("aimed at %q, then at %q", want, m.table.current())
		}
	}
}

// A hint that comes when the player aims at something else is only told.
func TestHintAfterAnotherKey(t *testing.T) {
	m, h := asking(t, "five", 7)
	m, hint := press(m, "h")
	m, _ = press(m, "down", "down")
	want := m.table.current()
	if m = take(m, hint()); m.table.current() != want || !strings.Contains(m.note, "the hint: ") {
		t.Errorf("%q is aimed at, not %q: %q", m.table.current(), want, m.note)
	}
	m, play := press(m, "enter")
	if m.table.sent != want {
		t.Errorf("enter plays %q, not %q", m.table.sent, want)
	}
	late := hint()
	play()
	m = take(m, now(h))
	if m = take(m, late); m.table.current() != "" || m.note != "" {
		t.Errorf("the hint for the last turn aims at %q: %q", m.table.current(), m.note)
	}
}

// settles plays the match on until a hand is settled that was not before.
func (h *house) settles(t *testing.T) tableMsg {
	t.Helper()
	for before := len(h.match.table().Hands); len(h.match.table().Hands) == before; {
		h.match.bots(1)
	}
	return now(h)
}

// The result of a hand waits until the player has finished with what is open.
func TestResultWaits(t *testing.T) {
	for name, c := range map[string]struct{ open, more, done string }{
		"a line":       {"t", "x", "enter"},
		"a question":   {"L", "", "n"},
		"the rules":    {"R", "down", "x"},
		"the scores":   {"p", "down", "x"},
		"a typed move": {":", "x", "esc"},
	} {
		m, h := asking(t, "five", 7)
		m, _ = press(m, c.open)
		before := m.popup.sheet
		if m = take(m, h.settles(t)); m.popup.sheet != before {
			t.Errorf("%s: the result lies over it", name)
		}
		if c.more != "" {
			m, _ = press(m, c.more)
		}
		if !m.busy() || m.popup.settled() {
			t.Errorf("%s: a key has ended it", name)
		}
		if m, _ = press(m, c.done); !m.popup.settled() {
			t.Errorf("%s: the result does not come", name)
		}
		first := m.popup.hand
		h.settles(t)
		if m = take(m, h.settles(t)); m.popup.hand != first {
			t.Errorf("%s: a result gives way before it was answered", name)
		}
		for i := range 2 {
			if m, _ = press(m, "space"); !m.popup.settled() || m.popup.hand != first+1+i {
				t.Errorf("%s: the next result does not come", name)
			}
		}
		if m, _ = press(m, "space"); m.popup.sheet != nil {
			t.Errorf("%s: it comes again", name)
		}
	}
}

// A key that is pressed before anybody can have seen a result was meant for what was there
// before: it closes neither the result nor, pressed twice, the one that follows.
func TestResultTakesNoKeyAtFirst(t *testing.T) {
	m, h := asking(t, "five", 7)
	m.notice.takes = Notice
	h.settles(t)
	m = take(m, h.settles(t))
	for hand := 1; hand <= 2; hand++ {
		early, cmd := press(m, "space")
		if cmd != nil || !early.popup.settled() || early.popup.hand != hand || early.table.current() != m.table.current() {
			t.Fatalf("hand %d: a key ends it at once:\n%s", hand, screenText(early))
		}
		m, _ = clicked(m)
		m = take(m, noticedMsg(m.notice.came-1)) // of the one before
		if strings.Contains(screenText(m), "w why") {
			t.Errorf("hand %d: it says that keys go on:\n%s", hand, screenText(m))
		}
		m = take(m, noticedMsg(m.notice.came))
		if !strings.Contains(screenText(m), "w why") || m.popup.hand != hand {
			t.Fatalf("hand %d: it takes no key:\n%s", hand, screenText(m))
		}
		m, _ = press(m, "space")
	}
	if m.busy() {
		t.Errorf("it stays:\n%s", screenText(m))
	}
	if now, then := (popup{sheet: &shown.Sheet{}, unnoticed: 1}).longest(true), (popup{sheet: &shown.Sheet{}}).longest(true); now != then {
		t.Errorf("its box is %d columns wide, and %d when it takes keys", now, then)
	}
}

// A lesson's page comes by itself, too; help comes when it is asked for.
func TestPageTakesNoKeyAtFirst(t *testing.T) {
	desk, err := learn.Sit(find(t, "five"), "")
	if err != nil {
		t.Fatal(err)
	}
	m := newModel(Config{Lesson: desk, Notice: Notice}, caller{ctx: t.Context()}, &feed{})
	m.w, m.h = 80, 24
	next, cmd := m.Update(tableMsg{id: learn.Table, table: desk.Table(), moves: desk.Moves()})
	if m = next.(model); cmd == nil {
		t.Fatal("nothing ends the notice")
	}
	if m, _ = press(m, "space"); m.popup.sheet == nil {
		t.Fatal("a key ends the page at once")
	}
	m = take(m, noticedMsg(m.notice.came))
	if m, _ = press(m, "space", "?"); m.popup.sheet == nil {
		t.Fatalf("no help:\n%s", screenText(m))
	}
	if m, _ = press(m, "space"); m.busy() {
		t.Error("the help that a key has asked for stays")
	}
}

// clicked clicks into the middle of the screen.
func clicked(m model) (model, tea.Cmd) {
	next, cmd := m.Update(tea.MouseClickMsg{X: m.w / 2, Y: m.h / 2, Button: tea.MouseLeft})
	return next.(model), cmd
}

// That the game is over comes with the result of the last hand, even if that is on the screen
// already, and once.
func TestOverIsShown(t *testing.T) {
	for _, early := range []bool{true, false} {
		m, h := asking(t, "five", 7)
		for !h.match.game.Over() {
			h.match.bots(1)
		}
		end := now(h)
		last := len(end.table.Hands)
		if early {
			before := end
			before.table.Phase, before.table.Step = api.PhasePlaying, end.table.Step-1
			m = take(m, before)
		} else {
			m = take(m, end)
		}
		for range last - 1 {
			if strings.Contains(screenText(m), "The game is over ") {
				t.Fatalf("it comes before the results:\n%s", screenText(m))
			}
			m, _ = press(m, "space")
		}
		m = take(m, end)
		if !strings.Contains(screenText(m), "The game is over ") || m.popup.hand != last {
			t.Errorf("it is not shown:\n%s", screenText(m))
		}
		m, _ = press(m, "space")
		if m = take(m, end); m.busy() {
			t.Error("it comes again")
		}
	}
}

// If a table for which the player waits begins while the player fills in the form, types or
// reads, it comes when that is done.
func TestTableBeginsMeanwhile(t *testing.T) {
	for _, c := range [][]string{{"n", "esc"}, {"a", "esc"}, {"?", "x"}} {
		m := lobbyModel(80, 24, false)
		h := newHouse(t, 7)
		h.match = newMatch(t, find(t, "five"), 2, 7).until()
		m.call = caller{ctx: t.Context(), d: h}
		m.expected = map[string]bool{tableID: true}
		m, _ = press(m, c[0])
		for range 2 { // also when the lobby is asked again
			m = take(m, eventsMsg{{Kind: api.EventStarted, Table: tableID}})
			if m.screen == atTable || !m.busy() || !strings.Contains(m.note, "has begun") {
				t.Fatalf("%s: the player is taken away: %q", c[0], m.note)
			}
		}
		if !strings.Contains(screenText(m), "has begun") {
			t.Errorf("%s: it is not said:\n%s", c[0], screenText(m))
		}
		m, cmd := press(m, c[1])
		if cmd == nil || m.busy() {
			t.Fatalf("%s: nothing is asked when it is done", c[0])
		}
		for _, msg := range all(cmd) {
			m = take(m, msg)
		}
		if m.screen != atTable || m.table.id != tableID {
			t.Errorf("%s: the table does not come", c[0])
		}
	}
}

// all runs a command, and those that it consists of.
func all(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	batch, ok := msg.(tea.BatchMsg)
	if !ok {
		return []tea.Msg{msg}
	}
	var list []tea.Msg
	for _, c := range batch {
		list = append(list, all(c)...)
	}
	return list
}

// Answers that come when the player sits elsewhere do not lead away from there.
func TestAnswersForAnotherScreen(t *testing.T) {
	for name, msg := range map[string]tea.Msg{
		"joined":    doneMsg{deed: shown.Deed{Act: shown.ActJoin}, Done: shown.Done{Says: "you have a seat", Await: "c0ffee0004"}},
		"left":      doneMsg{deed: shown.Deed{Act: shown.ActLeave, With: shown.With{Table: "c0ffee0004"}}, Done: shown.Done{Says: "you have left", Lobby: true}},
		"a rematch": doneMsg{deed: shown.Deed{Act: shown.ActRematch, With: shown.With{Table: "c0ffee0004"}}, Done: shown.Done{Go: "c0ffee0009"}},
	} {
		m, _ := asking(t, "five", 7)
		m, _ = press(m, "1")
		if m = take(m, msg); m.screen != atTable || m.table.id != tableID || len(m.table.hand.chosen) != 1 || m.note == "" {
			t.Errorf("%s: screen %d, table %s, %q", name, m.screen, m.table.id, m.note)
		}
	}
}

// When the table under the cursor goes, enter joins no other in its place.
func TestTableUnderTheCursorGoes(t *testing.T) {
	m := lobbyModel(80, 24, false)
	h := newHouse(t, 1)
	m.call = caller{ctx: t.Context(), d: h}
	m, _ = press(m, "down", "down")
	on := m.lobby.on
	tables := m.lobby.tables
	tables.Open = slices.DeleteFunc(slices.Clone(tables.Open), func(o api.Offer) bool { return o.ID == on })
	if len(tables.Open) == len(m.lobby.tables.Open) {
		t.Fatalf("the cursor is on %q", on)
	}
	m = take(m, statusMsg{status: m.lobby.status, peers: m.lobby.peers, tables: tables})
	next, cmd := press(m, "enter")
	if cmd != nil || next.screen != atLobby || !strings.Contains(next.note, "choose a table") {
		t.Errorf("enter does something else: %v, %q", h, next.note)
	}
	if next, _ = press(m, "down"); next.lobby.on == "" {
		t.Error("the cursor does not come back")
	}
	m.lobby.tables = api.Tables{}
	m = take(m, statusMsg{status: m.lobby.status})
	if m, _ = press(m, "enter"); m.screen != atLobby {
		t.Error("enter opens the form, for a list in which there was a table a moment ago")
	}
}
