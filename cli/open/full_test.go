package open_test

import (
	"path/filepath"
	"testing"

	"fives/p2p/control"
)

// TestFullTable: an invitation to a table that is full leads to watching it, and says so;
// at one that may not be watched, the page says who plays there.
func TestFullTable(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	for _, watched := range []bool{true, false} {
		offer, err := ana.Host(t.Context(), control.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}, Spectators: watched})
		if err != nil {
			t.Fatal(err)
		}
		p := newGuest(t, "cleo", invited(t, ana)+"play#t="+offer.ID)
		if watched {
			p.says("#note", "The table is full: you look on.")
			p.shows(".table")
			if p.is(`!!document.querySelector("#hand")`) {
				t.Error("who watches has a hand")
			}
		} else {
			p.says("#note", "is full: ana, ")
			p.shows(".masthead")
		}
		for _, b := range p.bad.list() {
			t.Error(b)
		}
	}
}
