package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/p2p/api"
)

// The table does not move, and if there is trouble as well, both are said.
func TestWishMovesNothing(t *testing.T) {
	m := at(blank(80, 24, false), newMatch(t, find(t, "five"), 4, 7).bots(17).until())
	before := strings.Split(screenText(m), "\n")
	after := strings.Split(screenText(wished(m)), "\n")
	for i, l := range before[3:23] {
		if after[3+i] != l {
			t.Errorf("line %d: %q, not %q", 3+i, after[3+i], l)
		}
	}
	m = wished(m)
	m.broken = "the daemon has ended"
	if text := screenText(m); !strings.Contains(text, "the daemon has ended") || !strings.Contains(text, "zoe takes ben's seat") {
		t.Errorf("one of both is missing:\n%s", text)
	}
}

// lateGuest is zoe's wish to take the seat of a computer player of ana's; ana's word is
// missing.
func lateGuest(m model) api.Handover {
	return api.Handover{Seat: m.table.t.Seats[1].Name, SeatBotOf: "ana", To: "zoe", Fingerprint: "1234-5678", Score: 34, Asked: true, Waits: []string{"ana", "ben"}, Yours: true, Drawn: "d1"}
}

// wished returns a model at whose table somebody would like a seat.
func wished(m model) model {
	m.table.t.Handovers = append(m.table.t.Handovers, lateGuest(m))
	return m
}

// A line says who would take which seat; it covers nothing that is needed to play, at any size,
// in any game.
func TestWishIsSeen(t *testing.T) {
	for _, rs := range games.All() {
		for _, seats := range []int{max(2, rs.MinSeats), rs.MaxSeats} {
			g := newMatch(t, rs, seats, uint64(seats)).bots(2*seats + 3).until()
			if g.game.Over() {
				continue
			}
			for _, s := range screens {
				m := at(blank(s.w, s.h, s.ascii), g)
				m.popup = popup{}
				plain := seenOf(m)
				m = wished(m)
				fits(t, m)
				screen := screenText(m)
				for _, want := range append(plain, "zoe takes", "y agree", "N not now") {
					if !strings.Contains(screen, want) {
						t.Errorf("%s, %d seats, %s: %q is not to be seen\n%s", rs.Name, seats, s.name, want, screen)
					}
				}
			}
		}
	}
	rs := find(t, "five")
	for _, s := range screens[:2] {
		m := wished(at(blank(s.w, s.h, s.ascii), newMatch(t, rs, 4, 7).bots(17).until()))
		golden(t, "handover-"+s.name, m)
	}
}

// seenOf returns what [seen] wants and the screen shows without a wish; the row of keys is
// shorter with one.
func seenOf(m model) (list []string) {
	for _, want := range seen(m) {
		if !strings.HasPrefix(want, "space") {
			list = append(list, want)
		}
	}
	return list
}

// asked runs the command of a choice and returns what the daemon was asked for.
func asked(t *testing.T, h *house, cmd tea.Cmd) (string, doneMsg) {
	t.Helper()
	if cmd == nil {
		t.Fatal("nothing is asked")
	}
	done, ok := cmd().(doneMsg)
	if !ok {
		t.Fatal("no answer")
	}
	return h.asked[len(h.asked)-1], done
}

