package open_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// TestPhoneKilled: the page of a guest is killed at 30 random moments of one game: while
// it starts, and while it plays. Every time it is opened again as the same person in the
// same seat, and the game ends with one log.
func TestPhoneKilled(t *testing.T) {
	nodesInPages(t)
	const kills, seed = 30, 13
	rng := rand.New(rand.NewPCG(seed, 0))
	home := filepath.Join(folder(t), "ana")
	ana := up(t, home, "ana")
	offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "500"}})
	address := showInvitation(t, ana) + "#t=" + offer.ID
	p := newGuest(t, "ben", address)
	p.shows(".table")
	ben := seated(t, ana, offer.ID)
	for killed := range kills {
		wait := time.Duration(rng.IntN(1500)) * time.Millisecond
		starting := rng.IntN(3) == 0
		for end := time.Now().Add(wait); time.Now().Before(end); {
			if starting || !moves(t, ana, offer.ID) && !p.turn() {
				time.Sleep(10 * time.Millisecond)
			}
		}
		v, err := ana.Table(t.Context(), offer.ID)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("killed at step %d", v.Step)
		if v.Phase == api.PhaseOver {
			t.Fatalf("the game was over before the page was killed for the %dth time", killed+1)
		}
		p.killed(rng.IntN(2) == 0)
		p.opens(address, 360, 640)
		if !starting {
			p.shows(".table")
		}
	}
	p.shows(".table")
	for !p.over() {
		if !moves(t, ana, offer.ID) && !p.turn() {
			time.Sleep(20 * time.Millisecond)
		}
	}
	if now := seated(t, ana, offer.ID); now != ben {
		t.Errorf("the seat was of %s, and is of %s", ben, now)
	}
	log := ""
	waittest.Until(t, "two logs that are the same", func() bool {
		log = exported(t, home, offer.ID)
		return log == p.saved()
	})
	verified(t, log)
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// seated is the fingerprint of the node in the guest's seat.
func seated(t testing.TB, c *control.Client, table string) string {
	t.Helper()
	v, err := c.Table(t.Context(), table)
	if err != nil || len(v.Seats) != 2 || v.Seats[1].Fingerprint == "" {
		t.Fatalf("%+v, %v", v.Seats, err)
	}
	return v.Seats[1].Fingerprint
}

// killed ends the page as a crash does, or as one who closes the tab.
func (p *player) killed(crash bool) {
	p.t.Helper()
	if crash {
		gone := make(chan struct{})
		var once sync.Once
		if err := chromedp.Listen(p.tab, func(ev any) {
			if _, ok := ev.(*inspector.EventTargetCrashed); ok {
				once.Do(func() { close(gone) })
			}
		}); err != nil {
			p.t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(p.tab)
		go func() { _, _ = chromedp.Call(ctx, page.Crash, cdp.Empty{}) }() // nobody answers any more
		waittest.Closed(p.t, "the crash", gone)
		cancel()
	}
	p.closeTab()
}
