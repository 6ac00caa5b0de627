package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/engine/record"
	"fives/p2p/api"
	"fives/p2p/far"
	"fives/p2p/host"
)

// shown is a Pages that notes what it is told.
type shown struct {
	told   []string
	path   string   // of the last invitation
	shelf  string   // what it is told of that
	former []string // the names of the places of those before it
	now    func() api.Invitation
	err    error
	broken string // a folder with archives that cannot be offered
}

func (s *shown) Open(i func() api.Invitation, path, shelf string, former []string, name, archives string) error {
	s.path, s.shelf, s.former, s.now = path, shelf, former, i
	s.told = append(s.told, fmt.Sprint("open ", name, " ", archives))
	if archives != "" && archives == s.broken {
		return errors.New("there is no such folder")
	}
	return s.err
}

func (s *shown) Faces(o api.Offer, numbers func([]api.Person) ([]int, error)) any { return nil }

func (s *shown) Close() error {
	s.told = append(s.told, "close")
	return nil
}

func (s *shown) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, "page ", r.URL.Path, " at ", s.now().Port)
}

// fetch reads what a node serves to browsers.
func fetch(t *testing.T, n *Node, path string) (string, int) {
	t.Helper()
	resp, err := http.Get(strings.TrimSuffix(n.Invitation().URLs[0], "/") + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), resp.StatusCode
}

// nodesOf returns the nodes that a page is told about.
func nodesOf(t *testing.T, n *Node) []listedNode {
	t.Helper()
	text, _ := fetch(t, n, "/nodes.json")
	var list struct{ Nodes []listedNode }
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return list.Nodes
}

// TestOfferedToPages: a page is told who sits at the open tables of the laptop that invites,
// and nothing of a private one.
func TestOfferedToPages(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	invite(t, ana)
	offer, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ana.Host(ctx, api.HostRequest{Game: "five-crowns", Seats: 2, Private: true}); err != nil {
		t.Fatal(err)
	}
	text, _ := fetch(t, ana, "/nodes.json")
	var list struct{ Tables []openTable }
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if want := []openTable{{ID: offer.ID, Name: "five", Game: "Five", Host: "ana", Seats: 3, Taken: []string{"ana"}, Minutes: 25}}; !reflect.DeepEqual(list.Tables, want) {
		t.Errorf("%+v", list.Tables)
	}
}

// TestTablesForPages: a page is told of the tables of other nodes, as those of phones are, and of running
// ones, with the seat of a computer player to whoever comes late; and of no running private one.
func TestTablesForPages(t *testing.T) {
	ctx := context.Background()
	ana := startNode(t, "ana")
	invite(t, ana)
	ben := startNode(t, "ben", addr(ana))
	eventually(t, "they are connected", func() bool { return ana.Status().Peers == 1 && len(ben.Peers()) == 1 })
	open, err := ben.Host(ctx, api.HostRequest{Game: "five", Seats: 4, Bots: []string{"easy"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []bool{true, false} {
		if _, err := ana.Host(ctx, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}, Private: private}); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "both are told of", func() bool {
		text, _ := fetch(t, ana, "/nodes.json")
		var list struct{ Tables []openTable }
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		theirs := slices.IndexFunc(list.Tables, func(o openTable) bool {
			return o.ID == open.ID && o.Host == "ben" && !o.Running && len(o.Taken) == 2
		})
		running := slices.IndexFunc(list.Tables, func(o openTable) bool {
			return o.Host == "ana" && o.Running && o.Seat != nil && o.Seat.Bot && o.Seat.Name == o.Taken[1]
		})
		if len(list.Tables) > 2 {
			t.Fatalf("a private table is told of: %s", text)
		}
		return theirs >= 0 && running >= 0
	})
}

// invite lets browsers in, and returns the address that they dial.
func invite(t testing.TB, n *Node) string {
	t.Helper()
	i, err := n.Invite(api.InviteRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range i.Addresses {
		if strings.HasPrefix(a, "/ip4/127.0.0.1/") {
			return a
		}
	}
	t.Fatalf("no address in %+v", i)
	return ""
}

// TestComers: an address that has asked for something below the path of an invitation is no stranger to it (PROTOCOL §2.5), as long
// as the invitation is the same; one that has only found the port is.
func TestComers(t *testing.T) {
	ana, _ := startWith(t, t.TempDir(), Config{Name: "ana", Pages: &shown{}})
	invite(t, ana)
	here := netip.MustParseAddr("127.0.0.1")
	port := ana.Invitation().Port
	get := func(path string) {
		t.Helper()
		resp, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d%s", port, path))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	for _, path := range []string{"/", "/play", newUnder() + "/", *ana.inviter.under.Load() + "x/", *ana.inviter.shelf.Load() + "/x"} {
		if get(path); ana.inviter.came.has(here) {
			t.Fatalf("who has asked for %s is no stranger", path)
		}
	}
	if get(*ana.inviter.under.Load() + "/nodes.json"); !ana.inviter.came.has(here) {
		t.Error("who was given the path is a stranger")
	}
	if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	if invite(t, ana); ana.inviter.came.has(here) {
		t.Error("who was given an earlier path is no stranger")
	}
	for i := range 2 * maxComers {
		ana.inviter.came.add(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}))
	}
	if n := len(ana.inviter.came.from); n > maxComers {
		t.Errorf("%d addresses are remembered", n)
	}
}