// One key agrees, and takes it back.
func TestAgreeKey(t *testing.T) {
	m, h := asking(t, "five", 7)
	if _, cmd := press(m, "y"); cmd != nil {
		t.Error("y does something where nobody would take a seat")
	}
	m = wished(m)
	_, cmd := press(m, "y")
	if got, done := asked(t, h, cmd); got != "agree {About:{Table:"+tableID+"} Seat:ben To:1234-5678 Not:false Later:false Drawn:d1 Strength:}" || done.Says != "zoe would like to play, and would take the seat of ben, with no points, from the next hand on. Waiting for the others" {
		t.Errorf("asked for %q, says %q", got, done.Says)
	}
	_, cmd = press(m, "N")
	if got, done := asked(t, h, cmd); got != "agree {About:{Table:"+tableID+"} Seat:ben To:1234-5678 Not:false Later:true Drawn: Strength:}" || done.Says != say.Quiet {
		t.Errorf("not now: asked for %q, says %q", got, done.Says)
	}
	for name, h := range map[string]func(h *api.Handover){
		"offered":     func(h *api.Handover) { h.Agreed = []string{h.Seat} },
		"a bot":       func(h *api.Handover) { h.Bot = true },
		"by a friend": func(h *api.Handover) { h.Asked = false },
		"answered":    func(h *api.Handover) { h.Yours, h.Agree = false, true },
	} {
		other := wished(at(blank(80, 24, false), newMatch(t, find(t, "five"), 4, 7).bots(17).until()))
		h(&other.table.t.Handovers[0])
		if _, cmd := press(other, "N"); cmd != nil || strings.Contains(screenText(other), "not now") {
			t.Errorf("%s: there is a key that says \"not now\"", name)
		}
	}
	one := &m.table.t.Handovers[0]
	one.Yours, one.Agree = false, true
	if !strings.Contains(screenText(m), "y take it back") {
		t.Errorf("it is not said how to take it back:\n%s", screenText(m))
	}
	_, cmd = press(m, "y")
	if got, done := asked(t, h, cmd); !strings.Contains(got, "agree") || !strings.Contains(got, "Not:true") || done.Says != "taken back: zoe takes ben's seat" {
		t.Errorf("asked for %q, says %q", got, done.Says)
	}
	one.Yours, one.Agree, one.Gone = true, false, []string{"Bea"}
	also, cmd := press(m, "y")
	if got := strings.Join(strings.Fields(strings.Join(also.popup.lines, " ")), " "); cmd != nil || !strings.Contains(got, "; Bea leaves with ben.") {
		t.Errorf("what goes with the seat is not said before: %q", got)
	}
	if _, cmd = press(also, "y"); cmd == nil {
		t.Error("it cannot be agreed to")
	}
	m.table.t.Phase = api.PhaseOver
	if i := m.table.actions().find(tea.KeyPressMsg{Code: 'y', Text: "y"}); i >= 0 {
		t.Error("there is a key y at a game that is over")
	}
}

