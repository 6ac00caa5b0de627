package open_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestStart: whatever keeps a page from its start, it says so in plain words, and what to do.
func TestStart(t *testing.T) {
	nodesInPages(t)
	t.Run("a script throws", scriptThrows)
	t.Run("a script does not come", scriptMissing)
	t.Run("nothing comes", nothingComes)
	t.Run("WebAssembly is off", noWebAssembly)
	t.Run("site data is blocked", dataBlocked)
	t.Run("there is no room", noRoom)
}

// before has a script run in the next documents of the tab, before all others.
func (p *player) before(script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.t.Fatal(err)
	}
}

// fails opens an address, and waits until the banner says a text. The page says nothing else
// then, and asks for nothing.
func (p *player) fails(address, text string) {
	p.t.Helper()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.says("#banner", text)
	for _, left := range []string{"#starting", "#fetched", "#slow", "#naming", "#entering", "#again"} {
		if p.is(`!!document.querySelector("` + left + `")?.checkVisibility()`) {
			p.t.Errorf("%s is there still: %s", left, p.text(`document.querySelector("`+left+`").innerText`))
		}
	}
}

func newTab(t *testing.T, more ...chromedp.ExecAllocatorOption) *player {
	p := &player{t: t, bad: &complaints{}}
	p.visit("about:blank", 360, 640, more...)
	return p
}

// Whatever the pages ask of a browser may throw: the first script, and a later one.
func scriptThrows(t *testing.T) {
	home, p := filepath.Join(folder(t), "ana"), newTab(t)
	own := p.serve(home)
	address := showInvitation(t, p.client)
	for throws, pages := range map[string][]string{
		`Object.defineProperty(JSON, "parse", `:                {address, address + "screen", own},
		`Object.defineProperty(document, "addEventListener", `: {address, address + "screen", own},
		`Object.defineProperty(self, "URLSearchParams", `:      {own}, // in what nobody waits for
	} {
		p.opens("about:blank", 360, 640)
		p.before(throws + `{ value: function () { throw new Error("no data here") } })`)
		for _, page := range pages {
			p.fails(page, "This page cannot start in this browser: no data here. Load it again; if that does not help, open it in another browser.")
		}
		p.closeTab()
	}
}

// proxied leads to what an address leads to, but for paths with a text in them, which
// another handler answers.
func proxied(t *testing.T, address, with string, other http.HandlerFunc) string {
	t.Helper()
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host}) }}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, with) {
			other(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + to.Path
}

func scriptMissing(t *testing.T) {
	address := showInvitation(t, up(t, filepath.Join(folder(t), "ana"), "ana"))
	p := newTab(t)
	for script, name := range map[string]string{"/app.js": "", "/early.js": "", "/screen.js": "screen"} {
		p.fails(proxied(t, address, script, http.NotFound)+name, "A part of this page did not come, or is not what the page was made for. Load the page again.")
	}
}

// What comes to a standstill is said after 10 s, which are shorter here, and no more when it
// goes on.
func nothingComes(t *testing.T) {
	address := showInvitation(t, up(t, filepath.Join(folder(t), "ana"), "ana"))
	goesOn := make(chan struct{})
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host}) }}
	p := newTab(t)
	p.before(`{ const every = self.setInterval; self.setInterval = (f, time) => every(f, time / 20) }`)
	p.do(chromedp.Navigate(proxied(t, address, "/wasm/browser-3-", func(w http.ResponseWriter, r *http.Request) {
		<-goesOn
		proxy.ServeHTTP(w, r)
	})))
	p.named("ben")
	p.shows("#slow")
	p.says("#slow", "Nothing has come for 10 seconds. Wait, or load this page again.")
	close(goesOn)
	p.shows(".masthead")
	if p.is(`!!document.querySelector("#slow")`) {
		t.Error("the page has started, and says that nothing comes")
	}
}

func noWebAssembly(t *testing.T) {
	address := showInvitation(t, up(t, filepath.Join(folder(t), "ana"), "ana"))
	p := newTab(t, chromedp.Flag("js-flags", "--jitless"))
	for _, name := range []string{"", "screen"} {
		p.fails(address+name, "WebAssembly is switched off in it. In Safari that is what the Lockdown Mode of iPhone, iPad and Mac does: except this page from it")
	}
	if said := strings.Join(p.bad.list(), "\n"); said != "" {
		t.Errorf("the page has tried all the same: %s", said)
	}
}

// keepsNothing has a browser block cookies and site data.
func keepsNothing(t *testing.T) chromedp.ExecAllocatorOption {
	t.Helper()
	profile := t.TempDir()
	if err := os.MkdirAll(filepath.Join(profile, "Default"), 0o700); err != nil {
		t.Fatal(err)
	}
	settings := `{"profile":{"default_content_setting_values":{"cookies":2}}}`
	if err := os.WriteFile(filepath.Join(profile, "Default", "Preferences"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return chromedp.UserDataDir(profile)
}

// Nodes in pages have to keep their keys. The page of fives open keeps nothing that matters:
// it is played there, and one that is loaded again asks for the code.
func dataBlocked(t *testing.T) {
	blocked := keepsNothing(t)
	p := newTab(t, blocked)
	p.do(chromedp.Navigate(p.serve(filepath.Join(folder(t), "ana"))))
	p.shows(".masthead")
	p.hosts(0, nil)
	p.do(chromedp.Reload())
	p.shows("#entering")
	p.gives(p.code())
	p.shows(".table")
	if !p.is(`(() => { try { sessionStorage } catch { return true } })()`) {
		t.Fatal("the browser lets the page keep something")
	}
	p.fails(showInvitation(t, p.client), "This browser lets the page keep nothing: it blocks cookies and site data, or the window is a private one. Let it keep what this page needs, or open the page in an ordinary window or another browser.")
}

func noRoom(t *testing.T) {
	d := newPair(t, "150")
	d.visit(d.address+"check", 360, 640)
	keeper := *d.player
	d.quota(&keeper, 1)
	d.opens("about:blank", 360, 640)
	d.do(chromedp.Navigate(d.address))
	d.named("ben")
	d.says("#banner", "The browser has no more room for this page; nothing was changed. Make room on this device, and load this page again.")
}
