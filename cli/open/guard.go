package open

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"fives/cli/web"
)

// A Guard stands in front of the pages: it knows who may ask.
type Guard struct {
	pages   http.Handler
	port    string
	path    string // of the page that comes first, "" for that of a player
	code    string // lets in as often as it is used
	session string // what the page sends with each request
	place   web.Place

	once atomic.Pointer[token] // lets in once
}

// A token lets in, and then calls used.
type token struct {
	text string
	used func()
}

// NewGuard guards pages at a port of the loopback interface. path names the page that comes
// first: "" for that of a player, or [screenPath].
func NewGuard(pages http.Handler, port, path string) *Guard {
	return &Guard{pages: pages, port: port, path: path, code: rand.Text(), session: rand.Text(), place: web.Place{Name: "fives " + rand.Text()}}
}

// screenPath is the path of a screen.
const screenPath = "screen"

// Address returns where the page is. It lets nobody in by itself: the page asks for the code.
func (g *Guard) Address() string {
	return "http://" + net.JoinHostPort(loopback, g.port) + "/" + g.path
}

// Code returns the code that lets in at [Guard.Address], for those who can read the terminal.
func (g *Guard) Code() string { return g.code }

// AddressOnce returns [Guard.Address] with a token that lets in once. It makes earlier tokens
// void. used is called when the token has let somebody in.
func (g *Guard) AddressOnce(used func()) string {
	t := &token{rand.Text(), used}
	g.once.Store(t)
	return g.Address() + "#token=" + t.text
}

const (
	loopback = "127.0.0.1"
	mostSent = 1 << 10 // bytes of a token with its name
)

// hosts are the names by which the page may be asked for.
func (g *Guard) hosts() []string {
	return []string{net.JoinHostPort(loopback, g.port), net.JoinHostPort("localhost", g.port)}
}

// sessionHeader carries the session. A cookie would go to every server on this machine, because
// a browser shares cookies between all ports.
const sessionHeader = "Fives-Session"

// ServeHTTP answers everybody who asks for the page and its modules. What is behind them is
// only for those who were let in.
func (g *Guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("X-Frame-Options", "DENY")
	switch {
	case !slices.Contains(g.hosts(), r.Host):
		http.Error(w, "this is not the place that was asked for", http.StatusMisdirectedRequest)
	case !g.own(r):
		http.Error(w, "another page has asked", http.StatusForbidden)
	case web.EndWorker(w, r):
	case g.shells(r) && reads(r):
		g.shell(w, r.URL.Path)
	case strings.HasPrefix(r.URL.Path, "/web/"):
		web.Files().ServeHTTP(w, r)
	case r.URL.Path == "/enter":
		g.enter(w, r)
	case !g.let(r):
		http.Error(w, "fives open shows the code that lets in", http.StatusUnauthorized)
	default:
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		g.pages.ServeHTTP(w, r)
	}
}

func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// shells reports whether a request is for a page itself. If a screen comes first, there is no
// other page.
func (g *Guard) shells(r *http.Request) bool {
	return r.URL.Path == "/"+screenPath || r.URL.Path == "/"+g.path
}

// shell answers with a page, which holds nothing secret. Nobody who had this port before can
// have left anything in the browser under the name of its place.
func (g *Guard) shell(w http.ResponseWriter, path string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", web.Policy)
	h.Set("Cache-Control", "no-store")
	if path == "/"+screenPath {
		_ = web.Screen(w, "web/", "", g.place, nil) // nobody is left to read the answer
		return
	}
	_ = web.Shell(w, "web/", "", g.place, nil, web.Landing{}) // nor here
}

// own reports whether a request comes from this page or, if it only reads, from no page at all.
func (g *Guard) own(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" && !g.shells(r) {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return r.Method == http.MethodGet || r.Method == http.MethodHead
	}
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && u.Host == r.Host
}

// enter answers the code or the token with the session.
func (g *Guard) enter(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostSent)
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "", http.StatusMethodNotAllowed)
		return
	}
	if err := r.ParseForm(); err != nil || !g.knows(r.PostForm.Get("token")) {
		http.Error(w, "the token is wrong", http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write([]byte(g.session)) // nobody is left to read the answer
}

func (g *Guard) knows(token string) bool {
	if same(token, g.code) {
		return true
	}
	t := g.once.Load()
	if t == nil || !same(token, t.text) || !g.once.CompareAndSwap(t, nil) {
		return false
	}
	t.used()
	return true
}

func (g *Guard) let(r *http.Request) bool { return same(r.Header.Get(sessionHeader), g.session) }

// same compares two texts in a time that does not tell where they differ.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
