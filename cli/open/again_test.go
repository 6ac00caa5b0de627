package open_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

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

// A link is how a phone reaches the port of an invitation: from an address of its own, which may
// change.
type link struct {
	t    *testing.T
	port int // of the invitation
	at   net.Listener

	mu   sync.Mutex // guards the rest
	from string
	open []net.Conn
}

// newLink makes a link from an address on loopback.
func newLink(t *testing.T, port int, from string) *link {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	k := &link{t: t, port: port, at: l, from: from}
	var served sync.WaitGroup
	served.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			served.Go(func() { k.carry(c) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		k.moves("")
		served.Wait()
	})
	return k
}

// carry carries a connection.
func (k *link) carry(c net.Conn) {
	defer c.Close()
	k.mu.Lock()
	from := k.from
	k.mu.Unlock()
	if from == "" {
		return
	}
	dial := net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from + ":0"))}
	to, err := dial.DialContext(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", k.port))
	if err != nil {
		return
	}
	defer to.Close()
	k.mu.Lock()
	k.open = append(k.open, c, to)
	k.mu.Unlock()
	go func() {
		_, _ = io.Copy(to, c) // until one of both ends
		to.Close()
	}()
	_, _ = io.Copy(c, to)
}

// moves gives the phone another address, and ends its connections.
func (k *link) moves(from string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.from = from
	for _, c := range k.open {
		c.Close()
	}
	k.open = nil
}

// flag makes a browser use the link. It reaches the laptop over IPv4 only.
func (k *link) flag() chromedp.ExecAllocatorOption {
	_, port, err := net.SplitHostPort(k.at.Addr().String())
	if err != nil {
		k.t.Fatal(err)
	}
	return chromedp.Flag("host-resolver-rules", fmt.Sprintf("MAP 127.0.0.1:%d 127.0.0.1:%s, MAP [::1]:%d ~NOTFOUND", k.port, port, k.port))
}

// here is the key of the page's node.
func (p *player) here() string {
	p.t.Helper()
	p.shows(".masthead .me code")
	return p.text(`document.querySelector(".masthead .me code").textContent`)
}

// asked is the question whose key that is.
func (p *player) asked() string {
	p.t.Helper()
	p.shows("#again")
	if ways := eval[[]string](p, `[...document.querySelectorAll("#again button")].map(b => b.textContent)`); len(ways) != 2 || ways[0] != "No, I am new" || ways[1] != "Yes, that was me" {
		p.t.Errorf("the answers are %q", ways)
	}
	if p.is(`document.activeElement.tagName === "BUTTON"`) || p.is(`document.querySelector("#naming").checkVisibility()`) {
		p.t.Error("a key of the keyboard would give an answer")
	}
	return p.text(`document.querySelector("#again p").textContent`)
}

// answers answers it.
func (p *player) answers(yes bool) {
	p.t.Helper()
	n := 1
	if yes {
		n = 2
	}
	p.taps(fmt.Sprintf("#again li:nth-child(%d) button", n))
}

// invites makes a daemon with a table for a guest with a link, and opens a browser with it.
func invites(t *testing.T, from string) (*pair, *link) {
	t.Helper()
	d := newPair(t, "500")
	port := d.port()
	k := newLink(t, port, from)
	d.visit("about:blank", 360, 640, k.flag())
	return d, k
}

// port is that of the invitation.
func (d *pair) port() int {
	d.t.Helper()
	st, err := d.ana.Status(d.t.Context())
	if err != nil || st.Invitation == nil {
		d.t.Fatalf("%+v, %v", st.Invitation, err)
	}
	return st.Invitation.Port
}

// seat is the fingerprint of the key that plays with ana.
func (d *pair) seat() string {
	d.t.Helper()
	return seated(d.t, d.ana, d.table)
}