// TestWishesAreListed: if more than one seat is to change hands, the key lists them, each with
// its own answer and with who has yet to agree. The list stays, and changes with the table: no
// wish gets the key of another one, and one that is gone has none.
func TestWishesAreListed(t *testing.T) {
	m, h := asking(t, "five", 7)
	m = wished(m)
	yves := api.Handover{Seat: "ben", To: "yves", Fingerprint: "5555", Asked: true, Agreed: []string{"ana"}, Waits: []string{"ben"}, Agree: true}
	offer := api.Handover{Seat: "ana", To: "dan", Fingerprint: "9999", Bot: true, Mine: true, Waits: []string{"ben"}}
	others := api.Handover{Seat: "ben", To: "eve", Fingerprint: "7777", Asked: true, Now: true, Waits: []string{"ben"}}
	m.table.t.Handovers = append(m.table.t.Handovers, yves, offer, others)
	listed := func(m model) string { return strings.Join(strings.Fields(strings.Join(m.popup.lines, " ")), " ") }
	m, cmd := press(m, "y")
	want := []string{
		"1 agree: zoe takes ben's seat, with 34 points, from the next hand on; waiting for you and ben",
		"2 take it back: yves takes ben's seat, with no points, from the next hand on; waiting for ben",
		"3 take it back: a computer player of dan's takes your seat, with no points, from the next hand on; waiting for dan",
		"eve takes ben's seat, with no points, at once, giving up the running hand; waiting for ben",
		"N " + say.Quiet,
	}
	if got := listed(m); cmd != nil || m.popup.sheet == nil || got != strings.Join(want, " ") {
		t.Fatalf("it lists %q", got)
	}
	golden(t, "wishes-80x24", m)
	for _, s := range screens {
		small := m
		small.w, small.h = s.w, s.h
		small.popup = small.sheet(shown.Wishes(small.table.t, small.popup.sheet.Handovers))
		fits(t, small)
	}
	last := slices.IndexFunc(m.popup.lines, func(l string) bool { return strings.HasPrefix(l, "3") })
	if m.popup.choice[last] != 2 || m.popup.choice[last+3] != -1 {
		t.Errorf("a click on the lines chooses %d", m.popup.choice)
	}
	_, cmd = press(m, "N")
	if got, done := asked(t, h, cmd); !strings.Contains(got, "Seat:ben To:1234-5678 Not:false Later:true") || done.Says != say.Quiet {
		t.Errorf("not now: asked for %q, says %q", got, done.Says)
	}
	m, cmd = press(m, "3")
	if got, _ := asked(t, h, cmd); got != "handover {About:{Table:"+tableID+"} Seat:ana To:9999 Bot:true Now:false Not:true}" || m.popup.sheet == nil {
		t.Errorf("asked for %q", got)
	}
	m, cmd = press(m, "1")
	if got, _ := asked(t, h, cmd); got != "agree {About:{Table:"+tableID+"} Seat:ben To:1234-5678 Not:false Later:false Drawn:d1 Strength:}" {
		t.Errorf("asked for %q", got)
	}
	// The table has heard both words, and zoe's wish is gone for that of fay.
	view := m.table.t
	yves.Waits = nil
	fay := api.Handover{Seat: "ben", To: "fay", Fingerprint: "8888", Asked: true, Waits: []string{"ana", "ben"}, Yours: true}
	view.Handovers = []api.Handover{fay, yves, others}
	next, _ := m.showTable(tableMsg{id: tableID, table: view})
	m = next.(model)
	want = []string{
		"not wanted any more: zoe takes ben's seat",
		"2 take it back: yves takes ben's seat, with no points, from the next hand on; all have agreed",
		"not wanted any more: a computer player of dan's takes your seat", want[3],
		"5 agree: fay takes ben's seat, with no points, from the next hand on; waiting for you and ben", want[4],
	}
	if got := listed(m); m.popup.sheet == nil || got != strings.Join(want, " ") {
		t.Errorf("it lists %q", got)
	}
	if gone, cmd := press(m, "1"); cmd != nil || gone.popup.sheet != nil {
		t.Error("the key of a wish that is gone does something")
	}
	_, cmd = press(m, "5")
	if got, _ := asked(t, h, cmd); !strings.Contains(got, "Seat:ben To:8888 Not:false") {
		t.Errorf("asked for %q", got)
	}
	// Those of others alone are listed, too.
	m.popup, m.table.t.Handovers = popup{}, []api.Handover{others, others}
	m.table.t.Handovers[1].Seat = "ana"
	if m, _ = press(m, "y"); m.popup.sheet == nil || len(m.popup.actions) != 0 || !strings.Contains(screenText(m), "any key goes on") {
		t.Errorf("they are not listed:\n%s", screenText(m))
	}
}

