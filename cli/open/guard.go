package open

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"fives/cli/web"
)

// A Guard stands before the pages: it knows who may ask.
type Guard struct {
	pages   http.Handler
	port    string
	token   string // lets in as often as it is shown
	session string // what the cookie has

	mu   sync.Mutex
	once []string // tokens that let in one time
}

// NewGuard guards pages at a port of the loopback interface.
func NewGuard(pages http.Handler, port string) *Guard {
	return &Guard{pages: pages, port: port, token: rand.Text(), session: rand.Text()}
}

// Address is where the page is for who may see it.
func (g *Guard) Address() string { return g.address(g.token) }

// AddressOnce is [Guard.Address] for one visit: it may be seen by others, as the
// arguments of a program are.
func (g *Guard) AddressOnce() string {
	t := rand.Text()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.once = append(g.once, t)
	return g.address(t)
}

func (g *Guard) address(token string) string {
	return "http://" + net.JoinHostPort(loopback, g.port) + "/#token=" + token
}

const (
	loopback = "127.0.0.1"
	mostSent = 1 << 10 // bytes of a token with its name
)

// hosts are the names by which the page may be asked for.
func (g *Guard) hosts() []string {
	return []string{net.JoinHostPort(loopback, g.port), net.JoinHostPort("localhost", g.port)}
}

// cookie is named after the port, because a browser has one jar for all ports.
func (g *Guard) cookie() string { return "fives-" + g.port }

// ServeHTTP answers the page and its modules to everybody, what is behind them to who is
// let in.
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
	case r.URL.Path == "/" && (r.Method == http.MethodGet || r.Method == http.MethodHead):
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", web.Policy)
		h.Set("Cache-Control", "no-store")
		_ = web.Shell(w, "web/", "") // who has gone needs no answer
	case strings.HasPrefix(r.URL.Path, "/web/"):
		web.Files().ServeHTTP(w, r)
	case r.URL.Path == "/enter":
		g.enter(w, r)
	case !g.let(r):
		http.Error(w, "fives open prints the address that lets in", http.StatusUnauthorized)
	default:
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		g.pages.ServeHTTP(w, r)
	}
}

// own reports whether a request comes from this page, or from nobody's page if it only
// looks.
func (g *Guard) own(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" && r.URL.Path != "/" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return r.Method == http.MethodGet || r.Method == http.MethodHead
	}
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && u.Host == r.Host
}

// enter takes a token for a cookie.
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
	http.SetCookie(w, &http.Cookie{Name: g.cookie(), Value: g.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.WriteHeader(http.StatusNoContent)
}

func (g *Guard) knows(token string) bool {
	if same(token, g.token) {
		return true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.IndexFunc(g.once, func(t string) bool { return same(token, t) })
	if i >= 0 {
		g.once = slices.Delete(g.once, i, i+1)
	}
	return i >= 0
}

func (g *Guard) let(r *http.Request) bool {
	c, err := r.Cookie(g.cookie())
	return err == nil && same(c.Value, g.session)
}

// same compares in a time that does not tell where two texts differ.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
