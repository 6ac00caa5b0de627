package node

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/entry"
)

// visits asks a node for something of its invitation as another node in a page does, from an address on loopback.
func visits(t *testing.T, n *Node, path string, from string, as *Node) (said entry.Said, status int) {
	t.Helper()
	dial := net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from + ":0"))}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) {
		_, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		return dial.DialContext(ctx, "tcp4", "127.0.0.1:"+port)
	}}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimSuffix(n.Invitation().URLs[0], "/")+path+"?"+entry.SignVisit(as.cfg.Key, n.inviter.secret()), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "127.0.0.1"
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if path == "/key.json" && resp.StatusCode == http.StatusOK {
		if err := json.NewDecoder(resp.Body).Decode(&said); err != nil {
			t.Fatal(err)
		}
	}
	return said, resp.StatusCode
}

const (
	home    = "127.0.0.2"
	another = "127.0.0.3"
)

// TestWhoseKey: of a key that has a seat at a table that has begun, the laptop says what it has seen itself, and whether it has last
// answered from the address that asks, also after a restart. To ask is not to answer. Of any other key it says nothing.
func TestWhoseKey(t *testing.T) {
	folder := t.TempDir()
	ana, ben, _, stop := withGuest(t, folder, &shown{})
	mallory := startNode(t, "mallory")
	said := func(as *Node, from string) *entry.Played {
		t.Helper()
		s, status := visits(t, ana, "/key.json", from, as)
		if status != http.StatusOK || s.Of != "ana" {
			t.Fatalf("%d, %+v", status, s)
		}
		return s.Played
	}
	if p := said(ben, home); p != nil {
		t.Errorf("before the page has answered: %+v", p)
	}
	visits(t, ana, "/nodes.json", another, mallory)
	visits(t, ana, "/nodes.json", home, ben)
	for range 2 {
		p := said(ben, home)
		if p == nil || p.Since == 0 {
			t.Fatalf("nothing is known of ben: %+v", p)
		}
		p.Since = 0
		if want := (entry.Played{Name: "ben", Game: "Five", With: []string{"ana"}, Hand: 1, Here: true}); !reflect.DeepEqual(*p, want) {
			t.Errorf("%+v, not %+v", *p, want)
		}
		for range 2 {
			if p := said(ben, another); p == nil || p.Here {
				t.Errorf("from another address: %+v", p)
			}
		}
		if p := said(mallory, another); p != nil {
			t.Errorf("of a key that has played nothing: %+v", p)
		}
		stop()
		ana, stop = startWith(t, folder, Config{Name: "ana", Pages: &shown{}})
		eventually(t, "the invitation is open again", func() bool { return ana.Invitation().On })
	}
	visits(t, ana, "/nodes.json", another, ben)
	if p := said(ben, another); p == nil || !p.Here {
		t.Errorf("the address has changed: %+v", p)
	}
	if p := said(ben, home); p == nil || p.Here {
		t.Errorf("at the address from before: %+v", p)
	}
	for _, query := range []string{"", "?node=00&proof=00", "?" + entry.SignVisit(ben.cfg.Key, "another")} {
		if text, status := fetch(t, ana, "/key.json"+query); status != http.StatusForbidden {
			t.Errorf("without a proof: %d %s", status, text)
		}
		fetch(t, ana, "/nodes.json"+query)
	}
	if p := said(ben, another); p == nil || !p.Here {
		t.Errorf("who has not the key has said where it is: %+v", p)
	}
}

// TestPathOfTheDay: for a day after its last guest, an invitation that nobody has ended has the same path, even if another program
// has its port when the daemon begins again.
func TestPathOfTheDay(t *testing.T) {
	folder, pages := t.TempDir(), &shown{}
	ana, ben, table, stop := withGuest(t, folder, pages)
	path, port := pages.path, ana.Invitation().Port
	if _, err := ben.Leave(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben is no guest any more", func() bool {
		ana.inviter.mu.Lock()
		defer ana.inviter.mu.Unlock()
		ana.inviter.awaited = time.Time{}
		return len(ana.inviter.kept.Guests) == 0
	})
	stop()
	l, err := net.Listen("tcp4", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ana, _ = startWith(t, folder, Config{Name: "ana", Pages: pages})
	if i, err := ana.Invite(api.InviteRequest{}); err != nil || i.Port == port || pages.path != path {
		t.Errorf("%+v, path %s, and was %s, %v", i, pages.path, path, err)
	}
	if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Invite(api.InviteRequest{}); err != nil || pages.path == path {
		t.Errorf("it was ended, and the next one has its path, %v", err)
	}
}

// TestPathOfGuests: while a guest has a seat, an invitation that was ended has the same path and port again. Others need a
// word that says so, because somebody would not find back; at another path nothing is known of the keys from before.
func TestPathOfGuests(t *testing.T) {
	pages := &shown{}
	ana, ben, _, _ := withGuest(t, t.TempDir(), pages)
	visits(t, ana, "/nodes.json", home, ben)
	path, port := pages.path, ana.Invitation().Port
	if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	refused := func(q api.InviteRequest) {
		t.Helper()
		_, err := ana.Invite(q)
		var e *api.Error
		if refusedAs(t, err, api.ReasonLosesGuests); !errors.As(err, &e) || !slices.Equal(e.Names, []string{"ben"}) || pages.path != path {
			t.Errorf("%+v: %v, %s", q, err, pages.path)
		}
	}
	refused(api.InviteRequest{New: true})
	refused(api.InviteRequest{Port: port + 30})
	for _, q := range []api.InviteRequest{{}, {Port: port}, {Sure: true, Port: port + 30}} {
		if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
			t.Fatal(err)
		}
		if i, err := ana.Invite(q); err != nil || pages.path != path || (i.Port == port) == q.Sure {
			t.Errorf("%+v: %+v, path %s, and was %s at %d, %v", q, i, pages.path, path, port, err)
		}
		refused(api.InviteRequest{New: true})
	}
	port = ana.Invitation().Port
	if s, _ := visits(t, ana, "/key.json", home, ben); s.Played == nil {
		t.Error("ben is forgotten")
	}
	i, err := ana.Invite(api.InviteRequest{New: true, Sure: true})
	if err != nil || pages.path == path || i.Port != port || !slices.Equal(pages.former, []string{api.PlaceName(path)}) {
		t.Errorf("another path: %+v, %q and %q, %v", i, pages.path, pages.former, err)
	}
	if s, status := visits(t, ana, "/key.json", home, ben); s.Played != nil || status != http.StatusOK {
		t.Errorf("at the new path: %d %+v", status, s)
	}
}
