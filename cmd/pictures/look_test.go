package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/browsertest"
	"fives/p2p/control"
)

// The sizes in which the page and the screen of a room are looked at. The fourth is what is left of
// the second at 200 %.
var (
	pageSizes = []window{{360, 640}, {390, 844}, {320, 568}, {195, 422}, {844, 390}, {1440, 900}}
	roomSizes = []window{{1280, 720}, {1920, 1080}, {3840, 2160}}
)

// guests are those who come to Ana's evening.
var guests = []string{"Ben", "Cleo", "Dan", "Eva", "Zoe"}

// An evening is one with Ana, as her page and the television show it. After an error nothing
// more is done until the next chapter.
type evening struct {
	ctx         context.Context
	fives       string
	homes, into string
	network     string
	people      map[string]*control.Client
	browser     context.Context
	page, room  *tab
	table       string // which is being played
	invitation  string // the address to which guests come
	err         error
}

// TestLook plays an evening, and takes a picture of every screen, for somebody to look at. The
// folder for the pictures is in FIVES_LOOK, the program in FIVES_PROGRAM; FIVES_DRAWINGS may name
// the folder of the drawings beside which the pictures are put.
func TestLook(t *testing.T) {
	into, fives, drawings := os.Getenv("FIVES_LOOK"), os.Getenv("FIVES_PROGRAM"), os.Getenv("FIVES_DRAWINGS")
	if into == "" {
		t.Skip("FIVES_LOOK names no folder for pictures (make look)")
	}
	homes, err := os.MkdirTemp("", "pictures") // the names of sockets must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(homes) })
	if err := os.MkdirAll(into, 0o755); err != nil {
		t.Fatal(err)
	}
	e := &evening{ctx: t.Context(), fives: fives, homes: homes, into: into, network: strings.ToLower(rand.Text()[:9]), people: map[string]*control.Client{}, browser: browsertest.Launch(t)}
	t.Cleanup(e.goHome)
	e.spend(t)
	if drawings != "" {
		if err := beside(drawings, into); err != nil {
			t.Error(err)
		}
	}
}

// spend plays the evening, chapter by chapter.
func (e *evening) spend(t *testing.T) {
	for _, c := range []struct {
		name string
		play func()
	}{
		{"the evening begins", e.begin}, {"a table of Five", e.five}, {"the end of a hand", e.result},
		{"the end of a game", e.over}, {"learning", e.learns}, {"Five Crowns", e.crowns}, {"the other games", e.others}, {"fourteen", e.fourteen}, {"troubles", e.troubles},
	} {
		e.err = nil
		start := time.Now()
		if c.play(); len(e.people) <= len(guests) {
			t.Fatalf("%s: %v", c.name, e.err) // not everybody has come
		} else if e.err != nil {
			t.Errorf("%s: %v", c.name, e.err)
		}
		t.Logf("%s: %.0f s", c.name, time.Since(start).Seconds())
	}
}

func (e *evening) try(err error) {
	if e.err == nil {
		e.err = err
	}
}

func (e *evening) until(what string, is func() bool) {
	if e.err == nil {
		e.try(until(e.ctx, what, func() (bool, error) { return is(), e.err }))
	}
}

// comes starts somebody's daemon.
func (e *evening) comes(name string) {
	if e.err != nil {
		return
	}
	home := e.home(name)
	out, err := exec.CommandContext(e.ctx, e.fives, "up", "--detach", "--home", home, "--name", name, "--iface", "lo", "--port", "0", "--network", e.network, "--bot-delay", "0s").CombinedOutput()
	if err != nil {
		e.try(fmt.Errorf("fives up: %w: %s", err, out))
		return
	}
	e.people[name], err = control.Dial(home)
	e.try(err)
}

func (e *evening) home(name string) string { return filepath.Join(e.homes, strings.ToLower(name)) }

// goHome ends the daemons.
func (e *evening) goHome() {
	for name := range e.people {
		_ = exec.Command(e.fives, "down", "--home", e.home(name)).Run() // it may be down
	}
}

// is reports whether something is so in a page.
func (e *evening) is(t *tab, script string) bool {
	if e.err != nil {
		return false
	}
	yes, err := ask[bool](t, script)
	e.try(err)
	return yes
}

