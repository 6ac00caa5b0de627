package open_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestSigns: people look alike on the laptop's own page, on its television, on the page of an invitation
// before a phone has a node, and on the phones that came by it, though each meets them in another order.
// Whoever comes later changes nobody.
func TestSigns(t *testing.T) {
	nodesInPages(t)
	home := filepath.Join(folder(t), "ana")
	ana := &player{t: t, bad: &complaints{}}
	ana.visit(ana.serve(home), 390, 844)
	ana.shows(".masthead")
	room := &player{t: t, bad: &complaints{}}
	room.watches(room.serveScreen(home))
	offer := hostTable(t, ana.client, api.HostRequest{Game: "five", Seats: 4})
	address := showInvitation(t, ana.client) + "#t=" + offer.ID
	names := []string{"ana", "cleo", "dora"}
	phones := map[string]*player{}
	for _, name := range names[1:] {
		phones[name] = newGuest(t, name, address)
		phones[name].shows(".waiting")
	}
	eval[bool](ana, fmt.Sprintf(`(location.hash = "#/table/%s", true)`, offer.ID))
	here := func(p *player) (signs string) {
		waittest.Until(t, "all chairs but one are taken", func() bool {
			signs = p.text(`JSON.stringify(Object.fromEntries([...document.querySelectorAll(".waiting .chair[data-seat]")].map(c => [c.dataset.seat.toLowerCase(), c.querySelector(".face").className])))`)
			return strings.Count(signs, ":") == len(names)
		})
		return signs
	}
	want := map[string]string{}
	if err := json.Unmarshal([]byte(here(ana)), &want); err != nil {
		t.Fatal(err)
	}
	for name, p := range phones {
		got := map[string]string{}
		waittest.Until(t, name+" draws all as ana's page does", func() bool {
			clear(got)
			if err := json.Unmarshal([]byte(here(p)), &got); err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(got) == fmt.Sprint(want)
		})
	}
	drawn := func(p *player, selector string) []string {
		return strings.Split(p.text(`[...document.querySelectorAll("`+selector+`")].map(f => f.className).sort().join("\n")`), "\n")
	}
	var sorted []string
	for _, sign := range want {
		sorted = append(sorted, sign)
	}
	slices.Sort(sorted)
	if len(slices.Compact(slices.Clone(sorted))) != len(names) {
		t.Errorf("some look alike: %v", want)
	}
	waittest.Until(t, "the television draws all as the page does", func() bool { return slices.Equal(drawn(room, "#room .faces .face"), sorted) })
	late := &player{t: t, bad: &complaints{}}
	late.visit(address, 390, 844)
	waittest.Until(t, "so does the page of the invitation", func() bool {
		return slices.Equal(drawn(late, "#there .faces .face:not(.none)"), sorted)
	})
	for _, p := range []*player{ana, room, late} {
		for _, b := range p.bad.list() {
			t.Error(b)
		}
	}
}
