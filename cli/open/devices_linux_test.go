package open_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/browsertest"
	"fives/p2p/control"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// A house is the people of TestDevices: three laptops, of which two invite, and three phones
// with Chromium, each with a network namespace of its own, and a Firefox at the bridge between
// them.
type house struct {
	t       *testing.T
	ana     *control.Client // has invited ben, cleo and gil
	dan     *control.Client // has invited fay
	eve     *control.Client
	players []*player // ben, cleo and fay
	gil     fox
}

// everybody is who is in the house, as it is said in all lists.
var everybody = []string{"ana", "ben, a guest of ana", "cleo, a guest of ana", "dan", "eve", "fay, a guest of dan", "gil, a guest of ana"}

// TestDevices: one room. All lists have the same people. A page hosts tables at which other
// pages sit, one behind a code, and one that a third looks on at; they talk and play. The
// laptop through which they came is killed; the other one that invites carries on what they
// say; it comes back. Whole games, of each game, and their logs verify.
func TestDevices(t *testing.T) {
	nodesInPages(t)
	if !netnstest.Inside(t, bridge...) {
		return
	}
	dir := folder(t)
	home := func(name string) string { return filepath.Join(dir, name) }
	space(t, "ana", 1)
	laptop := spaced(t, home("ana"))
	h := &house{t: t, ana: run(t, home("ana"), laptop), dan: bridged(t, home("dan"), 2), eve: bridged(t, home("eve"), 3)}
	waittest.Until(t, "the laptops see each other", func() bool { return peers(h.ana) == 2 && peers(h.dan) == 2 && peers(h.eve) == 2 })
	address, other := showInvitation(t, h.ana), showInvitation(t, h.dan)
	h.players = []*player{device(t, "ben", 4, address), device(t, "cleo", 5, address), device(t, "fay", 6, other)}
	h.gil = fox{t, browsertest.StartFirefoxInside(t)}
	h.gil.f.Open(t, address)
	waittest.Until(t, "the question for a name", func() bool { return h.gil.is(`!!document.querySelector("#naming input")`) })
	h.gil.f.Eval(t, `document.querySelector("#naming input").value = "gil"`)
	h.gil.taps("#naming button")
	h.see(everybody, h.ana, h.dan, h.eve)

	ben, cleo, fay := h.players[0], h.players[1], h.players[2]
	played := some()
	h.private(played[len(played)-1], ben, cleo)

	begin := time.Now()
	fay.opens3(played[0])
	for _, p := range []*player{ben, cleo} {
		p.sits()
	}
	h.gil.taps("[data-post$='/watch']")
	waittest.Until(t, "gil looks on", func() bool { return h.gil.is(`!!document.querySelector(".table")`) })
	h.plays("a while", func() bool { return fay.reached() > 15 || fay.over() })
	h.talk(ben, "Good evening")
	h.talk(fay, "And to you")

	port, table := h.invitation(h.ana), fay.text(`document.querySelector(".table").dataset.table`)
	_ = laptop.Process.Kill() // as kill -9 does
	_ = laptop.Wait()
	gone := fay.reached()
	h.plays("without the laptop that two of them came by", func() bool { return fay.reached() > gone+15 || fay.over() })
	t.Logf("killed at step %d, %v after the table was opened", gone, time.Since(begin).Round(time.Millisecond))
	for _, p := range []*player{ben, cleo} {
		p.goes("#/")
		p.says("#screen", "Ana's laptop does not answer; the others are reached through dan meanwhile")
	}
	h.see(slices.DeleteFunc(slices.Clone(everybody), func(s string) bool { return s == "ana" }), h.dan, h.eve)

	h.ana = run(t, home("ana"), spaced(t, home("ana")))
	if _, err := h.ana.Invite(t.Context(), api.InviteRequest{Port: port}); err != nil {
		t.Fatal(err)
	}
	h.see(everybody, h.ana, h.dan, h.eve)
	for _, p := range h.players {
		p.goes("#/table/" + table)
	}
	h.ends(played[0], h.players...)

	for _, rs := range played[1:] {
		ben.opens3(rs)
		cleo.sits()
		fay.sits()
		h.ends(rs, h.players...)
	}
	for _, p := range h.players {
		for _, b := range p.bad.list() {
			if !strings.Contains(b, "WebSocket") && !strings.Contains(b, "net::ERR") { // those to a laptop that is gone
				t.Error(b)
			}
		}
	}
}