// A player who could leave can hand over the seat instead: to somebody who is here and has no
// seat, or to a computer player of somebody who stays; from the next hand on, or now.
func TestHandOverKeys(t *testing.T) {
	m, h := asking(t, "five", 7)
	m.lobby.peers = []api.Peer{
		{Name: "zoe", Fingerprint: "2222", Connected: true}, {Name: "gone", Fingerprint: "3333"}, {Name: "screen", Fingerprint: "4444", Connected: true},
		{Name: "ben", Fingerprint: m.table.t.Seats[1].Fingerprint, Connected: true},
	}
	m.table.t.Seats[1].BotOf, m.table.t.Seats[1].Online = "", true
	m, _ = press(m, "L")
	if !strings.Contains(screenText(m), "h  hand your seat over instead, and the game goes on") {
		t.Fatalf("it is not offered:\n%s", screenText(m))
	}
	m, _ = press(m, "h")
	lines := func(m model) string { return ansi.Strip(strings.Join(m.popup.lines, "|")) }
	if got := lines(m); titleOver(m) != "Hand a seat over to" || !strings.HasSuffix(got, "|1  zoe 2222|2  a computer player of ben's|3  when: from the next hand on") {
		t.Fatalf("%s: %q", titleOver(m), got)
	}
	golden(t, "hand-over-80x24", m)
	whom := m
	ben := m.table.t.Seats[1].Fingerprint
	m, cmd := press(m, "2")
	if got, _ := asked(t, h, cmd); got != "handover {About:{Table:"+tableID+"} Seat: To:"+ben+" Bot:true Now:false Not:false}" || m.popup.sheet != nil {
		t.Errorf("asked for %q", got)
	}
	m, _ = press(whom, "3")
	if !strings.HasSuffix(lines(m), "|3  when: at once, giving up the running hand") {
		t.Errorf("%q", m.popup.lines)
	}
	_, cmd = press(m, "2")
	if got, done := asked(t, h, cmd); got != "handover {About:{Table:"+tableID+"} Seat: To:"+ben+" Bot:true Now:true Not:false}" || !strings.Contains(done.Says, "at once") {
		t.Errorf("asked for %q, says %q", got, done.Says)
	}
	if m, _ = press(m, "3"); !slices.Equal(m.popup.lines, whom.popup.lines) {
		t.Errorf("%q", m.popup.lines)
	}
	_, cmd = whom.overScreen(spotMsg{"choice", 0}) // a click chooses, too
	if got, _ := asked(t, h, cmd); got != "handover {About:{Table:"+tableID+"} Seat: To:2222 Bot:false Now:false Not:false}" {
		t.Errorf("asked for %q", got)
	}
	if m, cmd = press(whom, "q"); cmd != nil || m.popup.sheet != nil {
		t.Error("another key does not keep the seat")
	}
	// Nobody's computer player takes a seat while that person is not here.
	m.table.t.Seats[1].Online = false
	if gone, _ := press(m, "H"); strings.Contains(lines(gone), "computer player of ben") {
		t.Errorf("%q", lines(gone))
	}
	// The player's computer players can be handed over, too; if nobody is there to take them,
	// it says so.
	m.table.t.Seats[1].BotOf = m.table.t.Me()
	m, _ = press(m, "H")
	if got := lines(m); !strings.HasSuffix(got, "|1  zoe 2222|2  whose: your own|3  when: from the next hand on") || !strings.Contains(got, "Your computer players leave with") {
		t.Fatalf("%q", got)
	}
	m, _ = press(m, "3", "2")
	if got := lines(m); !strings.HasSuffix(got, "|1  zoe 2222|2  whose: ben|3  when: at once, giving up the running hand") {
		t.Errorf("%q", got)
	}
	m, cmd = press(m, "1")
	if got, _ := asked(t, h, cmd); !strings.Contains(got, "Seat:ben To:2222") || !strings.Contains(got, "Now:true") {
		t.Errorf("asked for %q", got)
	}
	m.lobby.peers = nil
	if m, _ = press(m, "H"); m.popup.sheet != nil || !strings.Contains(m.note, "nobody is here who could take your seat") {
		t.Errorf("%q", m.note)
	}
}

