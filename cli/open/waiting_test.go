package open_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/p2p/api"
)

// TestWaitingRoom: who opens a table for more people than there are sees its chairs until it
// begins, from where it can be filled; and whoever comes by a link to it sees them, too. No
// word of it is red.
func TestWaitingRoom(t *testing.T) {
	p := newPlayer(t, 360, 640)
	o := hostTable(t, p.client, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy"}})
	p.goes("#/table/" + o.ID)
	p.says(".waiting h2", "Waiting for one more")
	if n := eval[int](p, `document.querySelectorAll(".waiting .chair").length`); n != 3 {
		t.Errorf("there are %d chairs", n)
	}
	if !p.is(`document.documentElement.scrollWidth <= innerWidth`) {
		t.Error("the chairs are wider than the screen")
	}
	p.taps(`.waiting [data-deed="begin"]`)
	p.taps("#yes")
	p.dealt()
	if said := p.text(`document.querySelector("#note.wrong")?.textContent ?? ""`); said != "" {
		t.Errorf("in red: %s", said)
	}
}

// passing keeps which screens a page has had.
const passing = `(() => {
	self.passed = new Set()
	new MutationObserver(() => {
		for (const s of ["looking", "lobby", "waiting", "table"]) if (document.querySelector("#screen ." + s)) passed.add(s)
	}).observe(document.querySelector("#screen"), { subtree: true, childList: true, attributes: true })
	return true
})()`

// TestLooking: a guest who was asked to a table and has given a name reads whose table is
// looked for until that is there, and sees no lobby before. If it is not found, the lobby says so.
func TestLooking(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 3})
	address := showInvitation(t, ana)
	for table, ends := range map[string][]string{offer.ID: {"looking", "waiting"}, "abcd1234": {"looking", "lobby"}} {
		p := &player{t: t, bad: &complaints{}}
		p.visit(address+"#t="+table, 360, 640)
		eval[bool](p, passing)
		p.named("Zoe 🦊 " + ends[1])
		if ends[1] == "lobby" {
			p.says(".looking h1", "Looking for ana’s table")
			p.says(".looking .face", "🦊")
			p.whole("the page that looks for a table")
		}
		p.shows("#screen ." + ends[1])
		passed := strings.Fields(p.text(`[...passed].join(" ")`))
		if !slices.Equal(passed, ends) {
			t.Errorf("on the way to table %s the page has shown %q, not %q", table, passed, ends)
		}
		if said := p.text(`document.querySelector("#note.wrong")?.textContent ?? ""`); (said != "") != (ends[1] == "lobby") {
			t.Errorf("at the end, in red: %q", said)
		}
	}
}