// TestShelf: what browsers may keep lies at a path that only guests know, the same at all invitations, even after a restart and for a new
// address; the pages say themselves that it may be kept.
func TestShelf(t *testing.T) {
	home, pages := t.TempDir(), &shown{}
	ana, stop := startWith(t, home, Config{Name: "ana", Pages: pages})
	var shelf string
	evening := func(q api.InviteRequest) {
		t.Helper()
		i, err := ana.Invite(q)
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(i.URLs[0])
		if err != nil {
			t.Fatal(err)
		}
		if shelf == "" {
			shelf = pages.shelf
		}
		if pages.shelf != shelf || !regexp.MustCompile(`^/[a-z2-7]{12}$`).MatchString(shelf) || strings.HasPrefix(u.Path, shelf) {
			t.Errorf("the shelf of %s is %q, after %q", u, pages.shelf, shelf)
		}
		for path, want := range map[string]string{shelf + "/wasm/x": "page " + shelf + "/wasm/x at ", shelf: "No invitation is at this address", shelf + "x/y": "No invitation is at this address"} {
			resp, err := http.Get("http://" + u.Host + path)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || !strings.HasPrefix(string(text), want) {
				t.Errorf("%s: %.100s, %v", path, text, err)
			}
		}
		if said, err := json.Marshal([]any{i, ana.Status()}); err != nil || strings.Contains(string(said), shelf[1:]) {
			t.Errorf("the shelf is told: %s, %v", said, err)
		}
		if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
			t.Fatal(err)
		}
	}
	evening(api.InviteRequest{})
	evening(api.InviteRequest{New: true})
	stop()
	ana, _ = startWith(t, home, Config{Name: "ana", Pages: pages})
	evening(api.InviteRequest{})
	other := &shown{}
	ben, _ := startWith(t, t.TempDir(), Config{Name: "ben", Pages: other})
	if invite(t, ben); other.shelf == shelf {
		t.Error("two laptops have the same shelf")
	}
}

// TestUnknownPath: an invitation is served, as long as it lasts, under a path that nobody can have known before, and nothing else on
// its port answers, but for the shelf. Browsers may store nothing.
func TestUnknownPath(t *testing.T) {
	pages := &shown{}
	ana, _ := startWith(t, t.TempDir(), Config{Name: "ana", Pages: pages})
	known := map[string]bool{}
	for range 3 {
		i, err := ana.Invite(api.InviteRequest{})
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(i.URLs[0])
		if err != nil || !regexp.MustCompile(`^/[a-z2-7]{12}/$`).MatchString(u.Path) || known[u.Path] {
			t.Fatalf("the address %s, after %v", i.URLs[0], known)
		}
		known[u.Path] = true
		for path := range known {
			want := http.StatusNotFound
			if path == u.Path {
				want = http.StatusOK
			}
			for _, more := range []string{"", "play", "nodes.json"} {
				resp, err := http.Get("http://" + u.Host + path + more)
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if ended := strings.Contains(string(text), "It has ended, or a part of the address is missing"); err != nil || ended != (want == http.StatusNotFound) {
					t.Errorf("%s%s: %.100s, %v", path, more, text, err)
				}
				if resp.StatusCode != want || resp.Header.Get("Cache-Control") != "no-store" {
					t.Errorf("%s%s: %s, %v", path, more, resp.Status, resp.Header)
				}
			}
		}
		for _, path := range []string{"/", "/play", "/nodes.json", "/web/app.js", u.Path[:8] + "/", u.Path[:len(u.Path)-1] + "x/"} {
			resp, err := http.Get("http://" + u.Host + path)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %s", path, resp.Status)
			}
		}
		if resp, err := http.Get("http://" + u.Host + strings.TrimSuffix(u.Path, "/")); err != nil || resp.StatusCode != http.StatusOK || resp.Request.URL.Path != u.Path {
			t.Errorf("without the last stroke: %v, %v", resp, err)
		}
		if again, err := ana.Invite(api.InviteRequest{}); err != nil || !slices.Equal(again.URLs, i.URLs) {
			t.Errorf("asked again: %v, %v", again.URLs, err)
		}
		if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
			t.Fatal(err)
		}
	}
}