// In the lobby, running tables say which seats can be asked for, and how a wish for one stands;
// the key asks for one, at a private table with the code.
func TestTakeASeat(t *testing.T) {
	h := newHouse(t, 7)
	lobby := func(w int, offers ...api.Offer) model {
		m := blank(w, 24, false)
		m.settled, m.call = true, caller{ctx: t.Context(), d: h}
		next, _ := m.onLobby(statusMsg{status: api.Status{Name: "zoe", Fingerprint: "2222"}, tables: api.Tables{Open: offers}})
		return next.(model)
	}
	running := api.Offer{ID: "c0ffee0001", Game: "five", Seats: 3, Taken: []string{"ana", "Ada", "ben"}, Host: "ana", Running: true, Full: true, OpenSeats: []api.OpenSeat{
		{Name: "Ada", BotOf: "ana", Score: 34}, {Name: "ben", Away: true, Score: 12},
	}}
	closed := api.Offer{ID: "c0ffee0002", Host: "cleo", Private: true, Running: true, Full: true}
	wish := api.Handover{Seat: "dan", To: "zoe", Score: 7, Asked: true, Agreed: []string{"eve"}, Waits: []string{"fay"}, Mine: true}
	waits := api.Offer{ID: "c0ffee0003", Game: "five-crowns", Seats: 2, Taken: []string{"eve", "dan"}, Host: "eve", Running: true, Joined: true, Handover: &wish}

	m := lobby(80, running, closed, waits)
	golden(t, "lobby-seats-80x24", m)
	fits(t, lobby(40, running, closed, waits))
	m, _ = press(m, "s")
	if titleOver(m) != "Whose seat would you take?" || m.popup.lines[2] != "1  Ada (bot of ana), 34 points" || m.popup.lines[3] != "2  ben (away), 12 points, at once" {
		t.Fatalf("%q", m.popup.lines)
	}
	golden(t, "take-seat-80x24", m)
	_, cmd := press(m, "2")
	cmd()
	if got := h.asked[len(h.asked)-1]; got != "join c0ffee0001 ben at once" {
		t.Errorf("asked for %q", got)
	}
	if m, _ = press(lobby(80, running), "enter"); m.popup.sheet == nil {
		t.Error("enter does not ask whose seat at a table that cannot be watched")
	}

	m, _ = press(lobby(80, closed), "s", "d", "a", "n", "enter")
	if m.input.what != typeField || m.input.deed.With.Seat != "dan" {
		t.Fatalf("it does not ask for the code: %+v", m.input)
	}
	code := m.input.deed
	m, cmd = press(m, "4", "2", "enter")
	cmd()
	if got := h.asked[len(h.asked)-1]; got != "join c0ffee0002 42dan" {
		t.Errorf("asked for %q", got)
	}
	next, _ := m.onDone(doneMsg{deed: code, err: api.Fail(api.ReasonWrongCode, api.Data{})})
	if i := next.(model).input; i.what != typeField || i.deed.Fields[i.at].Name != "code" || i.deed.With.Seat != "dan" {
		t.Errorf("a wrong code is not asked for again: %+v", i)
	}

	m = lobby(80, waits)
	if got := screenText(m); !strings.Contains(got, "you take dan's seat, with 7 points, from") || !strings.Contains(got, "waiting for fay") || strings.Contains(got, "s take a seat") {
		t.Errorf("it is not said how it stands:\n%s", got)
	}
	_, cmd = press(m, "x")
	cmd()
	if got := h.asked[len(h.asked)-1]; got != "leave c0ffee0003" {
		t.Errorf("asked for %q", got)
	}
}

