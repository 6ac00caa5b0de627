package open_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"fives/p2p/waittest"
)

// TestPhoneInTrouble: if the node of a guest with a phone cannot start, the page says why
// and what to do, and doing that helps.
func TestPhoneInTrouble(t *testing.T) {
	nodesInPages(t)
	t.Run("a second tab", secondTab)
	t.Run("a download that is cut off", cutOff)
	t.Run("no connections", blocked)
}

// says waits until an element says something.
func (p *player) says(selector, text string) {
	p.t.Helper()
	said := ""
	if !waittest.Try(p.t, func() bool {
		said = p.text(`document.querySelector("` + selector + `")?.textContent ?? ""`)
		return strings.Contains(said, text)
	}) {
		p.t.Fatalf("%s says %q, not %q", selector, said, text)
	}
}

func secondTab(t *testing.T) {
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	address := showInvitation(t, ana)
	p := newGuest(t, "ben", address)
	p.shows(".masthead")
	close := p.closeTab
	p.opens(address, 360, 640)
	p.says("#banner", "has your node, and there is one at a time. Go on there, or close it and load this page again.")
	close()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.named("ben")
	p.shows(".masthead")
}

func cutOff(t *testing.T) {
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	to, err := url.Parse(showInvitation(t, ana))
	if err != nil {
		t.Fatal(err)
	}
	var whole atomic.Bool
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host}) },
		ModifyResponse: func(r *http.Response) error {
			if strings.Contains(r.Request.URL.Path, "/wasm/browser-") && !whole.Load() {
				r.Body = struct {
					io.Reader
					io.Closer
				}{io.MultiReader(io.LimitReader(r.Body, 1<<10), cut{}), r.Body}
			}
			return nil
		},
	}
	scripts := make(chan struct{}) // lets a page's own script come
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/app.js") || strings.HasSuffix(r.URL.Path, "/screen.js") {
			select {
			case <-scripts:
			case <-r.Context().Done():
			}
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p := newTab(t)
	const text = "was cut off or is not what this page was made for. Load this page again."
	for _, at := range []string{"screen", ""} { // it fails before the page's own scripts have come
		p.opens("about:blank", 360, 640)
		if _, err := chromedp.Call(p.tab, page.Navigate, page.NavigateParams{URL: server.URL + to.Path + at}); err != nil {
			t.Fatal(err)
		}
		waittest.Until(t, "the failure", func() bool { return p.is(`!!self.early?.said?.some(e => e.data?.fatal)`) })
		scripts <- struct{}{}
		p.says("#banner", text)
	}
	close(scripts)
	p.fails(server.URL+to.Path, text) // it fails later
	whole.Store(true)
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+to.Path))
	p.named("ben")
	p.shows(".masthead")
}

// blocked: the page comes, and the browser lets it open no WebSocket, as with a blocker. The same
// address that the page came from tells that no network is in the way.
func blocked(t *testing.T) {
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	to, err := url.Parse(showInvitation(t, ana))
	if err != nil {
		t.Fatal(err)
	}
	const policy = "Content-Security-Policy"
	server := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: to.Scheme, Host: to.Host}) },
		ModifyResponse: func(r *http.Response) error {
			r.Header.Set(policy, strings.ReplaceAll(r.Header.Get(policy), " ws:", ""))
			return nil
		},
	})
	t.Cleanup(server.Close)
	p := &player{t: t, bad: &complaints{}}
	p.visit(server.URL+to.Path, 360, 640)
	p.named("ben")
	p.shows(".masthead")
	p.says(".alone", "Ana sends this page and is not reached: something in this browser stops the connection, a blocker perhaps.")
}

// cut is a connection that ends too early.
type cut struct{}

func (cut) Read([]byte) (int, error) { return 0, errors.New("it is cut off") }
