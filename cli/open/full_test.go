package open_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestFullTable: an invitation to a table that is full asks for the seat of its computer player,
// and meanwhile one can watch it, where it may be watched.
func TestFullTable(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	for _, watched := range []bool{true, false} {
		offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}, Spectators: watched})
		// Whoever comes before it begins is asked to take a free chair.
		waittest.Until(t, "the table begins", func() bool { v, err := ana.Table(t.Context(), offer.ID); return err == nil && v.Dealt })
		p := newGuest(t, "cleo", showInvitation(t, ana)+"#t="+offer.ID)
		p.says("#screen", "You take Ada's seat")
		looksOn := fmt.Sprintf(`#screen [data-post="/table/%s/watch"]`, offer.ID)
		if !watched {
			if p.is(`!!document.querySelector('` + looksOn + `')`) {
				t.Error("nobody may look on here")
			}
		} else {
			p.taps(looksOn)
			p.shows(".table")
			if p.is(`!!document.querySelector("#hand")`) {
				t.Error("who watches has a hand")
			}
		}
		for _, b := range p.bad.list() {
			t.Error(b)
		}
	}
}

// TestBegins: a page is led to the table that its person has opened when that begins, and
// not to another one of the same node.
func TestBegins(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.taps("#new")
	p.chooses("#f-bots", "0")
	p.taps("#new-table button.main")
	p.shows(".waiting")
	mine, err := p.client.Tables(t.Context())
	if err != nil || len(mine.Open) != 1 {
		t.Fatalf("%d open tables: %v", len(mine.Open), err)
	}
	eval[bool](p, `(location.hash = "#/standings", self.places = [], addEventListener("hashchange", e => places.push(new URL(e.newURL).hash)), true)`)
	waittest.Until(t, "the standings", func() bool { return !p.is(`!!document.querySelector(".masthead")`) })
	other := hostTable(t, p.client, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}})
	opened := mine.Open[0].ID
	if _, err := p.client.Begin(t.Context(), api.BeginRequest{About: api.About{Table: opened}, Fill: true}); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the table that was opened", func() bool { return p.is(fmt.Sprintf(`location.hash === "#/table/%s"`, opened)) })
	if p.is(fmt.Sprintf(`places.includes("#/table/%s")`, other.ID)) {
		t.Error("led to another table")
	}
}