// device opens an address of an invitation in a browser that has a network namespace of its
// own, and gives a name.
func device(t *testing.T, name string, number int, address string) *player {
	t.Helper()
	p := placed(t, name, number)
	p.do(chromedp.Navigate(address))
	p.named(name)
	return p
}

// placed starts a browser in a network namespace of its own.
func placed(t *testing.T, name string, number int) *player {
	t.Helper()
	space(t, name, number)
	inside := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(inside, fmt.Appendf(nil, "#!/bin/sh\nexec ip netns exec %s chromium \"$@\"\n", name), 0o700); err != nil {
		t.Fatal(err)
	}
	p := &player{t: t, bad: &complaints{}}
	p.visit("about:blank", 360, 640, chromedp.ExecPath(inside))
	return p
}

// listed is who is here, as the lobby of a page says it: a sheet that was closed still has its
// list of who plays.
const listed = `[...document.querySelectorAll("#screen .people li:not(.soft)")].map(li => [...li.querySelectorAll("bdi, small")].map(e => e.textContent).join(", ").replace("you, ", "").replace(/, you$/, "")).sort().join("; ")`

// see waits until all lists have the same people, and count them alike.
func (h *house) see(want []string, laptops ...*control.Client) {
	h.t.Helper()
	lists := map[string]string{}
	defer func() {
		if h.t.Failed() {
			h.t.Logf("the lists: %q", lists)
		}
	}()
	all := strings.Join(want, "; ")
	waittest.Until(h.t, fmt.Sprintf("everybody sees %q", want), func() bool {
		clear(lists)
		for i, c := range laptops {
			lists[fmt.Sprint("laptop ", i)] = inList(c)
		}
		for i, p := range append(h.screens(), h.gil) {
			list := p.text(listed)
			if list == "" {
				continue // it is at a table
			}
			lists[fmt.Sprint("page ", i)] = list
			if !strings.Contains(p.text(`document.querySelector("#screen .people").previousElementSibling.textContent`), fmt.Sprintf("%d here", len(want))) {
				return false
			}
		}
		for _, list := range lists {
			if list != all {
				return false
			}
		}
		return true
	})
}

func (h *house) screens() (all []screen) {
	for _, p := range h.players {
		all = append(all, p)
	}
	return all
}

