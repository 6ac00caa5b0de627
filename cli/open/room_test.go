package open_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestPagesMeet: two phones with the invitation of one laptop, and another laptop that invites
// too. All lists have the same people. One phone opens a table, the other sits down, a laptop
// looks on; they hear each other, and play a whole game that verifies. One of the phones
// dials nobody but the laptop that served its page, and all goes through that.
func TestPagesMeet(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	st, err := ana.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eveHome := filepath.Join(folder(t), "eve")
	eve := up(t, eveHome, "eve", "--peer", st.Addresses[0])
	showInvitation(t, eve)
	address := showInvitation(t, ana)
	cleo, dora := newGuest(t, "cleo", address), newGuest(t, "dora", address+"?through")
	const people = "section[aria-labelledby='people']"
	for _, p := range []*player{cleo, dora} {
		p.says(people, "4 here")
		p.says(people, "you, a guest of ana")
		p.says(people, "eve")
	}
	cleo.says(people, "dora a guest of ana")
	dora.says(people, "cleo a guest of ana")
	waittest.Until(t, "eve sees both, one of them through ana", func() bool {
		peers, err := eve.Peers(t.Context())
		if err != nil || len(peers) != 3 {
			return false
		}
		of := func(p api.Peer) string { return p.GuestOf.Name }
		return of(peers[0]) == "" && of(peers[1]) == "ana" && of(peers[2]) == "ana" &&
			strings.HasSuffix(peers[1].Address, "/ws") && strings.HasSuffix(peers[2].Address, "/p2p-circuit")
	})

	cleo.taps("#new")
	cleo.chooses("#f-seats", "2")
	cleo.taps("#more > summary")
	for name, v := range short(games.All()[0]) {
		cleo.chooses("#f-option-"+name, v)
	}
	cleo.chooses("#f-spectators", "true")
	cleo.taps("#new-table button.main")
	dora.shows("[data-post$='/join']")
	waittest.Until(t, "dora sits down", func() bool { return dora.tap("[data-post$='/join']") })
	cleo.shows(".table")
	dora.shows(".table")
	var id string
	waittest.Until(t, "eve looks on", func() bool {
		tables, err := eve.Tables(t.Context())
		if err != nil || len(tables.Open) == 0 {
			return false
		}
		id = tables.Open[0].ID
		_, err = eve.Watch(t.Context(), id)
		return err == nil
	})
	cleo.talks("Good evening")
	dora.says("#story", "Good evening")
	dora.talks("And to you")
	cleo.says("#story", "And to you")
	cleo.taps("#side [data-side]")
	dora.taps("#side [data-side]")
	for !cleo.over() || !dora.over() {
		if !cleo.turn() && !dora.turn() {
			time.Sleep(20 * time.Millisecond)
		}
	}
	var log string
	waittest.Until(t, "logs that are the same", func() bool {
		log = cleo.saved()
		return log == dora.saved()
	})
	verified(t, log)
	for _, p := range []*player{cleo, dora} {
		for _, b := range p.bad.list() {
			t.Error(b)
		}
	}
}