// Browsers are let in from an invitation until it is ended or the node ends; the pages are told, and the status says so.
func TestInvite(t *testing.T) {
	home, pages := t.TempDir(), &shown{}
	ana, stop := startWith(t, home, Config{Name: "ana", Pages: pages})
	if i := ana.Invitation(); i.On || i.Port != 0 || len(i.URLs) > 0 || i.Fingerprint != record.Fingerprint(ana.self) || ana.Status().Invitation != nil {
		t.Errorf("on from the start: %+v", i)
	}
	i, err := ana.Invite(api.InviteRequest{Archives: "/dist"})
	if err != nil || !i.On || i.Port == 0 || i.Since.IsZero() || len(i.URLs) == 0 || len(i.URLs) != len(i.Addresses) {
		t.Fatalf("%+v, %v", i, err)
	}
	if s := ana.Status().Invitation; s == nil || s.Port != i.Port {
		t.Errorf("the status has %+v", s)
	}
	if !slices.Contains(ana.Status().Addresses, i.Addresses[0]) {
		t.Errorf("the addresses %v lack %s", ana.Status().Addresses, i.Addresses[0])
	}
	for path, want := range map[string]string{"/": "page / at ", "/v1/status": "page /v1/status at ", "/version": "page /version at "} {
		if got, _ := fetch(t, ana, path); got != want+fmt.Sprint(i.Port) { // the control interface is not there
			t.Errorf("%s: %q", path, got)
		}
	}
	again, err := ana.Invite(api.InviteRequest{Port: 1, Archives: "/other"})
	if err != nil || again.Port != i.Port || !again.Since.Equal(i.Since) {
		t.Errorf("asked again: %+v, %v", again, err)
	}
	if again, err = ana.Invite(api.InviteRequest{}); err != nil || again.Port != i.Port || !again.Since.Equal(i.Since) {
		t.Errorf("asked again, for no archives: %+v, %v", again, err)
	}
	if off, err := ana.Invite(api.InviteRequest{Off: true}); err != nil || off.On || len(off.URLs) > 0 || ana.Status().Invitation != nil {
		t.Errorf("off: %+v, %v", off, err)
	}
	if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
		t.Error(err)
	}
	pages.err = errors.New("there is no such folder")
	_, err = ana.Invite(api.InviteRequest{Archives: "/none"})
	refusedAs(t, err, api.ReasonCannotInvite)
	if ana.Invitation().On {
		t.Error("on without pages")
	}
	pages.err = nil
	invite(t, ana)
	stop()
	want := []string{"open ana /dist", "open ana /other", "close", "open ana /none", "close", "open ana ", "close"}
	if !slices.Equal(pages.told, want) {
		t.Errorf("the pages are told %q", pages.told)
	}
	ana, _ = startStoppable(t, home, "ana")
	if ana.Invitation().On {
		t.Error("on after a restart")
	}
	invite(t, ana)
	if text, status := fetch(t, ana, "/"); status != http.StatusNotFound || !strings.Contains(text, "without pages") {
		t.Errorf("without pages: %d %q", status, text)
	}
}

