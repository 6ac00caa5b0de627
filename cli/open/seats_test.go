package open_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// TestSeatsChangeHands: at a table with computer players, a late guest with a phone asks for
// the seat of one, and has it from the next hand on, when the laptop's person has agreed. The
// phone is lost: who comes in anew by the invitation, under the same name and with another
// key, is asked whether the seat is theirs, and has it again. At last the seat is handed over
// to a computer player. All by taps; the pages go along from table to table, and the logs
// verify together.
func TestSeatsChangeHands(t *testing.T) {
	nodesInPages(t)
	ana := newPlayer(t, 390, 844)
	offer := hostTable(t, ana.client, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy", "easy"}, Set: map[string]string{"limit": "150"}})
	ana.shows(".table")
	address := showInvitation(t, ana.client)
	seats := names(t, ana.client, offer.ID)
	zoe := newGuest(t, "zoe", address)
	zoe.taps(fmt.Sprintf(`#row-%s .door li:nth-child(2) button`, offer.ID[:8]))
	zoe.says(fmt.Sprintf("#row-%s .state", offer.ID[:8]), "waiting for ana")
	second := ana.agrees(offer.ID, "Zoe")
	zoe.at(second)
	if got := names(t, ana.client, second); !slices.Contains(got, "zoe") || len(got) != 3 || slices.Equal(got, seats) {
		t.Errorf("%q sat there, and now %q", seats, got)
	}
	ana.says("#story", "zoe has the seat of")

	zoe.closeTab() // with it the node goes, and its key
	waittest.Until(t, "zoe is away", func() bool {
		v, err := ana.client.Table(t.Context(), second)
		return err == nil && slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return s.Name == "zoe" && s.Away != nil })
	})
	again := newGuest(t, "zoe", address)
	again.says(".comeback", "You are zoe? Your seat is still here")
	again.taps(".comeback .door button")
	again.shows(".table-row.urgent")
	third := ana.agrees(second, "Zoe")
	again.at(third)

	again.shows(".table[data-running]") // all have agreed a moment before a table begins
	again.taps("#menu")
	again.taps(`#sheet [data-sheet$="/seats"]`)
	again.shows("#hand-over")
	eval[bool](again, `(() => {
		const to = document.querySelector("#hand-over [name=to]")
		to.value = [...to.options].find(o => o.textContent === "A computer player of ana's").value
		return true
	})()`)
	again.taps("#hand-over .main")
	again.says(".wishes", "Waiting for ana")
	again.closes()
	for _, b := range append(zoe.bad.list(), again.bad.list()...) {
		t.Error(b)
	}
	fourth := ana.agrees(third, "computer player", again)
	if got := names(t, ana.client, fourth); slices.Contains(got, "zoe") {
		t.Errorf("at the last table are %q", got)
	}
	waittest.Until(t, "the end of the game", func() bool {
		moves(t, ana.client, fourth)
		v, err := ana.client.Table(t.Context(), fourth)
		return err == nil && v.Phase == api.PhaseOver
	})
	chain, dir := []string{"verify"}, t.TempDir()
	for i, id := range []string{offer.ID, second, third, fourth} {
		var log strings.Builder
		chain = append(chain, filepath.Join(dir, fmt.Sprint(i)))
		if err := errors.Join(ana.client.Log(t.Context(), id, &log), os.WriteFile(chain[i+1], []byte(log.String()), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := fives(t.Context(), chain...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, b := range ana.bad.list() {
		t.Error(b)
	}
}

// names are those at a table.
func names(t testing.TB, c *control.Client, table string) []string {
	t.Helper()
	v, err := c.Table(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	return v.Names()
}

// agrees agrees by a tap that a seat changes hands, plays on with the others until it has, and
// returns the ID of the new table, to which the page goes by itself.
func (p *player) agrees(table, who string, others ...*player) (id string) {
	p.t.Helper()
	p.says(".wishes .yours", who)
	tapped := false
	if !waittest.Try(p.t, func() bool {
		id = p.text(`document.querySelector(".table")?.dataset.table ?? ""`)
		switch {
		case id != "" && id != table:
			return true
		case p.tap("dialog#sheet[open] [data-close]"):
		case !tapped:
			p.tap(".wishes .yours .main") // a tap that comes too soon does nothing
			tapped = p.is(`!document.querySelector(".wishes .yours")`)
		default:
			moves(p.t, p.client, table)
		}
		for _, o := range others {
			o.turn()
		}
		return false
	}) {
		p.t.Fatalf("no next table is to be seen before the test has to end, but %s", p.written("#note", "#sheet", "#screen"))
	}
	return id
}

// at waits until the page is at a table.
func (p *player) at(table string) {
	p.t.Helper()
	waittest.Until(p.t, "the table", func() bool {
		return p.text(`document.querySelector(".table")?.dataset.table ?? ""`) == table
	})
}
