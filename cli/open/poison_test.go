package open_test

import (
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestPoisoned: whatever a stranger has left in a guest's browser, or puts on the way to it,
// no program runs in an honest laptop's page but its own.
func TestPoisoned(t *testing.T) {
	nodesInPages(t)
	t.Run("kept from before", keptFromBefore)
	t.Run("pieces on the shelf", onTheShelf)
	t.Run("changed on the way", changedOnTheWay)
}

// poison is code that says that it has run.
const poison = `"use strict"; try { localStorage.poisoned = "yes" } catch { postMessage({ fatal: "poisoned" }) }`

// keptFromBefore: a stranger had the laptop's address, and another invitation of the same
// laptop's, and had the browser keep code for ever under every name that was there.
func keptFromBefore(t *testing.T) {
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	first, err := ana.Invite(t.Context(), api.InviteRequest{})
	if err != nil {
		t.Fatal(err)
	}
	names := loaded(t, first.URLs[0])
	if !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "/") }) {
		t.Fatalf("nothing is on the shelf: %q", names)
	}
	if _, err := ana.Invite(t.Context(), api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", first.Port))
	if err != nil {
		t.Fatal(err)
	}
	stranger := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		w.Header().Set("Content-Type", "text/javascript")
		switch {
		case r.URL.Path == "/trap":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<!doctype html><title>trap</title><link rel="icon" href="data:,">`)
		case strings.HasSuffix(r.URL.Path, "/"):
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!doctype html><script>", poison, "</script>")
		default:
			fmt.Fprint(w, poison)
		}
	})}
	go stranger.Serve(l) //nolint:errcheck // it says that it was closed
	p := &player{t: t, bad: &complaints{}}
	p.visit(fmt.Sprintf("http://127.0.0.1:%d/trap", first.Port), 360, 640)
	for _, name := range names {
		for _, below := range []string{"/", mustPath(t, first.URLs[0])} {
			await[bool](p, fmt.Sprintf(`fetch(%q).then(r => r.text()).then(() => true)`, at(below, name)))
		}
	}
	if await[string](p, fmt.Sprintf(`fetch(%q, { cache: "only-if-cached", mode: "same-origin" }).then(r => r.text())`, mustPath(t, first.URLs[0])+"web/app.js")) != poison {
		t.Fatal("the browser has kept nothing")
	}
	stranger.Close()
	var again api.Invitation
	waittest.Until(t, "the same port", func() bool {
		again, err = ana.Invite(t.Context(), api.InviteRequest{Port: first.Port})
		return err == nil && again.Port == first.Port
	})
	p.do(chromedp.Navigate(again.URLs[0]))
	p.named("ben")
	p.shows(".masthead")
	if p.is(`localStorage.poisoned === "yes"`) {
		t.Error("what a stranger has left in the browser runs in the page")
	}
}

// A front is an address that a stranger has first, and then a laptop's invitation.
type front struct {
	url     string
	pieces  map[string]string // with their hashes, by path
	laptop  atomic.Pointer[url.URL]
	mu      sync.Mutex
	fetched map[string]int // how often the laptop has sent each piece
}

// newFront makes one. What the stranger says of pieces is not what they are: it redirects, or
// there are none, or they are other ones.
func newFront(t *testing.T) *front {
	t.Helper()
	f := &front{fetched: map[string]int{}}
	behind := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		to := f.laptop.Load()
		r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host})
	}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, piece := f.pieces[r.URL.Path]
		f.mu.Lock()
		n := len(f.fetched)
		if piece {
			f.fetched[r.URL.Path]++
		}
		f.mu.Unlock()
		if f.laptop.Load() != nil {
			behind.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		switch {
		case !piece:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<!doctype html><title>trap</title><link rel="icon" href="data:,">`)
		case n%3 == 1:
			http.Redirect(w, r, "/trap", http.StatusMovedPermanently)
		case n%3 == 2:
			http.Error(w, poison, http.StatusGone)
		default:
			fmt.Fprint(w, poison)
		}
	}))
	t.Cleanup(s.Close)
	f.url = s.URL
	return f
}

// leads makes the address that of an invitation, and returns it.
func (f *front) leads(t *testing.T, invitation string) string {
	t.Helper()
	to, err := url.Parse(invitation)
	if err != nil {
		t.Fatal(err)
	}
	f.laptop.Store(to)
	return f.url + to.Path
}

// sent is how often each piece was fetched from the laptop since the last look.
func (f *front) sent() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	sent := f.fetched
	f.fetched = map[string]int{}
	return sent
}

// piecesOf are the pieces of the node's program that a page fetches, with their hashes.
func piecesOf(t *testing.T, address string) map[string]string {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`"address":"(/[^"]*)","integrity":"([^"]*)"`).FindAllStringSubmatch(html.UnescapeString(string(page)), -1) {
		all[m[1]] = m[2]
	}
	if len(all) < 10 {
		t.Fatalf("the page fetches %v", all)
	}
	return all
}

