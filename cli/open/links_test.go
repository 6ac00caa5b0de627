package open_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// acts keeps what the page asks of its node with anything but GET.
const acts = `{
	self.acts = []
	const post = Worker.prototype.postMessage
	Worker.prototype.postMessage = function (m, ...rest) {
		if (m.method && m.method !== "GET") self.acts.push(m.method + " " + m.path)
		return post.call(this, m, ...rest)
	}
}`

// TestLinks: whatever link a guest opens, the page only shows what it leads to. It acts
// when the guest taps, and then on the table that it has named.
func TestLinks(t *testing.T) {
	nodesInPages(t)
	d := newPair(t, "500")
	d.visit("about:blank", 360, 640)
	if _, err := chromedp.Call(d.tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: acts}); err != nil {
		t.Fatal(err)
	}
	d.do(chromedp.Navigate(d.address + "#t=" + d.table))
	d.shows("#naming")
	waittest.Until(t, "the button that says that whoever gives a name sits down", func() bool {
		return d.text(`document.querySelector("#naming button").textContent`) == "Take the free chair"
	})
	d.named("ben")
	d.shows(".table")
	d.dealt() // a node that is started again before it has stored the beginning goes to the table when it hears of it
	asked := func() []string { return eval[[]string](d.player, `self.acts`) }
	if all := asked(); len(all) == 0 || slices.ContainsFunc(all, func(a string) bool { return a != "POST /table/"+d.table+"/join" }) {
		t.Fatalf("a tap at the name has asked for %q", all)
	}
	for _, link := range []string{
		"#t=" + d.table + "/leave%3F", "#t=" + d.table + "/leave?", "#t=" + d.table + "/continue%3F", "#t=" + d.table + "%2Fleave%23",
		"#/table/" + d.table + "/leave%3F", "#/table/" + d.table + "/rematch", "#t=../new%3F", "#t=" + d.table[:8] + "&c=1/../leave",
		"#token=x&at=table/" + d.table + "/leave",
	} {
		d.do(chromedp.Navigate("about:blank"), chromedp.Navigate(d.address+link))
		d.shows(".masthead")
		d.taps("#standings")
		d.shows("#standings[aria-current]")
		if all := asked(); len(all) > 0 {
			t.Errorf("%s is opened, and the page asks for %q", link, all)
		}
	}
	if v := d.view(); slices.ContainsFunc(v.Seats, func(s api.Seat) bool { return s.Left }) {
		t.Errorf("somebody has left: %+v", v.Seats)
	}

	other := hostTable(t, d.ana, api.HostRequest{Game: "five", Seats: 2})
	opened := func() {
		d.do(chromedp.Navigate("about:blank"), chromedp.Navigate(d.address+"#t="+other.ID))
		d.shows("#asked button.main")
		if said := d.text(`document.querySelector("#asked").innerText`); !strings.Contains(said, "sit down at another table") {
			t.Errorf("the page asks %q", said)
		}
		if all := asked(); len(all) > 0 {
			t.Errorf("the page asks for %q by itself", all)
		}
	}
	opened()
	d.taps("#later")
	d.taps("#standings")
	d.shows("#standings[aria-current]")
	if all := asked(); len(all) > 0 || d.is(`document.querySelector("#asked").checkVisibility()`) {
		t.Errorf("not now, and the page asks for %q", all)
	}
	opened()
	d.taps("#asked button.main")
	d.shows(`.table[data-table="` + other.ID + `"]`)
	d.do(chromedp.Navigate("about:blank"), chromedp.Navigate(d.address+"#t="+d.table[:8]))
	d.shows(`.table[data-table="` + d.table + `"]`)
	if all := asked(); len(all) > 0 {
		t.Errorf("who sits at the table goes there, and asks for %q", all)
	}
	for _, b := range d.bad.list() {
		t.Error(b)
	}
}
