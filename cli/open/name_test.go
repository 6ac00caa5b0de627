package open_test

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestByName: a guest who has come by the name of a laptop can go on at its next invitation;
// one who comes by the address is somebody else, and is shown the name.
func TestByName(t *testing.T) {
	nodesInPages(t)
	c := up(t, folder(t), "ana")
	invites := func() api.Invitation {
		i, err := c.Invite(t.Context(), api.InviteRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	first := invites()
	named, err := url.Parse(first.ByName)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{t: t, bad: &complaints{}}
	p.visit(first.ByName+"play", 360, 640, chromedp.Flag("host-resolver-rules", "MAP "+named.Hostname()+" 127.0.0.1"))
	p.named("zoe")
	p.shows(".masthead .me code")
	key := p.text(`document.querySelector(".masthead .me code").textContent`)
	p.says(".people", "ana")
	p.closeTab()

	if _, err := c.Invite(t.Context(), api.InviteRequest{Off: true}); err != nil {
		t.Fatal(err)
	}
	second := invites()
	if second.ByName == first.ByName {
		t.Error("the next invitation has the address of the one before")
	}
	p.opens(second.ByName+"play", 360, 640)
	p.taps("#again .main")
	p.shows(".masthead .me code")
	if again := p.text(`document.querySelector(".masthead .me code").textContent`); again != key {
		t.Errorf("the key is %s, and was %s", again, key)
	}
	p.says(".masthead .me", "zoe")
	p.closeTab()

	p.opens(second.URLs[0]+"play#t=abcd1234&c=4711", 360, 640)
	p.shows("#naming")
	waittest.Until(t, "the way by name", func() bool {
		return p.text(`document.querySelector("#by-name:not([hidden]) a")?.href ?? ""`) == second.ByName+"play#t=abcd1234&c=4711"
	})
	waittest.Until(t, "the page by name", func() bool {
		return p.text(`location.hostname`) == named.Hostname() || p.tap("#by-name a") && false
	})
	p.says(".masthead .me", "zoe")
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}
