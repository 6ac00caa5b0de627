package open_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// What the guide says of a device that is silent, and how long the others then wait, from
// when they last heard it. A machine that is busy makes that longer, never shorter.
const (
	turnSays, turnWait = "If one has been silent for 20 s and all others agree, they put their pieces together", 20 * time.Second
	dealSays, dealWait = "until 60 s after the device fell silent, also if they have played for it at the end of the hand before", 60 * time.Second
)

// A sitting is a game at a table with cover, between people at daemons who play by hints
// and a guest with a phone.
type sitting struct {
	t       *testing.T
	table   string
	daemons []*control.Client
	guest   *player
	asleep  bool          // the guest's page is frozen or closed
	nap     nap           // while it is
	pace    time.Duration // that people take for a move

	step  uint64
	slept bool          // the others have seen that the guest's device is asleep
	since time.Time     // when the table came to that step, or a person was last waited for
	rest  time.Duration // the longest
}

// A nap is the time in which the guest's page is silent, in the words of the others.
type nap struct {
	heard   time.Time // when they last heard it, by the first of them
	says    []string  // in which kind of step they first said how long they wait for it, and for how long
	covered time.Time // when one of them was first seen to act for it, or to play a hand dealt without it
	keyless time.Time // when one was first seen to play such a hand
	missed  bool      // the stand-in has moved
}

// notes takes down what one of the others says.
func (n *nap) notes(v api.Table) {
	x := v.Seats[slices.IndexFunc(v.Seats, func(x api.Seat) bool { return x.Name == sleeper })]
	if x.Away != nil && (n.heard.IsZero() || x.Away.Before(n.heard)) {
		n.heard = *x.Away
	}
	if x.Away != nil && x.CoverAt != nil && n.covered.IsZero() {
		if says := fmt.Sprintf("%s: %v", v.Waiting.What, x.CoverAt.Sub(*x.Away).Round(time.Second)); !slices.Contains(n.says, says) {
			n.says = append(n.says, says)
		}
	}
	if now := time.Now(); x.Covered || x.Keyless {
		if n.covered.IsZero() {
			n.covered = now
		}
		if n.keyless.IsZero() && x.Keyless && v.Dealt {
			n.keyless = now
		}
	}
	n.missed = n.missed || slices.ContainsFunc(v.Last, func(m api.Played) bool { return m.StandIn && m.Name == sleeper })
}

// sleeper is the guest whose page sleeps.
const sleeper = "cleo"

// look plays for all who are to move, and notes how long the table rests.
func (s *sitting) look() {
	s.t.Helper()
	played := !s.asleep && s.guest.turn()
	for _, c := range s.daemons {
		v, err := c.Table(s.t.Context(), s.table)
		if err != nil {
			s.t.Fatal(err)
		}
		if v.Step > s.step || v.Phase == api.PhaseOver {
			s.step, played = v.Step, true
		}
		if s.asleep {
			s.nap.notes(v)
		}
		s.slept = s.slept || slices.ContainsFunc(v.Seats, func(x api.Seat) bool { return x.Asleep })
		if v.YourTurn {
			time.Sleep(s.pace)
			moves(s.t, c, s.table)
			played = true
		}
	}
	s.rest = max(s.rest, time.Since(s.since))
	if played {
		s.since = time.Now()
	}
}

// plays lets people play until something is so.
func (s *sitting) plays(what string, ok func() bool) {
	s.t.Helper()
	for end := time.Now().Add(waittest.Limit(s.t)); ; time.Sleep(5 * time.Millisecond) {
		if s.look(); ok() {
			return
		}
		if time.Now().After(end) {
			s.fails(what)
		}
	}
}

// fails says how things stand, and ends the test.
func (s *sitting) fails(what string) {
	s.t.Helper()
	for _, c := range s.daemons {
		v, err := c.Table(s.t.Context(), s.table)
		s.t.Logf("step %d, waits for %+v, %v", v.Step, v.Waiting, err)
	}
	if !s.asleep {
		s.t.Logf("the page: %s", s.guest.text(`JSON.stringify({...document.querySelector(".table")?.dataset}) + ["#banner", "#note", "#screen", "#sheet"].map(q => q + ": " + document.querySelector(q)?.innerText).join("\n")`))
		s.t.Logf("complaints: %q", s.guest.bad.list())
	}
	s.t.Fatalf("%s: not before the test has to end", what)
}

