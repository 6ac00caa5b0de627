package open_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestTalk: two guests with phones and a daemon sit at a table. All hear each other: the
// guests through the daemon, which carries their words.
func TestTalk(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 3})
	address := showInvitation(t, ana) + "#t=" + offer.ID
	cleo, dora := newGuest(t, "cleo", address), newGuest(t, "dora", address)
	cleo.shows(".table")
	dora.shows(".table")
	peers, err := ana.Peers(t.Context())
	if err != nil || len(peers) != 2 || !peers[0].Guest || !peers[1].Guest {
		t.Errorf("the keys of both are guests': %+v, %v", peers, err)
	}
	waittest.Until(t, "ana hears both", func() bool {
		v, err := ana.Table(t.Context(), offer.ID)
		return err == nil && !slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return !s.You && (!s.Online || s.Away != nil) })
	})
	if err := ana.Say(t.Context(), offer.ID, "Welcome, both"); err != nil {
		t.Fatal(err)
	}
	cleo.says("#story", "Welcome, both")
	dora.says("#story", "Welcome, both")
	cleo.talks("Good evening")
	cleo.says("#story", "Good evening")
	dora.says("#story", "Good evening")
	cleo.reacts(dora)
	heard := errors.New("heard")
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit(t))
	defer cancel()
	if err := ana.Views(ctx, 0, func(e api.Event) error {
		if e.Kind == api.EventChat && e.Name == "cleo" && e.Text == "Good evening" {
			return heard
		}
		return nil
	}); !errors.Is(err, heard) {
		t.Errorf("ana does not hear cleo: %v", err)
	}
	for _, p := range []*player{cleo, dora} {
		for _, b := range p.bad.list() {
			t.Error(b)
		}
	}
}

// reacts taps a sign, which the other player sees at cleo's seat, and in the talk.
func (p *player) reacts(other *player) {
	p.t.Helper()
	eval[bool](other, `(() => {
		new MutationObserver(all => {
			for (const e of all.flatMap(m => [...m.addedNodes])) if (e.className === "react") {
				const r = e.getBoundingClientRect(), seat = document.querySelector('[data-seat="cleo"]').getBoundingClientRect()
				self.reacted = { sign: e.textContent, far: Math.abs(r.left + r.width / 2 - seat.left - seat.width / 2) + Math.abs(r.top - seat.top) }
			}
		}).observe(document.body, { childList: true })
		document.body.removeAttribute("data-unread")
		return true
	})()`)
	if !p.is(`document.querySelector("#reactions").checkVisibility()`) {
		p.taps("#talk")
	}
	waittest.Until(p.t, "the talk closes over the sign", func() bool { // it moves as a turn comes or ends
		p.tap("#reactions [data-react]")
		return p.is(`!document.querySelector("#reactions").checkVisibility()`)
	})
	waittest.Until(p.t, "the other sees the sign", func() bool { return other.is(`!!self.reacted`) })
	got := eval[struct {
		Sign string
		Far  float64
	}](other, `reacted`)
	if got.Sign != "👍" || got.Far > 60 {
		p.t.Errorf("the other sees %+v", got)
	}
	p.says("#story", "👍")
	other.says("#story", "👍")
	waittest.Until(p.t, "it goes again", func() bool { return other.is(`!document.querySelector(".react")`) })
	if other.is(`document.body.hasAttribute("data-unread")`) {
		p.t.Error("a reaction counts as something to read")
	}
}

// talks says something at the table, and waits until the page has it.
func (p *player) talks(text string) {
	p.t.Helper()
	p.taps("#talk")
	p.shows("#say")
	eval[bool](p, `(document.querySelector("#say").value = "`+text+`", true)`)
	waittest.Until(p.t, "the line is sent", func() bool { // the button moves as a turn comes or ends
		p.tap("#chat button")
		return p.is(`document.querySelector("#say").value === ""`)
	})
	p.says("#story", text)
}
