package open_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/p2p/waittest"
)

// TestEvening: a guest's key is gone a day after the last table, unless the guest keeps it;
// until then, or while a table runs, the guest is the same.
func TestEvening(t *testing.T) {
	nodesInPages(t)
	address := showInvitation(t, up(t, filepath.Join(folder(t), "ana"), "ana")) + "play"
	p := newGuest(t, "ben", address)
	who := func() string {
		t.Helper()
		p.shows(".masthead .me code")
		return p.text(`document.querySelector(".masthead .me code").textContent`)
	}
	again := func(hours int) {
		t.Helper()
		p.idles(address, hours)
		p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	}
	ben := who()
	again(23)
	if got := who(); got != ben {
		t.Errorf("after 23 hours ben is %s, and was %s", got, ben)
	}
	p.taps("#keep")
	again(25)
	if got := who(); got != ben {
		t.Errorf("the key was kept, and ben is %s, and was %s", got, ben)
	}
	p.taps("#keep")
	again(25)
	p.named("ben")
	if got := who(); got == ben {
		t.Error("the key is there after more than a day")
	}
}

// idles waits until the page at an invitation has noted that no table runs, and has that be
// so many hours ago.
func (p *player) idles(address string, hours int) {
	p.t.Helper()
	key := placeOf(p.t, strings.TrimSuffix(address, "play")).Name + " idle"
	waittest.Until(p.t, "it is noted that no table runs", func() bool { return p.is(fmt.Sprintf(`!!localStorage.getItem(%q)`, key)) })
	eval[bool](p, fmt.Sprintf(`(localStorage.setItem(%q, Date.now() - %d * 3600 * 1000), true)`, key, hours))
}
