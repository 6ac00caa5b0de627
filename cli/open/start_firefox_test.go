package open_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"fives/p2p/browsertest"
	"fives/p2p/waittest"
)

// TestStartInFirefox: what keeps a page from its start is said in Firefox, too.
func TestStartInFirefox(t *testing.T) {
	nodesInPages(t)
	t.Run("nothing comes", foxWaits)
	t.Run("WebAssembly is off", func(t *testing.T) {
		x := fox{t, browsertest.StartFirefox(t, `"javascript.options.wasm", false`)}
		x.f.Open(t, showInvitation(t, up(t, filepath.Join(folder(t), "ana"), "ana")))
		x.says("#banner", "WebAssembly is switched off in it.")
		x.asksNothing()
	})
	t.Run("site data is blocked", foxKeepsNothing)
}

// says waits until a part of the page says a text.
func (x fox) says(selector, text string) {
	x.t.Helper()
	waittest.Until(x.t, text, func() bool {
		return strings.Contains(x.text(`document.querySelector("`+selector+`")?.innerText ?? ""`), text)
	})
}

// asksNothing holds that a page that cannot start asks for no name.
func (x fox) asksNothing() {
	x.t.Helper()
	for _, left := range []string{"#starting", "#slow", "#naming"} {
		if x.is(`!!document.querySelector("` + left + `")?.checkVisibility()`) {
			x.t.Errorf("%s is there still", left)
		}
	}
}

// foxWaits has the worker say nothing: the program does not come.
func foxWaits(t *testing.T) {
	x := fox{t, browsertest.StartFirefox(t)}
	ends := make(chan struct{})
	address := proxied(t, showInvitation(t, up(t, filepath.Join(folder(t), "ana"), "ana")), "/wasm/browser-3-", func(http.ResponseWriter, *http.Request) { <-ends })
	t.Cleanup(func() { close(ends) }) // before the server, which waits for its answers
	x.f.Open(t, address)
	waittest.Until(t, "the question for a name", func() bool { return x.is(`!!document.querySelector("#naming input")?.checkVisibility()`) })
	x.f.Eval(t, `document.querySelector("#naming input").value = "ana"`)
	x.taps("#naming button")
	x.says("#slow", "Nothing has come for 10 seconds. Wait, or load this page again.")
}

// foxKeepsNothing: the page of fives open is there all the same; a node in a page has to keep
// its key.
func foxKeepsNothing(t *testing.T) {
	x := fox{t, browsertest.StartFirefox(t, `"network.cookie.cookieBehavior", 2`)}
	p := &player{t: t}
	x.f.Open(t, p.serve(filepath.Join(folder(t), "ana")))
	waittest.Until(t, "the lobby", func() bool { return x.is(`!!document.querySelector(".masthead")`) })
	if !x.is(`(() => { try { sessionStorage } catch { return true } })()`) {
		t.Fatal("the browser lets the page keep something")
	}
	x.sound()
	x.f.Open(t, showInvitation(t, p.client))
	x.says("#banner", "This browser lets the page keep nothing: it blocks cookies and site data")
	x.asksNothing()
}
