package open_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
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

// TestTalkInTheWaitingRoom: whoever waits for a table to begin talks with the others there, and a sign is seen
// at the chair of whoever has given it. What was said before stays when the table begins with fewer chairs.
func TestTalkInTheWaitingRoom(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 4, Bots: []string{"easy"}})
	p := &player{t: t, bad: &complaints{}}
	p.visit(showInvitation(t, ana)+"#t="+offer.ID, 390, 844)
	p.named("Zoe 🦊")
	p.says(".waiting h2", "Waiting for one more")
	p.whole("the waiting room")
	eval[bool](p, `(() => {
		new MutationObserver(all => {
			for (const e of all.flatMap(m => [...m.addedNodes])) if (e.className === "react") {
				const chair = [...document.querySelectorAll(".chair")].find(c => c.contains(document.elementFromPoint(e.offsetLeft + 24, e.offsetTop + 30)))
				self.reacted = e.textContent + " " + chair?.dataset.seat
			}
		}).observe(document.body, { childList: true })
		return true
	})()`)
	waittest.Until(t, "the own sign", func() bool { // once the page hears what happens
		p.tap(`.waiting [data-react="👍"]`)
		return p.is(`self.reacted === "👍 Zoe 🦊"`)
	})
	if err := ana.Say(t.Context(), offer.ID, "Two more minutes"); err != nil {
		t.Fatal(err)
	}
	p.says("#note", "Ana: Two more minutes")
	if err := ana.Say(t.Context(), "", "👏"); err != nil { // it is the only table
		t.Fatal(err)
	}
	waittest.Until(t, "the sign at ana's chair", func() bool { return p.is(`self.reacted === "👏 ana"`) })
	p.talks("I am here")
	heard := map[string]bool{}
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	all := errors.New("all is heard")
	if err := ana.Views(ctx, 0, func(e api.Event) error {
		if e.Kind == api.EventChat && e.Name == "Zoe 🦊" {
			heard[e.Text] = true
		}
		if heard["👍"] && heard["I am here"] {
			return all
		}
		return nil
	}); !errors.Is(err, all) {
		t.Errorf("ana hears %v: %v", heard, err)
	}
	if _, err := ana.Begin(t.Context(), api.BeginRequest{About: api.About{Table: offer.ID}}); err != nil {
		t.Fatal(err)
	}
	p.shows(".table .saying")
	for _, line := range []string{"Two more minutes", "I am here"} {
		p.says("#story", line)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
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
