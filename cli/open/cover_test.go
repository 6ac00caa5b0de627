package open_test

import (
	"path/filepath"
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

// What others at a table with cover wait for one that is silent, and for how long a page
// that is back may show what no longer is. The first is the 20 s after which they act for
// it, and some for the votes and for a busy machine.
const (
	mostRest   = 25 * time.Second
	mostBehind = 3 * time.Second
)

// A sitting is a game at a table with cover, between people at daemons who play by hints
// and a guest with a phone.
type sitting struct {
	t       *testing.T
	table   string
	daemons []*control.Client
	guest   *player
	asleep  bool          // the guest's page is frozen or closed
	pace    time.Duration // that people take for a move

	step  uint64
	slept bool          // the others have seen that the guest's device is asleep
	since time.Time     // when the table came to that step, or a person was last waited for
	rest  time.Duration // the longest
}

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

// mostPlay is how long people play at most until something is so.
const mostPlay = 2 * time.Minute

// plays lets people play until something is so.
func (s *sitting) plays(what string, ok func() bool) {
	s.t.Helper()
	for end := time.Now().Add(mostPlay); ; time.Sleep(5 * time.Millisecond) {
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
	s.t.Fatalf("%s: not within %v", what, mostPlay)
}

// begun plays until a hand has just begun: who falls silent at a deal is waited for longer.
func (s *sitting) begun() {
	s.t.Helper()
	s.plays("a hand has just begun", func() bool {
		v, err := s.daemons[0].Table(s.t.Context(), s.table)
		return err == nil && v.Dealt && len(v.Last) > 0 && len(v.Last) < 5
	})
}

// covers plays without the guest's page until the others have acted for it, and a while
// longer. They rest no longer than agreed.
func (s *sitting) covers() {
	s.t.Helper()
	s.asleep, s.pace, s.rest, s.since = true, time.Second/2, 0, time.Now()
	begin, from := time.Now(), s.step
	s.plays("a while without the page", func() bool { return time.Since(begin) > mostRest+10*time.Second })
	s.t.Logf("%d steps without the page, the longest rest %v", s.step-from, s.rest.Round(time.Millisecond))
	if s.rest > mostRest || s.step < from+6 {
		s.t.Errorf("the table has rested for %v, and gone on for %d steps in %v", s.rest, s.step-from, time.Since(begin))
	}
}

// returns waits until the page shows the table as it is, and says how long that takes. Then
// the guest plays on.
func (s *sitting) returns() (took time.Duration) {
	s.t.Helper()
	begin := time.Now()
	s.asleep, s.pace = false, 0
	for ; !s.current(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begin) > mostPlay {
			s.fails("the page shows the table as it is")
		}
	}
	took = time.Since(begin)
	s.t.Logf("the page shows the table as it is after %v", took.Round(time.Millisecond))
	s.plays("the guest plays on", func() bool {
		return s.guest.turn() && s.guest.is(`!!document.querySelector(".table[data-yours]")`) || s.guest.over()
	})
	from := s.step
	s.plays("a few steps", func() bool { return s.step > from+20 || s.guest.over() })
	return took
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

// thaws has the browser let the page go on, and show it: it stays hidden unless it is
// taken to have the focus.
func (p *player) thaws() {
	p.t.Helper()
	p.state(page.SetWebLifecycleStateStateActive)
	eval[bool](p, `(() => {
		delete document.hidden
		document.dispatchEvent(new Event("visibilitychange"))
		return true
	})()`)
	if _, err := chromedp.Call(p.tab, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		p.t.Fatal(err)
	}
}

func (p *player) state(state page.SetWebLifecycleStateState) {
	p.t.Helper()
	if _, err := chromedp.Call(p.tab, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state}); err != nil {
		p.t.Fatal(err)
	}
}

// TestGuestCovered: a guest's page at a table with cover is frozen, and later closed and
// opened again. The others play on without it, and rest no longer than agreed; it shows the
// table as it is soon after it is back, and plays on. The game ends with one log.
func TestGuestCovered(t *testing.T) {
	nodesInPages(t)
	dir := folder(t)
	homes := []string{filepath.Join(dir, "ana"), filepath.Join(dir, "ben"), filepath.Join(dir, "dan")} // cover takes four devices
	ana := up(t, homes[0], "ana")
	st, err := ana.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ben := up(t, homes[1], "ben", "--peer", st.Addresses[0])
	dan := up(t, homes[2], "dan", "--peer", st.Addresses[0])
	offer := hostTable(t, ana, api.HostRequest{Game: "furious-five", Seats: 4, Cover: true, Set: map[string]string{"rounds": "8"}})
	for name, c := range map[string]*control.Client{"ben": ben, "dan": dan} {
		waittest.Until(t, name+" joins", func() bool {
			_, err := c.Join(t.Context(), api.JoinRequest{Table: offer.ID})
			return err == nil
		})
	}
	address := showInvitation(t, ana) + "play#t=" + offer.ID
	p := newGuest(t, "cleo", address)
	p.shows("#hand button")
	s := &sitting{t: t, table: offer.ID, daemons: []*control.Client{ana, ben, dan}, guest: p, since: time.Now()}
	s.plays("a few steps", func() bool { return s.step > 20 })

	s.begun()
	p.freezes()
	s.covers()
	if !s.slept {
		t.Error("the others have not seen that the phone sleeps")
	}
	p.thaws()
	if took := s.returns(); took > mostBehind {
		t.Errorf("the page shows the table as it is only after %v", took)
	}

	s.begun()
	p.killed(false)
	s.slept = false
	s.covers()
	if s.slept {
		t.Error("the others took a page that is closed for a phone that sleeps")
	}
	p.opens(address, 360, 640)
	p.shows(".table")
	s.returns()

	s.plays("the end of the game", func() bool {
		v, err := ben.Table(t.Context(), offer.ID)
		return err == nil && v.Phase == api.PhaseOver && p.over()
	})
	log := ""
	waittest.Until(t, "four logs that are the same", func() bool {
		log = exported(t, homes[0], offer.ID)
		return log == exported(t, homes[1], offer.ID) && log == exported(t, homes[2], offer.ID) && log == p.saved()
	})
	verified(t, log)
	for _, b := range p.bad.list() {
		if !strings.Contains(b, "WebSocket") { // the browser closes those of a frozen page
			t.Error(b)
		}
	}
}