// TestGoesOn: a guest who has played is the same after a reload, unasked, and after a change of the phone's address is asked once,
// with what the laptop knows. A tap on the wrong answer loses no seat. Where another tab has the key, the page says only that; a big
// screen beside it asks nothing.
func TestGoesOn(t *testing.T) {
	nodesInPages(t)
	d, phone := invites(t, "127.0.0.21")
	d.sits()
	ben := d.seat()
	waittest.Until(t, "the first hand", func() bool { return d.view().Hand == 1 })
	reload := func() {
		t.Helper()
		d.do(chromedp.Navigate("about:blank"), chromedp.Navigate(d.address))
	}
	goesOn := func(what string) {
		t.Helper()
		d.says("#note", "You go on as ben.")
		if got := d.here(); got != ben {
			t.Errorf("%s ben is %s, and was %s", what, got, ben)
		}
	}
	reload()
	goesOn("loaded again,")
	d.loads()
	goesOn("reloaded,")

	first := *d.player // it stays open
	d.bad = &complaints{}
	d.opens(d.address, 360, 640)
	d.says("#banner", "Another tab or window of this browser has your node")
	if d.is(`document.querySelector("#again").checkVisibility() || document.querySelector("#naming").checkVisibility()`) {
		t.Error("beside another tab, the page asks something")
	}
	d.do(chromedp.Navigate(d.address + "screen"))
	d.shows("#room .lounge")
	d.closeTab()
	d.player = &first

	d.do(chromedp.Navigate("about:blank"))
	d.bad.clear()
	phone.moves("127.0.0.22")
	d.do(chromedp.Navigate(d.address))
	said := d.asked()
	since := strings.Index(said, ", since ")
	if since < 0 || said[:since] != "ben plays Five here with ana, hand 1" || !strings.HasSuffix(said, ", last on another device, or at another address. Was that you?") {
		t.Errorf("at another address: %q", said)
	}
	if slices.ContainsFunc(d.peers(), func(p api.Peer) bool { return p.Name == "ben" && p.Connected }) {
		t.Errorf("a node runs before its person has said a word: %+v", d.peers())
	}
	d.answers(false)
	d.shows("#naming")
	d.taps("#before button")
	d.asked()
	d.answers(true)
	d.shows(".masthead")
	if got := d.here(); got != ben {
		t.Errorf("ben after all is %s, and was %s", got, ben)
	}
	if !waittest.Try(t, func() bool {
		return slices.ContainsFunc(d.peers(), func(p api.Peer) bool { return p.Connected && strings.Contains(p.Address, "127.0.0.22") })
	}) {
		t.Fatalf("the page does not answer from its new address: %+v", d.peers())
	}
	reload()
	goesOn("at the new address, loaded again,")

	// Somebody new for a while, who then was ben after all.
	d.do(chromedp.Navigate("about:blank"))
	phone.moves("127.0.0.23")
	d.do(chromedp.Navigate(d.address))
	d.asked()
	d.answers(false)
	d.named("yves")
	if got := d.here(); got == ben {
		t.Error("somebody new has ben's key")
	}
	d.says("#former", "I was ben after all")
	d.taps("#former button")
	waittest.Until(t, "the page that is loaded again", func() bool {
		there, err := chromedp.Run(d.tab, chromedp.Evaluate[bool](`!!document.querySelector("#again:not([hidden])")`))
		return err == nil && there
	})
	d.asked()
	d.answers(true)
	if got := d.here(); got != ben {
		t.Errorf("ben after all is %s, and was %s", got, ben)
	}
	if d.is(`document.querySelector("#former").checkVisibility()`) {
		t.Error("ben may go back to a key that has not played")
	}

	// The invitation ends in the middle of a game, and begins again: it has the same address.
	if again := afresh(t, d.ana); again != d.address {
		t.Errorf("the invitation is at %s, and was at %s", again, d.address)
	}
	reload()
	goesOn("after a new invitation,")
	if got := d.seat(); got != ben {
		t.Errorf("the seat is of %s, and was of %s", got, ben)
	}
	for _, b := range d.bad.list() {
		if !strings.Contains(b, "ERR_") { // a connection that was cut
			t.Error(b)
		}
	}
}

// TestNoHand: a key without a hand is not offered: the page asks for a name, and suggests the one from before.
func TestNoHand(t *testing.T) {
	nodesInPages(t)
	address := showInvitation(t, up(t, filepath.Join(folder(t), "ana"), "ana"))
	p := newGuest(t, "zoe", address)
	zoe := p.here()
	p.loads()
	p.shows("#naming")
	waittest.Until(t, "the page is ready", func() bool {
		return p.text(`document.querySelector("#starting").textContent`) == "The cards are ready."
	})
	if got := p.text(`document.querySelector("#naming input").value`); got != "zoe" {
		t.Errorf("the name that is suggested is %q", got)
	}
	if p.is(`document.querySelector("#again").checkVisibility() || document.querySelector("#before").checkVisibility()`) {
		t.Error("a key that has played nothing is offered")
	}
	p.taps("#naming button")
	if got := p.here(); got == zoe {
		t.Error("a key without a hand goes on")
	}
	if all := await[int](p, `indexedDB.databases().then(all => all.length)`); all != 1 {
		t.Errorf("there are %d databases: the key from before is there", all)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// TestFormerKeys: whoever opens a later invitation learns no secret of a former one, and what lies in the browser for that is
// removed, whatever it was. What is there for this one stays.
func TestFormerKeys(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	first := showInvitation(t, ana)
	p := newGuest(t, "zoe", first)
	zoe, secret, place := p.here(), strings.Trim(mustPath(t, first), "/"), placeOf(t, first).Name
	eval[bool](p, fmt.Sprintf(`(localStorage.setItem("%s pace", "5s"), localStorage.setItem("another", "1"), true)`, place))
	p.do(chromedp.Navigate(first + "check"))
	for _, name := range []string{place + " 3", "another"} {
		p.copies(place, name)
	}
	address := afresh(t, ana)
	p.do(chromedp.Navigate(address + "check"))
	if text := await[string](p, `fetch("./").then(r => r.text())`); strings.Contains(text, secret) || !strings.Contains(text, place) {
		t.Errorf("the page of a later invitation has the secret of a former one, or not its name: %.300q", text)
	}
	kept := func() []string {
		return await[[]string](p, `indexedDB.databases().then(all => [...all.map(d => d.name), ...Object.keys(localStorage)].sort())`)
	}
	if all := strings.Join(kept(), "\n"); !strings.Contains(all, place+" 3") || !strings.Contains(all, place+" pace") {
		t.Fatalf("before it is opened, there is %q", all)
	}
	p.do(chromedp.Navigate(address))
	p.named("zoe")
	if got := p.here(); got == zoe {
		t.Error("a key of a former invitation goes on")
	}
	waittest.Until(t, "what a former invitation has left is gone", func() bool { return !strings.Contains(strings.Join(kept(), "\n"), place) })
	if all := strings.Join(kept(), "\n"); strings.Count(all, "another") != 2 || !strings.Contains(all, placeOf(t, address).Name) {
		t.Errorf("there is %q", all)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}
