package tui

import (
	"testing"

	"fives/p2p/api"
)

// Tables of a lobby, by what they are to the player.
var (
	overTable    = api.Summary{ID: "0e00", Game: "five", Phase: api.PhaseOver}
	stoppedTable = api.Summary{ID: "0e01", Game: "five", Phase: api.PhaseStopped}
	playedTable  = api.Summary{ID: "0a00", Game: "five", Phase: api.PhasePlaying}
	runningOffer = api.Offer{ID: "0b00", Game: "five", Seats: 2, Host: "ben", Running: true}
	fullOffer    = api.Offer{ID: "0b01", Game: "five", Seats: 2, Host: "ben", Full: true}
	joinedOffer  = api.Offer{ID: "0b02", Game: "five", Seats: 3, Host: "ben", Joined: true}
	wishedOffer  = api.Offer{ID: "0b03", Game: "five", Seats: 3, Host: "ben", Handover: &api.Handover{}}
	freeOffer    = api.Offer{ID: "0c00", Game: "five", Seats: 2, Host: "ben"}
	ownOffer     = api.Offer{ID: "0c01", Game: "five", Seats: 2, Host: "ana", Mine: true, Joined: true}
)

// sees returns the model after the daemon's answer that these are the tables.
func sees(m model, tables ...any) model {
	var msg statusMsg
	for _, x := range tables {
		switch x := x.(type) {
		case api.Summary:
			msg.tables.Mine = append(msg.tables.Mine, x)
		case api.Offer:
			msg.tables.Open = append(msg.tables.Open, x)
		}
	}
	return take(m, msg)
}

// The cursor begins on the first table at which the player can sit down, whatever else
// there is.
func TestCursorBegins(t *testing.T) {
	for _, c := range []struct {
		tables []any
		on     string
	}{
		{[]any{overTable, stoppedTable, runningOffer, fullOffer, joinedOffer, wishedOffer, freeOffer}, freeOffer.ID},
		{[]any{overTable, runningOffer, ownOffer}, ownOffer.ID},
		{[]any{overTable, freeOffer, playedTable, playedTable}, playedTable.ID},
		{[]any{overTable, stoppedTable}, stoppedTable.ID}, // the first one, as there is no other
		{nil, ""},
	} {
		m := blank(80, 24, false)
		m.settled = true
		if m = sees(m, c.tables...); m.lobby.on != c.on {
			t.Errorf("%v: the cursor begins on %q", c.tables, m.lobby.on)
		}
		if r, ok := m.lobby.current(); ok != (c.on != "") || r.ID != c.on {
			t.Errorf("%v: the row under the cursor is %q", c.tables, r.ID)
		}
	}
}

// If there was none, it goes to the first such table that comes, and to no other one after
// that. A key that is pressed before anybody can have seen that does nothing.
func TestCursorGoesToTheFirstFreeTable(t *testing.T) {
	m := blank(80, 24, false)
	m.settled, m.notice.takes = true, Notice
	m.call = caller{ctx: t.Context(), d: newHouse(t, 1)}
	before := sees(m, overTable, runningOffer)
	m = sees(before, overTable, runningOffer, freeOffer)
	if m.lobby.on != freeOffer.ID {
		t.Fatalf("the cursor is on %q", m.lobby.on)
	}
	if now, cmd := press(m, "enter"); cmd != nil || now.note != "" {
		t.Errorf("a key that was meant for another table joins this one: %q", now.note)
	}
	if now, cmd := press(take(m, noticedMsg(m.notice.came)), "enter"); cmd == nil || now.note != "joining…" {
		t.Errorf("it cannot be joined: %q", now.note)
	}
	other := freeOffer
	other.ID = "0c09"
	if m = sees(m, overTable, other, freeOffer); m.lobby.on != freeOffer.ID {
		t.Errorf("the cursor goes on to %q", m.lobby.on)
	}
	if m = sees(m, overTable, other); m.lobby.cursor != -1 {
		t.Errorf("the table is gone, and the cursor on row %d", m.lobby.cursor)
	}
	chosen, _ := press(before, "down")
	if on := chosen.lobby.on; on == "" || sees(chosen, overTable, runningOffer, freeOffer).lobby.on != on {
		t.Errorf("the player chose %q, and the cursor goes elsewhere", on)
	}
	if m, cmd := before.Update(statusMsg{tables: api.Tables{Mine: []api.Summary{overTable}, Open: []api.Offer{freeOffer}}}); cmd == nil || m.(model).lobby.unnoticed == 0 {
		t.Error("nothing ends the time in which no key is taken")
	}
}

// A player who comes back from a table that is over finds the cursor on one that can be joined,
// as soon as there is one; a player who comes back from a table that is still played finds it
// where it was.
func TestCursorAfterAGame(t *testing.T) {
	m := blank(80, 24, false)
	m.settled = true
	m.call = caller{ctx: t.Context(), d: newHouse(t, 1)}
	m, _ = press(sees(m, playedTable, freeOffer), "enter")
	back, _ := press(m, "esc")
	if back.screen != atLobby || back.lobby.on != playedTable.ID {
		t.Errorf("screen %d, the cursor is on %q", back.screen, back.lobby.on)
	}
	ended := playedTable
	ended.Phase = api.PhaseOver
	if back, _ = press(sees(m, ended, freeOffer), "esc"); back.lobby.on != freeOffer.ID {
		t.Errorf("the game is over, and the cursor on %q", back.lobby.on)
	}
	if back, _ = press(sees(m, ended), "esc"); back.lobby.on != ended.ID {
		t.Errorf("there is no other table, and the cursor is on %q", back.lobby.on)
	}
	if back = sees(back, ended, freeOffer); back.lobby.on != freeOffer.ID {
		t.Errorf("a table has come, and the cursor is on %q", back.lobby.on)
	}
}