// begun plays until a hand has just begun: who falls silent at a deal is waited for longer.
func (s *sitting) begun() {
	s.t.Helper()
	s.plays("a hand has just begun", func() bool {
		v, err := s.daemons[0].Table(s.t.Context(), s.table)
		return err == nil && v.Dealt && len(v.Last) > 0 && len(v.Last) < 5
	})
}

// sleeps begins a nap of the guest's page. People take some time for their moves meanwhile.
func (s *sitting) sleeps() {
	s.asleep, s.slept, s.nap, s.pace, s.rest, s.since = true, false, nap{}, time.Second/2, 0, time.Now()
}

// waited holds that the others did not act for the guest before the guide says so.
func (s *sitting) waited(moment string, until, since time.Time, wait time.Duration, guide string) {
	s.t.Helper()
	took := until.Sub(since)
	s.t.Logf("%s: %v after they last heard the page; they said, in each kind of step, %s. The guide: %q",
		moment, took.Round(100*time.Millisecond), strings.Join(s.nap.says, ", "), guide)
	text, err := os.ReadFile(filepath.Join("..", "GUIDE.md"))
	if err != nil || !strings.Contains(string(text), guide) {
		s.t.Errorf("the guide does not say %q, %v", guide, err)
	}
	if until.IsZero() || since.IsZero() || took < wait {
		s.t.Errorf("%s: after %v, and not %v", moment, took, wait)
	}
}

// covers plays without the guest's page until the others have acted for it, and the stand-in
// has moved.
func (s *sitting) covers() {
	s.t.Helper()
	s.plays("the others play for the page", func() bool { return !s.nap.covered.IsZero() && s.nap.missed })
	from := s.step
	s.plays("they play on", func() bool { return s.step >= from+6 })
	s.t.Logf("the longest rest: %v", s.rest.Round(time.Millisecond))
}

// returns waits until the page shows the table as it is, and has said what was missed, which
// matches each of some patterns. Then the guest plays on.
func (s *sitting) returns(patterns ...string) {
	s.t.Helper()
	begin := time.Now()
	s.asleep, s.pace = false, 0
	if !waittest.Try(s.t, s.current) {
		s.fails("the page shows the table as it is")
	}
	s.t.Logf("the page shows the table as it is after %v", time.Since(begin).Round(time.Millisecond))
	s.told(patterns)
	s.plays("the guest plays on", func() bool {
		return s.guest.turn() && s.guest.is(`!!document.querySelector(".table[data-yours]")`) || s.guest.over()
	})
	from := s.step
	s.plays("a few steps", func() bool { return s.step > from+20 || s.guest.over() })
}

// told waits until what the page has said about what was missed matches each of some patterns.
func (s *sitting) told(patterns []string) {
	s.t.Helper()
	all, begin := "", time.Now()
	for _, pattern := range patterns {
		text := regexp.MustCompile("(?i)" + pattern)
		if !waittest.Try(s.t, func() bool {
			// What does not fit is folded, so not only what is seen counts.
			if said := s.guest.text(`["#sheet[open]", ".troubles", "#note"].map(q => document.querySelector(q)?.textContent).join("\n")`); !strings.Contains(all, said) {
				all += said + "\n"
			}
			// What came of a nap is told when the page's own record counts again, which may be after the summary.
			return text.MatchString(all + s.guest.text(`document.querySelector("#story")?.textContent ?? ""`))
		}) {
			s.t.Logf("the page has said: %s", all)
			s.fails("the page says " + pattern)
		}
		s.t.Logf("after %v the page has said what matches %q", time.Since(begin).Round(100*time.Millisecond), pattern)
	}
	if strings.Contains(all, " is back") {
		s.t.Errorf("it takes the others to have been away: %s", all)
	}
}

// current reports whether the page shows the table as the others have it.
func (s *sitting) current() bool {
	s.t.Helper()
	v, err := s.daemons[0].Table(s.t.Context(), s.table)
	if err != nil {
		s.t.Fatal(err)
	}
	shown, err := strconv.ParseUint(s.guest.text(`document.querySelector(".table")?.dataset.step ?? ""`), 10, 64)
	return err == nil && shown >= v.Step
}

// freezes hides the page, and a moment later has the browser freeze it, as a phone does whose
// screen is off.
func (p *player) freezes() {
	p.t.Helper()
	eval[bool](p, `(() => {
		Object.defineProperty(document, "hidden", { value: true, configurable: true })
		document.dispatchEvent(new Event("visibilitychange"))
		return true
	})()`)
	time.Sleep(time.Second)
	p.state(page.SetWebLifecycleStateStateFrozen)
}

