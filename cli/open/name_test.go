package open_test

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/p2p/waittest"
)

// TestByName: a guest who has come by the name of a laptop goes on there; at its address the same guest is somebody else, and is
// shown the name.
func TestByName(t *testing.T) {
	nodesInPages(t)
	d := newPair(t, "500")
	st, err := d.ana.Status(t.Context())
	if err != nil || st.Invitation == nil {
		t.Fatal(err)
	}
	named, err := url.Parse(st.Invitation.ByName)
	if err != nil {
		t.Fatal(err)
	}
	at := d.address
	d.address = st.Invitation.ByName
	d.visit("about:blank", 360, 640, chromedp.Flag("host-resolver-rules", "MAP "+named.Hostname()+" 127.0.0.1"))
	d.sits()
	key := d.seat()
	d.closeTab()

	d.opens(d.address, 360, 640)
	if again := d.here(); again != key {
		t.Errorf("the key is %s, and was %s", again, key)
	}
	d.says(".masthead .me", "ben")
	d.closeTab()

	d.opens(at+"#t=abcd1234&c=4711", 360, 640)
	d.shows("#naming")
	waittest.Until(t, "the way by name", func() bool {
		return d.text(`document.querySelector("#by-name:not([hidden]) a")?.href ?? ""`) == st.Invitation.ByName+"#t=abcd1234&c=4711"
	})
	d.taps("#by-name summary")
	waittest.Until(t, "the page by name", func() bool {
		return d.text(`location.hostname`) == named.Hostname() || d.tap("#by-name a") && false
	})
	d.says(".masthead .me", "ben")
	for _, b := range d.bad.list() {
		t.Error(b)
	}
}
