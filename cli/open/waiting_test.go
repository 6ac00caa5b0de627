package open_test

import (
	"testing"

	"fives/p2p/api"
)

// TestWaitingRoom: who opens a table for more people than there are sees its chairs until it
// begins, from where it can be filled; and whoever comes by a link to it sees them, too. No
// word of it is red.
func TestWaitingRoom(t *testing.T) {
	p := newPlayer(t, 360, 640)
	o, err := p.client.Host(t.Context(), api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy"}})
	if err != nil {
		t.Fatal(err)
	}
	p.goes("#/table/" + o.ID)
	p.says(".waiting h2", "Waiting for one more")
	if n := eval[int](p, `document.querySelectorAll(".waiting .chair").length`); n != 3 {
		t.Errorf("there are %d chairs", n)
	}
	if !p.is(`document.documentElement.scrollWidth <= innerWidth`) {
		t.Error("the chairs are wider than the screen")
	}
	p.taps(`.waiting [name="fill"] + button`)
	p.dealt()
	if said := p.text(`document.querySelector("#note.wrong")?.textContent ?? ""`); said != "" {
		t.Errorf("in red: %s", said)
	}
}
