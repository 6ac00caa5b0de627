package open_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// afresh ends the invitation of a laptop, and begins another one at the same port.
func afresh(t *testing.T, c *control.Client) (address string) {
	t.Helper()
	st, err := c.Status(t.Context())
	if err != nil || st.Invitation == nil {
		t.Fatalf("%+v, %v", st.Invitation, err)
	}
	if _, err := c.Invite(t.Context(), api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	return invitedAt(t, c, st.Invitation.Port)
}

// invitedAt is the address of an invitation at a port.
func invitedAt(t *testing.T, c *control.Client, port int) (address string) {
	t.Helper()
	waittest.Until(t, "the same port", func() bool {
		i, err := c.Invite(t.Context(), api.InviteRequest{Port: port})
		if err == nil && i.Port == port {
			address = i.URLs[0]
		}
		return address != ""
	})
	return address
}

// here is the key of the page's node.
func (p *player) here() string {
	p.t.Helper()
	p.shows(".masthead .me code")
	return p.text(`document.querySelector(".masthead .me code").textContent`)
}

// ways are the answers to the question who somebody is.
func (p *player) ways() []string {
	p.t.Helper()
	p.shows("#again")
	return eval[[]string](p, `[...document.querySelectorAll("#again button")].map(b => b.textContent)`)
}

// goesOn takes one of them.
func (p *player) goesOn(way string) {
	p.t.Helper()
	n := slices.Index(p.ways(), way)
	if n < 0 {
		p.t.Fatalf("one can %q, and not %q", p.ways(), way)
	}
	p.taps(fmt.Sprintf("#again li:nth-child(%d) button", n+1))
}

// TestGoesOn: whoever was here at a former invitation is asked whether to go on, and until
// then there is no node. Whoever goes on has the same key and what was kept; whoever does
// not is somebody new. What was not to be kept is gone after a day.
func TestGoesOn(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	first := showInvitation(t, ana)
	p := newGuest(t, "zoe", first+"play")
	if _, err := chromedp.Call(p.tab, emulation.SetLocaleOverride, emulation.SetLocaleOverrideParams{Locale: "de-DE"}); err != nil {
		t.Fatal(err)
	}
	today := func() string {
		return p.text(`new Date().toLocaleDateString("de-DE", { day: "numeric", month: "long" })`)
	}
	zoe, since := p.here(), today()
	p.taps("#keep")

	later := func() (address string) {
		t.Helper()
		p.do(chromedp.Navigate("about:blank"))
		address = afresh(t, ana) + "play"
		p.do(chromedp.Navigate(address))
		return address
	}
	later()
	if got, want := p.ways(), []string{"Go on as zoe", "As somebody new"}; !slices.Equal(got, want) {
		t.Errorf("one can %q", got)
	}
	ask := func(day string) string {
		return "You were zoe here on " + day + ". Go on as zoe, or as somebody new?"
	}
	if said := p.text(`document.querySelector("#again p").textContent`); said != ask(since) && said != ask(today()) { // the day may have changed
		t.Errorf("%q, and not %q", said, ask(since))
	}
	if said := p.text(`document.querySelector("#again").textContent`); !strings.Contains(said, zoe) || p.is(`document.querySelector("#naming").checkVisibility()`) {
		t.Errorf("which key that is: %q", said)
	}
	if peers, err := ana.Peers(t.Context()); err != nil || slices.ContainsFunc(peers, func(p api.Peer) bool { return p.Connected }) {
		t.Errorf("a node runs before its person has said a word: %+v, %v", peers, err)
	}
	p.goesOn("Go on as zoe")
	if got := p.here(); got != zoe {
		t.Errorf("zoe is %s, and was %s", got, zoe)
	}
	if !p.is(`document.querySelector("#keep").checked`) {
		t.Error("that the key is kept is forgotten")
	}
	p.loads()
	p.says("#note", "You go on as zoe.")
	if got := p.here(); got != zoe {
		t.Errorf("loaded again, zoe is %s, and was %s", got, zoe)
	}

	third := later()
	p.goesOn("As somebody new")
	p.named("yves")
	yves := p.here()
	if yves == zoe || p.is(`document.querySelector("#keep").checked`) {
		t.Errorf("somebody new has the key %s and is kept", yves)
	}
	later()
	if got, want := p.ways(), []string{"Go on as yves", "Go on as zoe", "As somebody new"}; !slices.Equal(got, want) {
		t.Errorf("one can %q", got)
	}
	if said := p.text(`document.querySelector("#again p").textContent`); !strings.HasPrefix(said, "You were here before.") {
		t.Errorf("of two: %q", said)
	}
	p.goesOn("Go on as zoe")
	if got := p.here(); got != zoe {
		t.Errorf("one of two: zoe is %s, and was %s", got, zoe)
	}
	tab := *p             // it stays open, and has zoe's key
	p.bad = &complaints{} // the first tab may say that its node is gone
	address := afresh(t, ana) + "play"
	p.opens(address, 360, 640)
	p.goesOn("Go on as zoe")
	p.says("#banner", "Another tab or window of this browser has your node")
	p.closeTab()
	second := p.bad
	p.tab, p.closeTab, p.bad = tab.tab, tab.closeTab, tab.bad
	p.do(chromedp.Navigate("about:blank"))
	p.bad.clear()
	p.do(chromedp.Navigate(address))
	if got := p.here(); got != zoe {
		t.Errorf("when the other tab is gone, zoe is %s, and was %s", got, zoe)
	}

	p.idles(third, 25) // yves was there, and nothing was asked to be kept
	later()
	if got, want := p.ways(), []string{"Go on as zoe", "As somebody new"}; !slices.Equal(got, want) {
		t.Errorf("after a day one can %q", got)
	}
	for _, b := range append(second.list(), p.bad.list()...) {
		t.Error(b)
	}
}
