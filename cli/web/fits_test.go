package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestEveningFits: the evening, the form of a new table and the end of a game fit on narrow
// phones, also with the longest names, and whatever can be tapped there is large enough.
func TestEveningFits(t *testing.T) {
	names := []string{strings.Repeat("W", 40), strings.Repeat("עברית ", 6), strings.Repeat("🃏", 20)}
	p := newParty(t)
	p.finished("furious-five", 2, -1040, 60, 12020, -11040)
	list := evening()
	for i := range list {
		for s := range list[i].Seats {
			list[i].Seats[s].Name = names[s]
		}
		list[i].Winners = []string{names[i]}
	}
	for s := range names {
		p.table.Seats[s].Name = names[s]
	}
	p.table.Winners = []string{names[2]}
	p.list = api.Tables{Mine: list}
	b := openTab(t, p.served(t), 360, 640)
	for _, screen := range []struct{ at, shows string }{{"#/standings", "[data-evening]"}, {"#/", "#tonight"}, {"#/new", "#lengths"}, {"#/table/ab", "#picture"}} {
		in[bool](b, fmt.Sprintf(`(location.hash = %q, true)`, screen.at))
		waittest.Until(t, screen.shows, func() bool { return in[bool](b, fmt.Sprintf(`!!document.querySelector(%q)`, screen.shows)) })
		in[bool](b, `(document.querySelectorAll("#screen details").forEach(d => { d.open = true }), true)`)
		for _, width := range []int64{360, 320, 195} {
			b.do(chromedp.EmulateViewport(width, 640, chromedp.EmulateScale(1)))
			time.Sleep(100 * time.Millisecond) // for the layout
			if wide := in[int](b, `document.documentElement.scrollWidth`); wide > int(width) {
				t.Errorf("%s at %d: %d wide", screen.at, width, wide)
			}
			for _, small := range in[[]string](b, `[...document.querySelectorAll("#screen :is(button, a.button, a.tonight, select, summary, input:not([type=checkbox]))")].filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()]).filter(([e, r]) => Math.round(r.height) < 44 || Math.round(r.width) < 44 || r.right > innerWidth + 1).map(([e, r]) => e.outerHTML.slice(0, 80) + " " + r.width + " x " + r.height)`) {
				t.Errorf("%s at %d: %s", screen.at, width, small)
			}
		}
	}
}