// seen is an expression that finds what is to be seen of a selector.
func seen(selector string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].find(e => e.checkVisibility())`, selector)
}

func (e *evening) shows(t *tab, selector string) {
	e.until(selector+" is to be seen", func() bool { return e.is(t, "!!"+seen(selector)) })
}

// taps taps what is to be seen, once the page takes taps again.
func (e *evening) taps(t *tab, selector string) {
	e.shows(t, selector)
	e.is(t, fmt.Sprintf(`new Promise(done => setTimeout(() => { %s?.click(); setTimeout(done, 100, true) }, 400))`, seen(selector)))
}

// keep takes pictures of the page, in all sizes and both schemes.
func (e *evening) keep(screen string) {
	for _, z := range pageSizes {
		for _, scheme := range []string{"light", "dark"} {
			e.shoot(e.page, z, scheme, screen)
		}
	}
	e.dress(e.page)
}

// keepRoom takes pictures of the television.
func (e *evening) keepRoom(screen string) {
	e.is(e.room, `new Promise(done => setTimeout(done, 1200, true))`) // it shows one move after the other
	for _, z := range roomSizes {
		e.shoot(e.room, z, "dark", screen)
	}
}

func (e *evening) shoot(t *tab, z window, scheme, screen string) {
	if e.err == nil {
		e.try(t.shoot(z, scheme, named(e.into, screen, z, scheme)))
	}
}

func (e *evening) dress(t *tab) {
	if e.err == nil {
		e.try(t.dress(pageSizes[1], "light"))
	}
}

func (e *evening) goes(place string) {
	e.is(e.page, fmt.Sprintf(`(document.querySelector("dialog[open]")?.close(), location.hash = "#/%s", true)`, place))
}

// host opens a table at Ana's, at which others sit down, and goes there.
func (e *evening) host(r api.HostRequest, others ...string) {
	if e.err != nil {
		return
	}
	o, err := e.people["Ana"].Host(e.ctx, r)
	e.try(err)
	e.table = o.ID
	for _, name := range others {
		e.sits(name)
	}
	if r.Seats == len(others)+len(r.Bots)+1 {
		e.goesToTable()
	}
}

func (e *evening) sits(name string) {
	e.until(name+" sits down", func() bool {
		_, err := e.people[name].Join(e.ctx, api.JoinRequest{Table: e.table})
		return err == nil
	})
}

func (e *evening) goesToTable() {
	e.until("the table begins", func() bool { return e.view().Phase == api.PhasePlaying })
	e.goes("table/" + e.table)
	e.is(e.room, fmt.Sprintf(`(location.hash = "#/table/%s", true)`, e.table))
	e.shows(e.page, `.table[data-table="`+e.table+`"]`)
}

// view is Ana's table, as she sees it.
func (e *evening) view() (v api.Table) {
	if e.err == nil {
		v, _ = e.people["Ana"].Table(e.ctx, e.table) // while it begins there is none
	}
	return v
}

// play has everybody follow the hints, until something is so; then the page shows it.
func (e *evening) play(what string, enough func(api.Table) bool) {
	e.until(what, func() bool {
		for _, c := range e.people {
			if enough(e.view()) {
				return true
			}
			if m, err := c.Moves(e.ctx, e.table); err == nil && m.YourTurn {
				if hint, err := c.Hint(e.ctx, e.table); err == nil {
					_ = c.Play(e.ctx, e.table, hint.Move) // it may have been played
				}
			}
		}
		return false
	})
}

// mine plays until it is Ana's turn, and her page says so.
func (e *evening) mine() {
	e.play("Ana's turn", func(v api.Table) bool { return v.YourTurn })
	e.caughtUp()
}

// caughtUp waits until Ana's page shows how the table stands; results are closed.
func (e *evening) caughtUp() {
	e.until("the page shows the table", func() bool {
		return e.is(e.page, fmt.Sprintf(`(document.querySelector("#sheet[open] [data-close]")?.click(), document.querySelector(".table")?.dataset.step === "%d")`, e.view().Step))
	})
}

// data writes what a page has made as an address with data in it.
func (e *evening) data(script, file string) {
	if e.err != nil {
		return
	}
	text, err := ask[string](e.page, script)
	e.try(err)
	_, coded, _ := strings.Cut(text, ",")
	b, err := base64.StdEncoding.DecodeString(coded)
	e.try(err)
	e.try(os.WriteFile(filepath.Join(e.into, file), b, 0o644))
}

// visits takes pictures of what somebody sees who has never been here, at a place of the invitation
// or at another address.
func (e *evening) visits(address, screen string, ready func()) {
	if e.err != nil {
		return
	}
	own := e.page
	defer func() { e.page = own }()
	t, err := visit(e.browser, address, pageSizes[1])
	if e.try(err); err != nil {
		return
	}
	defer t.end()
	e.page = t
	ready()
	e.keep(screen)
}
