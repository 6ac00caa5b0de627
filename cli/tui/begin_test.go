package tui

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fives/cli/draw"
	"fives/cli/shown"
	"fives/p2p/api"
)

// onOwn is a lobby with the cursor on a table that this node has opened.
func onOwn(t *testing.T) (model, *house) {
	t.Helper()
	h := newHouse(t, 1)
	m := lobbyModel(80, 24, false)
	m.call = caller{ctx: t.Context(), d: h}
	for r, _ := m.lobby.current(); r.Offer == nil || !r.Offer.Mine; r, _ = m.lobby.current() {
		before := m.lobby.cursor
		if m, _ = press(m, "down"); m.lobby.cursor == before {
			t.Fatal("there is no own open table")
		}
	}
	return m, h
}

// One key begins an open table with those who are there, another one with computer players in
// the free seats; both are shown at a table that the player has opened, and do nothing
// elsewhere.
func TestBeginByKey(t *testing.T) {
	m, h := onOwn(t)
	golden(t, "lobby-own", m)
	if m, cmd := press(m, "b"); cmd != nil || m.popup.sheet != nil {
		t.Error("a game for two begins with one")
	}
	for i := range m.lobby.tables.Open {
		if o := &m.lobby.tables.Open[i]; o.Mine {
			o.Seats, o.Taken = 3, []string{"ana", "ben"}
		}
	}
	for key, asked := range map[string]string{"b": "begin c0ffee0006 false", "c": "begin c0ffee0006 true"} {
		m, cmd := press(m, key)
		if cmd != nil || m.popup.sheet == nil {
			t.Fatalf("%s begins unasked", key)
		}
		if not, cmd := press(m, "c"); cmd != nil || not.popup.sheet != nil {
			t.Errorf("%s and c begin", key)
		}
		m, cmd = press(m, "y")
		m, _ = answer(t, m, cmd)
		if h.count(asked) != 1 || !m.expected["c0ffee0006"] || !strings.Contains(screenText(m), "the table begins") {
			t.Errorf("%s: %v", key, h)
		}
	}
	m, _ = press(m, "up")
	for _, key := range []string{"b", "c"} {
		if m, cmd := press(m, key); cmd != nil || m.popup.sheet != nil {
			t.Errorf("%s does something at another table", key)
		}
	}
}

// The player goes on waiting for a table when it gets another ID.
func TestWaitsForTheTableUnderAnotherID(t *testing.T) {
	m, _ := onOwn(t)
	m.feed = newFeed(t.Context(), nil)
	m.expected = m.expected.with("old")
	next, _ := m.onEvents(eventsMsg{{Kind: api.EventLobby, What: api.Smaller, Table: "new", Was: "old", Seats: 2}})
	if m = next.(model); m.expected["old"] || !m.expected["new"] || m.expected[""] {
		t.Errorf("waited for: %v", m.expected)
	}
	next, _ = m.onEvents(eventsMsg{{Kind: api.EventStarted, Table: "new"}})
	if m = next.(model); m.screen != atTable || m.table.id != "new" {
		t.Error("the player does not sit down")
	}
}

// Somebody who has typed a wrong code is asked for it again; the host sees who has tried.
func TestWrongCode(t *testing.T) {
	m, _ := onOwn(t)
	m.feed = newFeed(t.Context(), nil)
	private := shown.OpenRow(api.Offer{ID: "c0ffee0005", Private: true}).Deeds[0].Fill("code", "1")
	next, _ := m.onDone(doneMsg{deed: private, err: api.Fail(api.ReasonWrongCode, api.Data{})})
	n := next.(model)
	if text := screenText(n); n.input.what != typeField || n.input.deed.With.Table != "c0ffee0005" || !strings.Contains(text, "code of the table:") || !strings.Contains(text, "the code is wrong (ask the host") {
		t.Errorf("%s", text)
	}
	tried := api.Event{Kind: api.EventLobby, What: api.WrongCode, Table: "c0ffee0006", Name: "ben", Fingerprint: "1b6e-4444-05e6-0aff-7c3e", Time: m.born.Add(time.Second)}
	next, _ = m.onEvents(eventsMsg{tried})
	if text := screenText(next.(model)); !strings.Contains(text, "ben (1b6e-4444-05e6-0aff-7c3e) has tried a wrong code") {
		t.Errorf("%s", text)
	}
}

