package open_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// noted is what the page says to the person now, "" if nothing, or not where it is seen: inside the window,
// above all else, and where a screen reader looks for it.
const noted = `(() => {
	const n = document.querySelector("#note"), r = n.getBoundingClientRect(), over = [...document.querySelectorAll("dialog:modal")].at(-1)
	n.style.pointerEvents = "auto"
	const seen = !!r.width && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth
		&& document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2) === n && (!over || over.contains(n))
	n.style.pointerEvents = ""
	return seen ? n.innerText : ""
})()`

// TestNotesOverSheets: what is said while a sheet or a question lies over the page is seen, with what helps:
// that the router is silent, and that an address is none. The link is copied with a tap, or selected where
// no page may copy.
func TestNotesOverSheets(t *testing.T) {
	waittest.Browsers(t)
	if !netnstest.Inside(t, "ip link add v0 type veth peer name v1", "ip link set v0 up", "ip link set v1 up", "ip addr add 192.168.77.2/24 dev v0", "ip route add default via 192.168.77.1") {
		return
	}
	for _, size := range [][2]int64{{390, 844}, {320, 568}} {
		p := &player{t: t, bad: &complaints{}}
		home := filepath.Join(folder(t), fmt.Sprint("ana", size[0]))
		p.visit(p.serves(home, fives(t.Context(), "open", "--no-browser", "--home", home, "--name", "ana", "--iface", "v0", "--port", "0")), size[0], size[1])
		says := func(what, want string) {
			t.Helper()
			waittest.Until(t, what, func() bool { return strings.Contains(p.text(noted), want) })
		}
		shows := func(address string) {
			t.Helper()
			p.shows("#far")
			if !p.is(`document.querySelector("#far").open`) {
				p.taps("#far > summary")
			}
			eval[bool](p, fmt.Sprintf(`(document.querySelector("#far input").value = %q, true)`, address))
			p.taps("#far button")
		}
		p.shows(".masthead")
		eval[bool](p, `(() => { const t = setTimeout; self.setTimeout = (f, ms) => ms > 5000 ? 0 : t(f, ms); return true })()`) // what is said stays
		p.taps("#connect > summary")
		eval[bool](p, `(document.querySelector("#connect input").value = "/x", true)`)
		p.taps("#connect button")
		says("that it is no address of a node", "/x")
		p.taps("#invite")
		p.shows("#far")
		says("the same over the sheet that has come", "/x")
		shows("dan")
		says("that it is no address", "is no address at which others on the internet reach this machine (one looks like 203.0.113.7")
		p.taps("#far p")
		waittest.Until(t, "nothing is said any more", func() bool { return p.is(`document.querySelector("#note").textContent === ""`) })
		shows("")
		says("that the router is silent", "forward TCP port 45354 to 192.168.77.2 there, and name its address on the internet: the router's own page shows it")
		shows("") // while it is asked, a question is
		p.taps("#inviting [data-deed=invite]")
		p.shows("#ask[open]")
		says("the same over the question", "forward TCP port")
		eval[bool](p, `(document.querySelector("#ask").close(), true)`)
		says("the same over the sheet", "forward TCP port")
		eval[bool](p, `(document.querySelector("#sheet").close(), true)`)
		waittest.Until(t, "nothing is said on the page below", func() bool {
			return p.is(`document.querySelector("#note").textContent === "" && document.querySelector("#note").parentNode === document.body`)
		})

		p.taps("#invite")
		port := 45399 + size[0]
		shows(fmt.Sprint("203.0.113.7:", port))
		p.says("#sheet", "Friends elsewhere")
		if at := eval[float64](p, `document.querySelector("#sheet").scrollTop`); at != 0 {
			t.Errorf("%d columns: the sheet with the link begins at %v", size[0], at)
		}
		line := p.text(`document.querySelector("#sheet .address code").textContent`)
		if _, err := chromedp.Call(p.tab, browser.SetPermission, browser.SetPermissionParams{Permission: &browser.PermissionDescriptor{Name: "clipboard-read"}, Setting: browser.PermissionSettingGranted}); err != nil {
			t.Fatal(err)
		}
		p.taps("[data-copy]")
		says("that it is copied", "It is copied.")
		waittest.Until(t, "the question", func() bool { // no tap asks it just after the sheet has come
			return p.tap("#sheet [data-deed=far]") && p.is(`document.querySelector("#ask").open`)
		})
		says("the same over a question that has come", "It is copied.")
		p.taps("#no")
		got, err := chromedp.Run(p.tab, chromedp.Evaluate[string](`navigator.clipboard.readText()`, chromedp.EvalAwaitPromise))
		if err != nil || got != line || !strings.HasPrefix(line, fmt.Sprintf("fives connect far:203.0.113.7:%d/", port)) {
			t.Errorf("%q is copied of %q: %v", got, line, err)
		}
		eval[bool](p, `(Object.defineProperty(navigator, "clipboard", { value: undefined }), true)`)
		p.taps("[data-copy]")
		says("that it is selected", "It is selected: now copy it.")
		if got := p.text(`getSelection().toString()`); got != line {
			t.Errorf("%q is selected of %q", got, line)
		}
		for _, b := range p.bad.list() {
			t.Error(b)
		}
	}
}