// A page is told about the nodes that it can dial: first the one that serves it, then those that let browsers in, as long as they
// do.
func TestNodesForBrowsers(t *testing.T) {
	ana := startNode(t, "ana")
	ben, cleo := startNode(t, "ben", addr(ana)), startNode(t, "cleo", addr(ana))
	at := invite(t, ana)
	eventually(t, "all are connected", func() bool { return ana.Status().Peers == 2 && len(ana.Peers()) == 2 })
	if list := nodesOf(t, ana); len(list) != 1 || !list[0].Self || list[0].Name != "ana" || !slices.Contains(list[0].Addresses, at) || list[0].Fingerprint != record.Fingerprint(ana.self) {
		t.Errorf("%+v", list)
	}
	bens := invite(t, ben)
	eventually(t, "ben is listed", func() bool {
		list := nodesOf(t, ana)
		return len(list) == 2 && list[1].Name == "ben" && !list[1].Self && slices.Contains(list[1].Addresses, bens) && list[1].Peer == ben.host.ID().String()
	})
	if _, err := ben.Invite(api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "ben is not listed any more", func() bool { return len(nodesOf(t, ana)) == 1 })
	_ = cleo
}

// A node in a browser lets nobody in.
func TestBrowsersInviteNobody(t *testing.T) {
	page, _ := startWith(t, t.TempDir(), Config{Name: "page", Host: host.Config{DialOnly: true}})
	_, err := page.Invite(api.InviteRequest{})
	refusedAs(t, err, api.ReasonCannotInvite)
	if page.Invitation().On {
		t.Error("it says that it does")
	}
}

// A node in a browser takes no link, and keeps none.
func TestBrowsersTakeNoLinks(t *testing.T) {
	page, _ := startWith(t, t.TempDir(), Config{Name: "page", Host: host.Config{DialOnly: true}})
	_, err := page.Connect(t.Context(), far.Link{Host: "1.2.3.2", Port: far.DefaultPort, Node: record.Key{1}}.String(""))
	refusedAs(t, err, api.ReasonLinkInPage)
	if kept, err := page.cfg.Store.Links(); err != nil || len(kept) > 0 {
		t.Errorf("%d are kept (%v)", len(kept), err)
	}
}

// TestFormerInvitations: the pages of an invitation are told the secret part of its own address and, of a bounded number of earlier
// ones, the names of their places, the latest first, even after a restart. No secret of an earlier one is told to anybody, or kept.
func TestFormerInvitations(t *testing.T) {
	home, pages := t.TempDir(), &shown{}
	ana, stop := startWith(t, home, Config{Name: "ana", Pages: pages})
	var all, names []string // the latest first
	again := func() {
		t.Helper()
		i, err := ana.Invite(api.InviteRequest{})
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(i.URLs[0])
		if err != nil {
			t.Fatal(err)
		}
		all = append([]string{strings.Trim(u.Path, "/")}, all...)
		names = nil
		for _, path := range all[1:] {
			names = append(names, api.PlaceName(path))
		}
		if want := names[:min(len(names), maxBefore)]; pages.path != all[0] || !slices.Equal(pages.former, want) {
			t.Fatalf("the pages are told %q and %q, not %q and %q", pages.path, pages.former, all[0], want)
		}
		if _, err := ana.Invite(api.InviteRequest{}); err != nil || pages.path != all[0] {
			t.Fatalf("asked again: %q, %v", pages.path, err)
		}
		kept, err := ana.cfg.Store.Invitation()
		if err != nil {
			t.Fatal(err)
		}
		said, err := json.Marshal([]any{i, ana.Status(), pages.former, kept})
		if err != nil {
			t.Fatal(err)
		}
		nodes, _ := fetch(t, ana, "/nodes.json")
		for _, before := range all[1:] {
			if strings.Contains(string(said), before) || strings.Contains(nodes, before) {
				t.Fatalf("%s is told or kept: %s %s", before, said, nodes)
			}
		}
		if _, err := ana.Invite(api.InviteRequest{Off: true}); err != nil {
			t.Fatal(err)
		}
	}
	again()
	again()
	stop()
	ana, _ = startWith(t, home, Config{Name: "ana", Pages: pages})
	for range maxBefore + 2 {
		again()
	}
}

// TestForeignWorkers: requests for the script of a service worker, whatever its path, go to the pages, which know that none is
// theirs.
func TestForeignWorkers(t *testing.T) {
	ana, _ := startWith(t, t.TempDir(), Config{Name: "ana", Pages: &shown{}})
	i, err := ana.Invite(api.InviteRequest{})
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(i.URLs[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range []string{"", "script"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+u.Host+"/trap/sw.js", nil)
		if err != nil {
			t.Fatal(err)
		}
		if header != "" {
			r.Header.Set("Service-Worker", header)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if reached := resp.StatusCode == http.StatusOK; reached != (header != "") {
			t.Errorf("with the header %q: %s", header, resp.Status)
		}
	}
}