// isClosed tells the page what the browser tells one that is closed, in the browser's order. What
// the page says of that has time to reach the others, as it has now and then.
func (p *player) isClosed() {
	p.t.Helper()
	eval[bool](p, `(() => {
		dispatchEvent(new PageTransitionEvent("pagehide", { persisted: false }))
		Object.defineProperty(document, "hidden", { value: true, configurable: true })
		document.dispatchEvent(new Event("visibilitychange"))
		return true
	})()`)
	time.Sleep(time.Second)
}

// thaws has the browser let the page go on, and show it.
func (p *player) thaws() {
	p.t.Helper()
	p.state(page.SetWebLifecycleStateStateActive)
	eval[bool](p, `(() => {
		delete document.hidden
		document.dispatchEvent(new Event("visibilitychange"))
		return true
	})()`)
}

// state freezes the page, or lets it go on. One that is taken to have the focus is never frozen,
// and one that is not stays hidden.
func (p *player) state(state page.SetWebLifecycleStateState) {
	p.t.Helper()
	active := state == page.SetWebLifecycleStateStateActive
	if _, err := chromedp.Call(p.tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: active}); err != nil {
		p.t.Fatal(err)
	}
	if _, err := chromedp.Call(p.tab, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state}); err != nil {
		p.t.Fatal(err)
	}
}

// sits begins a game at a table with cover, of three daemons and a guest's page, and plays a few
// steps. It also returns the homes of the daemons and the address that the guest came by.
func sits(t *testing.T, rounds string) (s *sitting, homes []string, address string) {
	t.Helper()
	nodesInPages(t)
	dir := folder(t)
	homes = []string{filepath.Join(dir, "ana"), filepath.Join(dir, "ben"), filepath.Join(dir, "dan")} // cover takes four devices
	ana := up(t, homes[0], "ana")
	st, err := ana.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ben := up(t, homes[1], "ben", "--peer", st.Addresses[0])
	dan := up(t, homes[2], "dan", "--peer", st.Addresses[0])
	offer := hostTable(t, ana, api.HostRequest{Game: "furious-five", Seats: 4, Cover: true, Set: map[string]string{"rounds": rounds}})
	for name, c := range map[string]*control.Client{"ben": ben, "dan": dan} {
		waittest.Until(t, name+" joins", func() bool {
			_, err := c.Join(t.Context(), api.JoinRequest{Table: offer.ID})
			return err == nil
		})
	}
	address = showInvitation(t, ana) + "#t=" + offer.ID
	p := newGuest(t, sleeper, address)
	p.shows("#hand button")
	s = &sitting{t: t, table: offer.ID, daemons: []*control.Client{ana, ben, dan}, guest: p, since: time.Now()}
	s.plays("a few steps", func() bool { return s.step > 20 })
	return s, homes, address
}

// TestGuestCovered: a guest's page at a table with cover is frozen, and later closed and
// opened again, in a hand. The others wait for it as the guide says, and play on without it; it
// shows the table as it is when it is back, says what it has missed, and plays on. The game ends
// with one log.
func TestGuestCovered(t *testing.T) {
	s, homes, address := sits(t, "8")
	p := s.guest

	s.begun()
	s.sleeps()
	p.freezes()
	s.covers()
	s.waited("frozen in a hand, covered", s.nap.covered, s.nap.heard, turnWait, turnSays)
	if !s.slept {
		t.Error("the others have not seen that the phone sleeps")
	}
	p.thaws()
	s.returns("You were away for .*the others played for you")

	s.begun()
	s.sleeps()
	p.isClosed()
	p.killed(false)
	s.covers()
	s.waited("closed in a hand, covered", s.nap.covered, s.nap.heard, turnWait, turnSays)
	if s.slept {
		t.Error("the others took a page that is closed for a phone that sleeps")
	}
	p.opens(address, 360, 640)
	p.shows(".table")
	s.returns("You were away for .*the others played for you")

	s.plays("the end of the game", func() bool {
		v, err := s.daemons[1].Table(t.Context(), s.table)
		return err == nil && v.Phase == api.PhaseOver && p.over()
	})
	log := ""
	waittest.Until(t, "four logs that are the same", func() bool {
		log = exported(t, homes[0], s.table)
		return log == exported(t, homes[1], s.table) && log == exported(t, homes[2], s.table) && log == p.saved()
	})
	verified(t, log)
	for _, b := range p.bad.list() {
		if !strings.Contains(b, "WebSocket") { // the browser closes those of a frozen page
			t.Error(b)
		}
	}
}