// inList is who is here as the front ends of a daemon say it, its own person among them.
func inList(c *control.Client) string {
	st, err := c.Status(context.Background())
	if err != nil {
		return err.Error()
	}
	peers, err := c.Peers(context.Background())
	if err != nil {
		return err.Error()
	}
	all := []string{st.Name}
	for _, p := range peers {
		if name := p.Name; p.Connected {
			if p.GuestOf.Name != "" {
				name += ", a guest of " + p.GuestOf.Name
			}
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

// opens3 opens a table of a game for three, at which others may look on.
func (p *player) opens3(rs *rules.RuleSet) { p.offers(rs, 3, "#f-spectators") }

// offers opens a table from the form.
func (p *player) offers(rs *rules.RuleSet, seats int, with string) {
	p.t.Helper()
	p.goes("#/new") // no tap on the link: the lobby moves while tables come and go
	p.shows("#new-table")
	p.picks(slices.Index(games.All(), rs))
	p.chooses("#f-seats", fmt.Sprint(seats))
	p.taps("#more > summary")
	for name, v := range short(rs) {
		p.chooses("#f-option-"+name, v)
	}
	p.chooses(with, "true")
	p.taps("#new-table button.main")
}

// sits sits down at the table that is open.
func (p *player) sits() {
	p.t.Helper()
	p.goes("#/")
	waittest.Until(p.t, "a seat", func() bool { return p.tap("[data-post$='/join']") })
}

// goes goes to a place, as a link does.
func (p *player) goes(to string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(document.querySelector("#sheet[open] [data-close]")?.click(), location.hash = %q, true)`, to))
}

// reached is how far the table is on the screen, 0 where none is shown.
func (p *player) reached() (n int) {
	p.t.Helper()
	_, _ = fmt.Sscan(p.text(`document.querySelector(".table")?.dataset.step ?? "0"`), &n)
	return n
}

// private plays a game behind a code: one page hosts, another types the code.
func (h *house) private(rs *rules.RuleSet, host, guest *player) {
	h.t.Helper()
	host.offers(rs, 2, "#f-private")
	host.goes("#/")
	host.shows(".waiting .code")
	code := host.text(`document.querySelector(".waiting .code").textContent`)
	guest.goes("#/")
	guest.shows("form[action$='/join'] input")
	eval[bool](guest, fmt.Sprintf(`(document.querySelector("form[action$='/join'] input").value = %q, true)`, code))
	guest.taps("form[action$='/join'] button")
	for _, p := range []*player{host, guest} {
		p.shows(".table")
	}
	h.ends(rs, host, guest)
}

// talk is heard by all at the table, and by who looks on.
func (h *house) talk(p *player, text string) {
	h.t.Helper()
	waittest.Until(h.t, "the table is on the screen", func() bool { return p.is(`!!document.querySelector(".table")`) })
	waittest.Until(h.t, "no result lies over it", func() bool { return !p.tap("dialog#sheet[open] [data-close]") })
	p.talks(text)
	p.taps("#side [data-side]")
	for i, s := range append(h.screens(), h.gil) {
		story := ""
		if !waittest.Try(h.t, func() bool {
			story = s.text(`document.querySelector("#story").textContent`)
			return strings.Contains(story, text)
		}) {
			h.t.Fatalf("page %d does not hear %q: %s", i, text, story)
		}
	}
}

// plays lets the players play until ok.
func (h *house) plays(what string, ok func() bool) {
	h.t.Helper()
	if waittest.Try(h.t, func() bool {
		for _, p := range h.players {
			p.turn()
		}
		return ok()
	}) {
		return
	}
	for i, p := range h.players {
		h.t.Logf("player %d is at step %d: %s", i, p.reached(), p.written("#note", "#sheet", "#screen"))
	}
	h.t.Fatalf("%s: not to be seen before the test has to end", what)
}

// ends plays a game to its end. Everybody who sits there has the same log, which verifies.
func (h *house) ends(rs *rules.RuleSet, at ...*player) {
	h.t.Helper()
	begin := time.Now()
	for _, p := range at {
		p.shows(".table")
	}
	h.plays("the end of "+rs.Name, func() bool { return !slices.ContainsFunc(at, func(p *player) bool { return !p.over() }) })
	log, others := "", []string{}
	if !waittest.Try(h.t, func() bool {
		log, others = at[0].saved(), nil
		for _, p := range at[1:] {
			others = append(others, p.saved())
		}
		return !slices.ContainsFunc(others, func(other string) bool { return other != log })
	}) {
		for _, other := range others {
			h.t.Logf("%d records here, %d there", strings.Count(log, "\n"), strings.Count(other, "\n"))
		}
		h.t.Fatalf("%s: the logs are not the same", rs.Name)
	}
	verified(h.t, log)
	h.t.Logf("%s: %d records, in the end after %v", rs.Name, strings.Count(log, "\n"), time.Since(begin).Round(time.Millisecond))
}

// invitation is the port at which a laptop lets browsers in.
func (h *house) invitation(c *control.Client) int {
	h.t.Helper()
	st, err := c.Status(h.t.Context())
	if err != nil || st.Invitation == nil {
		h.t.Fatal(err)
	}
	return st.Invitation.Port
}
