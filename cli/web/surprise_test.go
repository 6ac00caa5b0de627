package web

import (
	"testing"

	"github.com/chromedp/chromedp"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestResultTakesNoTap: for a second after the result of a hand has come by itself, a tap where its
// button lies does nothing to it: it was meant for what was there before. After that it closes the result.
// The page's clock stands still until the test lets it go on.
func TestResultTakesNoTap(t *testing.T) {
	p := newParty(t)
	p.table.Handovers = nil
	b := openTab(t, p.served(t)+"#/table/ab", 390, 844)
	waittest.Until(t, "the table", func() bool { return in[bool](b, `!!document.querySelector(".table")`) })
	in[bool](b, `(self.held = [], self.setTimeout = (set => (f, after, ...rest) => after === 1000 ? held.push(f) : set(f, after, ...rest))(setTimeout), true)`)
	p.mu.Lock()
	p.table.Hands = append(p.table.Hands, api.Hand{Sheet: api.Sheet{Number: 1, Void: true}})
	p.mu.Unlock()
	p.news <- api.Event{Seq: 2, Kind: api.EventTable, Table: "ab"}
	const result = `!!document.querySelector("#sheet[open][data-result]")`
	waittest.Until(t, "the result", func() bool { return in[bool](b, result) })
	in[bool](b, `(self.below = [], document.addEventListener("click", e => below.push(!e.target.closest("#sheet")), true), true)`)
	at := in[[]float64](b, `(r => [r.left + r.width / 2, r.top + r.height / 2])([...document.querySelectorAll("#sheet [data-close]")].find(e => e.checkVisibility()).getBoundingClientRect())`)
	b.do(chromedp.TapXY(at[0], at[1]))
	waittest.Until(t, "the tap", func() bool { return in[int](b, `below.length`) == 1 })
	if !in[bool](b, `below[0]`) || !in[bool](b, result) {
		t.Fatal("a tap that was on its way goes to the result")
	}
	if n := in[int](b, `held.length`); n != 1 {
		t.Fatalf("it waits for %d times of a second", n)
	}
	in[bool](b, `(held[0](), true)`)
	b.taps("#sheet [data-close]")
	waittest.Until(t, "it is closed", func() bool { return !in[bool](b, result) })
}
