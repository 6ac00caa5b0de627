package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// evening returns three games of ana, ben and cleo that have ended tonight, the last one now.
func evening() []api.Summary {
	var list []api.Summary
	for i, winner := range []string{"ben", "ana", "ben"} {
		t := api.Summary{ID: "a" + string(rune('1'+i)), Game: "five", Phase: api.PhaseOver, Time: uint64(time.Now().Unix()) - uint64(2-i), Winners: []string{winner}}
		for seat, name := range []string{"ana", "ben", "cleo"} {
			t.Seats = append(t.Seats, api.Seat{Name: name, Fingerprint: name + "-key", You: seat == 0, Score: []int{120, 80, 203}[seat]})
		}
		list = append(list, t)
	}
	return list
}

// TestTonight: the evening's standings are in the lobby, where players wait for a game, on a
// page of their own, and on the screen of the room, which calls nobody "You".
func TestTonight(t *testing.T) {
	f := newFake(t, games.All()[0])
	f.list = api.Tables{Mine: evening(), Open: []api.Offer{{ID: "b1", Game: "five", Seats: 3, Taken: []string{"ana"}, Mine: true}}}
	h := serve(t, f)
	page := look(t, h, "/standings").text
	for _, want := range []string{"Ben leads tonight", "3 games since ", "You won Five", "Ben won Five", "Ana 120, ben 80, cleo 203", "signed its last result"} {
		if !strings.Contains(strings.ToLower(page), strings.ToLower(want)) {
			t.Errorf("the page of the evening lacks %q: %s", want, page)
		}
	}
	if lobby := look(t, h, "/lobby?evening=first+to+2").text; !strings.Contains(lobby, "ben wins the evening") || !strings.Contains(lobby, "After 3 games: ben 2, you 1.") {
		t.Errorf("the lobby: %s", lobby)
	}
	f.fail = api.Fail(api.ReasonNotBegun, api.Data{})
	if waiting := look(t, h, "/table/b1").text; !strings.Contains(waiting, "After 3 games: ben 2, you 1.") {
		t.Errorf("who waits: %s", waiting)
	}
	tv := &television{tables: f.list}
	c := control.Within(tv)
	room := look(t, NewScreen(Config{Client: c, Evening: "best of 3"}), "/room").text
	if !strings.Contains(room, "ben wins the evening") || !strings.Contains(room, "Best of 3, 3 games since ") || strings.Contains(strings.ToLower(room), "you ") {
		t.Errorf("the room: %s", room)
	}
	f.list.Mine, f.fail = nil, nil
	if lobby := ask(h, http.MethodGet, "/lobby", nil).Body.String(); strings.Contains(lobby, "tonight\" id=") {
		t.Errorf("before the first game: %s", lobby)
	}
}

// TestEveningChosen: what decides the evening is chosen on its page, and stays in this browser.
func TestEveningChosen(t *testing.T) {
	p := newParty(t)
	p.list = api.Tables{Mine: evening()}
	b := openTab(t, p.served(t)+"#/standings", 360, 640)
	says := func(text string) {
		t.Helper()
		waittest.Until(t, text, func() bool {
			return strings.Contains(in[string](b, `document.querySelector(".tonight b")?.textContent ?? ""`), text)
		})
	}
	says("ben leads tonight")
	in[bool](b, `(s => { s.value = "first to 2"; s.dispatchEvent(new Event("change", { bubbles: true })); return true })(document.querySelector("[data-evening]"))`)
	says("ben wins the evening")
	in[bool](b, `(location.hash = "#/", location.reload(), true)`)
	says("ben wins the evening")
	b.taps("#tonight")
	waittest.Until(t, "the page of the evening", func() bool {
		return in[bool](b, `document.querySelector("[data-evening]")?.value === "first to 2"`)
	})
	if wide := in[int](b, `document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("the page is %d wide", wide)
	}
}