// onTheShelf: somebody who has been a guest of the laptop, and had its address for a moment, has left
// other pieces where the browser keeps those of the node's program. Each is refused, and fetched
// once from the laptop; after that none is, neither when the page is loaded again nor at the
// next invitation.
func onTheShelf(t *testing.T) {
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	first := showInvitation(t, ana)
	f := newFront(t)
	f.pieces = piecesOf(t, first)
	p := &player{t: t, bad: &complaints{}}
	p.visit(f.url+"/trap", 360, 640)
	for piece := range f.pieces {
		await[bool](p, fmt.Sprintf(`fetch(%q).then(r => r.text()).then(() => true)`, piece))
	}
	for piece := range f.pieces {
		if was := await[string](p, fmt.Sprintf(`fetch(%q, { cache: "only-if-cached", mode: "same-origin" }).then(r => r.text())`, piece)); !strings.Contains(was, "poisoned") && !strings.Contains(was, "trap") {
			t.Fatalf("the browser has kept %q of %s", was, piece)
		}
	}
	f.sent()
	p.do(chromedp.Navigate(f.leads(t, first)))
	p.named("ben")
	p.shows(".masthead")
	if p.is(`localStorage.poisoned === "yes"`) {
		t.Error("what a stranger has left in the browser runs in the page")
	}
	sent := f.sent()
	for piece := range f.pieces {
		if sent[piece] != 1 {
			t.Errorf("%s was fetched %d times", piece, sent[piece])
		}
	}
	p.bad.clear()
	for _, address := range []func() string{func() string { return first }, func() string { return afresh(t, ana) }} {
		p.do(chromedp.Navigate("about:blank"))
		p.do(chromedp.Navigate(f.leads(t, address())))
		p.named("ben")
		p.shows(".masthead")
	}
	if n := f.sent(); len(n) > 0 {
		t.Errorf("fetched again: %v", n)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// mustPath is the path of an address.
func mustPath(t testing.TB, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Path
}

// at is where a name leads below a path: what is on the shelf has its whole path.
func at(path, name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return path + name
}

// loaded are the names of what the page to play on loads, below an address, and itself.
func loaded(t *testing.T, address string) []string {
	t.Helper()
	p := &player{t: t, bad: &complaints{}}
	var mu sync.Mutex
	names := []string{"", "play/worker.js"}
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host})
		mu.Lock()
		defer mu.Unlock()
		if name := strings.TrimPrefix(r.In.URL.Path, to.Path); strings.Contains(name, ".") && name != "nodes.json" {
			names = append(names, name)
		}
	}})
	defer proxy.Close()
	p.visit(proxy.URL+to.Path, 360, 640)
	p.named("cleo")
	p.shows(".masthead")
	mu.Lock()
	defer mu.Unlock()
	if len(names) < 7 {
		t.Fatalf("the page loads only %q", names)
	}
	return names
}

// changedOnTheWay: each of the files that the page loads in turn is another one when it
// comes. It does not run, and no node starts with the others.
func changedOnTheWay(t *testing.T) {
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	address := showInvitation(t, ana)
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	names := loaded(t, address)[3:]
	begin, later := regexp.MustCompile(`/browser-0-`), regexp.MustCompile(`/browser-\d+-`)
	for _, name := range names {
		if later.MatchString(name) && !begin.MatchString(name) && !strings.Contains(name, "/browser-7-") {
			continue // the pieces of the program are checked alike
		}
		if strings.HasSuffix(name, ".woff2") {
			continue // a font is no program, and browsers check no hash of it (THREATS.md)
		}
		asked := make(chan struct{})
		var once sync.Once
		proxy := httptest.NewServer(&httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host}) },
			ModifyResponse: func(r *http.Response) error {
				if r.Request.URL.Path == at(to.Path, name) {
					r.Body.Close()
					changed := httptest.NewRecorder()
					fmt.Fprint(changed, poison)
					r.Body = changed.Result().Body
					r.ContentLength = int64(len(poison))
					r.Header.Set("Content-Length", fmt.Sprint(len(poison)))
					r.Header.Del("Content-Encoding")
					once.Do(func() { close(asked) })
				}
				return nil
			},
		})
		p := &player{t: t, bad: &complaints{}}
		p.visit(proxy.URL+to.Path, 360, 640)
		waittest.Closed(t, name, asked)
		waittest.Until(t, name+" is refused", func() bool {
			return strings.Contains(strings.Join(p.bad.list(), "\n"), "integrity")
		})
		if p.is(`localStorage.poisoned === "yes"`) || p.is(`(document.querySelector("#banner")?.textContent ?? "").includes("poisoned")`) {
			t.Errorf("%s is another one, and runs", name)
		}
		if !strings.HasSuffix(name, ".css") && p.is(`!!document.querySelector(".masthead")`) {
			t.Errorf("%s is another one, and a node runs", name)
		}
		p.closeTab()
		proxy.Close()
	}
	if len(names) < 4 {
		t.Errorf("only %q were changed", names)
	}
}