// The newcomer sits down at the table that goes on, and so does everybody who sits at the one
// before; a line there says who has whose seat.
func TestSeatHasChangedHands(t *testing.T) {
	h := newHouse(t, 7)
	wish := api.Handover{Seat: "ben", To: "ana", Asked: true}
	child := api.Summary{ID: tableID, Parent: "c0ffee0003", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana"}, {Name: "cleo"}}}
	m := blank(80, 24, false)
	m.settled, m.call = true, caller{ctx: t.Context(), d: h}
	m.feed = &feed{}
	next, _ := m.onLobby(statusMsg{tables: api.Tables{Open: []api.Offer{{ID: "c0ffee0003", Running: true, Joined: true, Handover: &wish}}}})
	next, _ = next.(model).onLobby(statusMsg{tables: api.Tables{Mine: []api.Summary{child}}})
	if m := next.(model); m.screen != atTable || m.table.id != tableID {
		t.Error("the newcomer is not led to the table")
	}

	sits := m
	sits.screen, sits.table = atTable, table{id: "c0ffee0003", loaded: true}
	sits.table.t.Phase = api.PhasePlaying
	old := api.Summary{ID: "c0ffee0003", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana"}}}
	called := child
	called.Phase = api.PhaseSeated
	for _, tables := range [][]api.Summary{{old}, {old, called}, {old, child}} {
		next, _ = sits.onLobby(statusMsg{tables: api.Tables{Mine: tables}})
		sits = next.(model)
	}
	if sits.table.id != tableID {
		t.Errorf("who sits there is not led on, but to %s", sits.table.id)
	}
	back := sits
	back.table = table{id: "c0ffee0003", loaded: true}
	next, _ = back.onLobby(statusMsg{tables: api.Tables{Mine: []api.Summary{old, child}}})
	if next.(model).table.id != "c0ffee0003" {
		t.Error("who goes back to look is led away again")
	}

	sits = at(sits, newMatch(t, find(t, "five"), 2, 7).until())
	next, _ = sits.onEvents(eventsMsg{{Kind: api.EventHandover, Table: tableID, What: api.ChangedHands, Name: "zoe", Was: "Ada", From: 5}})
	if got := screenText(next.(model)); !strings.Contains(got, "zoe has the seat of Ada from hand 5 on") {
		t.Errorf("it is not said who has the seat:\n%s", got)
	}
}

// What is asked of the player elsewhere is said, and rings the bell.
func TestWishElsewhere(t *testing.T) {
	m, _ := asking(t, "five", 7)
	m.feed, m.screen = &feed{}, atLobby
	e := api.Event{Kind: api.EventHandover, Table: "c0ffee0001", What: api.Asked, Name: "zoe", Time: noon.Add(1), Yours: true, Handover: &api.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Asked: true}}
	next, _ := m.onEvents(eventsMsg{e})
	if got := screenText(next.(model)); !strings.Contains(got, "zoe would like to play, and would take the seat of Ada") {
		t.Errorf("it is not said:\n%s", got)
	}
	e.Yours = false
	if next, _ = m.onEvents(eventsMsg{e}); next.(model).note != "" {
		t.Error("it is said to who has nothing to answer")
	}
}

// TestBeginsAfterItHasStarted: all agree on a table a moment before it begins. The lobby is asked
// again until it knows that it has, and no longer.
func TestBeginsAfterItHasStarted(t *testing.T) {
	m, _ := asking(t, "five", 7)
	m.feed = newFeed(t.Context(), nil)
	for _, c := range []struct {
		phase api.Phase
		asks  bool
	}{{api.PhaseSeated, true}, {api.PhasePlaying, false}} {
		m.lobby.tables.Mine = []api.Summary{{ID: "bbbb", Parent: m.table.id, Phase: c.phase}}
		m.feed.events <- api.Event{}
		v := api.Table{Summary: api.Summary{ID: "bbbb", Phase: api.PhasePlaying}}
		_, cmd := m.onEvents(eventsMsg{{Kind: api.EventShuffle, Table: "bbbb", View: &v}})
		if _, got := cmd().(tea.BatchMsg); got != c.asks { // without a question, it waits for what comes next
			t.Errorf("known as %s, the lobby is asked: %v", c.phase, got)
		}
	}
}

// TestFollowsPastAReplacedTable: whoever reads a result while the table changes twice is led to
// the last one, and not to one that has been replaced.
func TestFollowsPastAReplacedTable(t *testing.T) {
	m := at(blank(80, 24, false), newMatch(t, find(t, "five"), 4, 7).bots(17).until())
	m.table.id = "aaaa"
	first := api.Summary{ID: "aaaa", Seats: []api.Seat{{Name: "ana"}}, Phase: api.PhaseStopped, Child: "bbbb"}
	second := api.Summary{ID: "bbbb", Seats: []api.Seat{{Name: "ana"}}, Phase: api.PhaseStopped, Parent: "aaaa", Child: "cccc"}
	third := api.Summary{ID: "cccc", Seats: []api.Seat{{Name: "ana"}}, Phase: api.PhasePlaying, Parent: "bbbb"}
	before := api.Tables{Mine: []api.Summary{{ID: "aaaa", Seats: []api.Seat{{Name: "ana"}}, Phase: api.PhasePlaying}}}
	m.lobby.tables.Mine = []api.Summary{first, second, third}
	if got := m.followingTable(before); got != "cccc" {
		t.Errorf("%q is followed", got)
	}
	third.Parent = "dddd"
	m.lobby.tables.Mine = []api.Summary{first, second, third}
	if got := m.followingTable(before); got != "" {
		t.Errorf("another game, %q, is followed", got)
	}
}
