package open_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"fives/p2p/waittest"
)

// TestSession: a tab that is in stays in when its page is loaded again, a new tab asks
// for the code, and a page that another server on this machine gives the same browser
// neither hears of the session nor gets in.
func TestSession(t *testing.T) {
	waittest.Browsers(t)
	dir := folder(t)
	p := &player{t: t, bad: &complaints{}}
	p.visit(p.serve(filepath.Join(dir, "ana")), 360, 640)
	p.shows(".masthead")
	address := p.text(`location.origin + "/"`)
	if at := p.text(`location.href`); at != address+"#/" {
		t.Errorf("the page is at %s", at)
	}
	p.loads()
	p.shows(".masthead")
	p.hosts(0, nil)
	p.dealt()
	table := p.text(`location.href`)
	p.loads()
	p.dealt()
	if log := p.saved(); !strings.HasPrefix(log, "{") {
		t.Errorf("the log that the page saves is %.80q", log)
	}
	if jar, err := chromedp.CallBrowser(p.tab, storage.GetCookies, storage.GetCookiesParams{}); err != nil || len(jar.Cookies) > 0 {
		t.Errorf("the browser keeps %v, %v", jar, err)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}

	p.bad = &complaints{} // a refusal is one
	p.opens(table, 360, 640)
	p.shows("#entering")
	p.gives("x")
	p.says("#entering-say", "not the code")
	code := p.code()
	p.gives(code)
	p.dealt()

	var mu sync.Mutex
	var heard []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		for name, v := range r.Header {
			heard = append(heard, name+": "+strings.Join(v, ", "))
		}
		heard = append(heard, r.URL.String(), string(b))
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<!DOCTYPE html><title>another</title>")
	}))
	t.Cleanup(other.Close)
	session := p.text(`sessionStorage.getItem("session")`)
	p.do(chromedp.Navigate(other.URL))
	if kept := p.text(`JSON.stringify([sessionStorage.length, localStorage.length, document.cookie, window.name, history.state, document.referrer])`); kept != `[0,0,"","",null,""]` {
		t.Errorf("the other page has %s", kept)
	}
	for _, ask := range []string{
		`fetch("` + address + `lobby", { credentials: "include" })`,
		`fetch("` + address + `lobby", { headers: { "Fives-Session": "x" } })`,
		`fetch("` + address + `enter", { method: "POST", body: new URLSearchParams({ token: "` + code + `" }) })`,
		`fetch("` + address + `enter", { method: "POST", mode: "no-cors", body: new URLSearchParams({ token: "` + code + `" }) })`,
	} {
		if got := await[string](p, ask+`.then(r => r.text(), () => "")`); got != "" {
			t.Errorf("%s comes to %.80q", ask, got)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if all := strings.Join(heard, "\n"); strings.Contains(all, session) || strings.Contains(all, "Cookie") || len(heard) == 0 {
		t.Errorf("the other server hears %s", all)
	}
}

// loads loads the page again.
func (p *player) loads() {
	p.t.Helper()
	if _, err := chromedp.Call(p.tab, page.Reload, page.ReloadParams{}); err != nil {
		p.t.Fatal(err)
	}
}

// gives gives the page a code.
func (p *player) gives(code string) {
	p.t.Helper()
	eval[bool](p, `(document.querySelector("#entering input").value = "`+code+`", true)`)
	p.taps("#entering button")
}
