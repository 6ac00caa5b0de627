package open_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestTalk: two guests with phones and a daemon sit at a table. All hear each other: the
// guests through the daemon, which carries their words.
func TestTalk(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	address := invited(t, ana) + "play#t=" + offer.ID
	cleo, dora := newGuest(t, "cleo", address), newGuest(t, "dora", address)
	cleo.shows(".table")
	dora.shows(".table")
	peers, err := ana.Peers(t.Context())
	if err != nil || len(peers) != 2 || !peers[0].Guest || !peers[1].Guest {
		t.Errorf("the keys of both are guests': %+v, %v", peers, err)
	}
	if err := ana.Say(t.Context(), offer.ID, "Welcome, both"); err != nil {
		t.Fatal(err)
	}
	cleo.says("#story", "Welcome, both")
	dora.says("#story", "Welcome, both")
	cleo.talks("Good evening")
	cleo.says("#story", "Good evening")
	dora.says("#story", "Good evening")
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

// talks says something at the table, and waits until the page has it.
func (p *player) talks(text string) {
	p.t.Helper()
	p.taps("#talk")
	p.shows("#say")
	eval[bool](p, `(document.querySelector("#say").value = "`+text+`", true)`)
	p.taps("#chat button")
	p.says("#story", text)
}
