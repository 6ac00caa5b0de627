//go:build !js

package browser

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/browsertest"
	"fives/p2p/control"
	"fives/p2p/daemon"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

func TestMain(m *testing.M) { os.Exit(netnstest.Main(m, netnstest.MulticastRoute)) }

// Pages are those of tests, at the port of a daemon's invitation.
type pages struct{ http.Handler }

func (pages) Open(func() api.Invitation, string, string, []string, string, string) error { return nil }

func (pages) Faces(api.Offer, func([]api.Person) ([]int, error)) any { return nil }

func (pages) Close() error { return nil }

// inviter runs a daemon that lets browsers in to pages, and dials it. The address of
// its pages is on loopback.
func inviter(t *testing.T, p http.Handler) (*control.Client, string) {
	t.Helper()
	home := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		cfg := daemon.Config{Home: home, Name: "ana", Network: netnstest.Network(t), Ifaces: []string{"lo"}, Version: "test", Pages: pages{p}}
		ended <- daemon.Run(ctx, cfg, func(api.Status) { close(ready) })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	waittest.Closed(t, "the daemon is up", ready)
	var c *control.Client
	waittest.Until(t, "the daemon answers", func() bool {
		var err error
		c, err = control.Dial(home)
		return err == nil
	})
	t.Cleanup(c.Close)
	i, err := c.Invite(ctx, api.InviteRequest{})
	if err != nil || len(i.URLs) == 0 {
		t.Fatalf("%+v, %v", i, err)
	}
	u, err := url.Parse(i.URLs[0])
	if err != nil {
		t.Fatal(err)
	}
	return c, "http://127.0.0.1:" + u.Port() + u.Path
}

// TestKilled: a page takes a seat at a daemon's table, and is killed again and again at
// random moments while its computer player plays; each page that comes after it goes on
// where it was. The game ends, and both sides have the same log.
func TestKilled(t *testing.T) {
	browser := browsertest.Start(t)
	ana, address := inviter(t, browsertest.TestPages(t, "."))
	offer, err := ana.Host(t.Context(), api.HostRequest{Game: "five", Seats: 2, Set: map[string]string{"limit": "60"}, Play: "easy"})
	if err != nil {
		t.Fatal(err)
	}
	address += "?-test.v&-test.run=^TestPlays$&" + offer.ID
	rng := rand.New(rand.NewPCG(1, 2))
	kills := 0
	for ; kills < 8; kills++ {
		p := browsertest.Open(t, browser, address)
		p.Line("at the table")
		time.Sleep(time.Duration(rng.IntN(1000)) * time.Millisecond) // any moment will do
		p.Close()
		if v, err := ana.Table(t.Context(), offer.ID); err == nil && v.Phase == api.PhaseOver {
			break
		}
	}
	p := browsertest.Open(t, browser, address)
	p.Passed()
	v, err := ana.Table(t.Context(), offer.ID)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("killed %d times; %d steps", kills, v.Step)
	if head := p.Line("head "); head != v.Head || len(v.Faults) != 0 || !strings.HasPrefix(v.Head, head) {
		t.Errorf("the page has head %s, ana %s; faults %v", head, v.Head, v.Faults)
	}
}

// TestSecondTab: one tab is the node. A second one says so, and is the node once the
// first is gone.
func TestSecondTab(t *testing.T) {
	browser := browsertest.Start(t)
	_, address := inviter(t, browsertest.TestPages(t, "."))
	first := browsertest.Open(t, browser, address+"?-test.v&-test.run=^TestStays$")
	first.Line("the node is up")
	second := browsertest.Open(t, browser, address+"?-test.v&-test.run=^TestRefused$")
	second.Passed()
	second.Close() // its program has ended, so it would keep what it waits for
	first.Close()
	third := browsertest.Open(t, browser, address+"?-test.v&-test.run=^TestStays$")
	third.Line("the node is up")
}

// TestPutAside: keys that nobody goes on with are put aside, as long as there is room.
func TestPutAside(t *testing.T) {
	browser := browsertest.Start(t)
	_, address := inviter(t, browsertest.TestPages(t, "."))
	browsertest.Open(t, browser, address+"?-test.v&-test.run=^TestAside$").Passed()
}

// TestPlacesTaken: a new key costs nobody a seat, whether the laptop answers or not, and whether another page is there.
func TestPlacesTaken(t *testing.T) {
	browser := browsertest.Start(t)
	_, address := inviter(t, browsertest.TestPages(t, "."))
	browsertest.Open(t, browser, address+"?-test.v&-test.run=^(TestSilent|TestBusy|TestFull)$").Passed()
}

// TestFetch: a page reads what a server has, and no more than it has asked for.
func TestFetch(t *testing.T) {
	browser, tests := browsertest.Start(t), browsertest.TestPages(t, ".")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/words":
			fmt.Fprint(w, "Good evening")
		case "/nothing":
			w.WriteHeader(http.StatusNoContent)
		case "/endless":
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		case "/silent":
			<-r.Context().Done()
		case "/none":
			http.NotFound(w, r)
		default:
			tests.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	p := browsertest.Open(t, browser, server.URL+"/?-test.v&-test.run=^TestFetches$")
	p.Passed()
	p.Close()
}