// A full table is shown as one, and not joined.
func TestFullTable(t *testing.T) {
	m, _ := onOwn(t)
	full := api.Offer{ID: "c0ffee0008", Game: "five", Seats: 2, Taken: []string{"dan", "eve"}, Host: "dan", Running: true, Full: true}
	next, _ := m.onLobby(statusMsg{tables: api.Tables{Open: []api.Offer{full}}})
	m = next.(model)
	m.lobby.on = ""
	m.lobby = m.lobby.moved(0)
	m, cmd := press(m, "enter")
	if text := screenText(m); cmd != nil || !strings.Contains(text, "all seats are taken") || !strings.Contains(text, "the table is full") {
		t.Errorf("%s", text)
	}
}

// A table that is over is forgotten after a question; one that goes on is left.
func TestForgetByKey(t *testing.T) {
	m, h := onOwn(t)
	for i := 0; m.lobby.on != "c0ffee0001"; i++ {
		if m, _ = press(m, "down"); i > 10 {
			t.Fatal("there is no table that is over")
		}
	}
	m, _ = press(m, "x")
	if text := screenText(m); !strings.Contains(text, "Forget this table?") {
		t.Fatalf("%s", text)
	}
	if _, cmd := press(m, "n"); cmd != nil || h.count("forget c0ffee0001 true") != 0 {
		t.Error("it is forgotten without a yes")
	}
	h.owed = []string{"ben", "cleo"}
	m, cmd := press(m, "y")
	m, _ = answer(t, m, cmd)
	if text := strings.Join(strings.Fields(screenText(m)), " "); h.count("forget c0ffee0001 false") != 1 || !strings.Contains(text, "Ben, cleo may lack something of this table") {
		t.Fatalf("who lacks something is not said: %v\n%s", h, text)
	}
	if kept, cmd := press(m, "n"); cmd != nil || kept.popup.sheet != nil {
		t.Error("the second question goes on without a yes")
	}
	m, cmd = press(m, "y")
	if m, _ = answer(t, m, cmd); h.count("forget c0ffee0001 true") != 1 || !strings.Contains(screenText(m), "the table is forgotten") {
		t.Errorf("%v", h)
	}
}

// A move that was made because the time had run out says so, even if the daemon has since
// forgotten that; it is there once.
func TestLateMove(t *testing.T) {
	s := story{}.withEvent(api.Event{Kind: api.EventMove, Step: 7, Name: "ben", Move: "end", Late: true})
	s = s.withMoves(api.Table{Summary: api.Summary{Seats: []api.Seat{{Name: "ana", You: true}, {Name: "ben"}}}, Last: []api.Played{{Name: "ben", Move: "end", Step: 7}, {Name: "ana", Move: "end", Step: 8, Late: true}}})
	p := newPalette(true, draw.Dark, false)
	var lines []string
	for _, e := range s.entries {
		lines = append(lines, e.draw(p, 60)...)
	}
	if text := ansi.Strip(strings.Join(lines, "\n")); text != "ben end (the time had run out)\nYou end (the time had run out)" {
		t.Errorf("%q", text)
	}
}

// Whoever closes an open table is told that others who sit there can be sent away instead, each by a key of
// their own, which means the node that was shown.
func TestSendAwayByKey(t *testing.T) {
	m, h := onOwn(t)
	for i := range m.lobby.tables.Open {
		if o := &m.lobby.tables.Open[i]; o.Mine {
			o.Seats, o.Taken, o.Fingerprints = 5, []string{"ana", "ada", "ben", "ben"}, []string{"", "", "aaaa", "bbbb"}
		}
	}
	m, _ = press(m, "x")
	if s := screenText(m); !strings.Contains(s, "Close the table?") || !strings.Contains(s, "All who sit here lose their seats.") || !strings.Contains(s, "1  send ben away") || !strings.Contains(s, "2  send ben away") || strings.Contains(s, "3  ") || strings.Contains(s, "send ada") {
		t.Fatal(s)
	}
	m, cmd := press(m, "2")
	m, _ = answer(t, m, cmd)
	if h.count("send away c0ffee0006 bbbb") != 1 || h.count("leave c0ffee0006") != 0 || !strings.Contains(screenText(m), "ben is sent away") || m.popup.sheet != nil {
		t.Errorf("%v\n%s", h, screenText(m))
	}
	m, _ = press(m, "x")
	m, cmd = press(m, "y")
	if answer(t, m, cmd); h.count("leave c0ffee0006") != 1 {
		t.Errorf("%v", h)
	}
}
