package open_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestAxe: axe-core finds nothing on any screen, in light and in dark, on a phone and on
// a desk. FIVES_AXE names its script; make axe fetches it.
func TestAxe(t *testing.T) {
	path := os.Getenv("FIVES_AXE")
	if path == "" {
		t.Skip("FIVES_AXE names no axe.min.js (make axe fetches it)")
	}
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int64{{360, 640}, {1280, 800}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			p := newPlayer(t, size[0], size[1])
			eval[bool](p, string(script)+"; true")
			p.passes("the lobby")
			p.tap("#new")
			p.shows("#f-game")
			p.tap("#more > summary")
			p.passes("the form")
			p.hosts(0, nil)
			p.passes("the table")
			p.tap("#hand button")
			p.passes("a chosen card")
			p.tap("#hint")
			p.shows("#note:not(:empty)")
			p.passes("a hint")
			for _, button := range []string{`[data-sheet$="/history"]`, `[data-sheet^="/rules"]`, `[data-sheet$="/replay"]`} {
				p.tap("#menu")
				p.shows("#sheet .menu")
				p.passes("the menu")
				p.tap("#sheet " + button)
				p.shows(`#sheet h2`)
				p.passes(button)
				p.tap("#sheet [data-close]")
			}
			for eval[bool](p, `document.querySelector(".table").dataset.settled === "0"`) {
				p.turn()
			}
			p.shows("dialog#sheet[open] .sheet")
			p.passes("the settlement")
			p.tap("#sheet [data-close]")
			p.tap("#to-lobby")
			p.shows("#standings")
			p.tap("#standings")
			p.passes("the standings")
		})
	}
}

// passes holds that axe-core finds nothing now.
func (p *player) passes(what string) {
	p.t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		if _, err := chromedp.Call(p.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "prefers-color-scheme", Value: scheme},
		}}); err != nil {
			p.t.Fatal(err)
		}
		found, err := chromedp.Run(p.tab, chromedp.Evaluate[[]string](`axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
			.then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.html.slice(0, 160) + " (" + n.failureSummary + ")")))`, chromedp.EvalAwaitPromise))
		if err != nil {
			p.t.Fatal(err)
		}
		for _, f := range found[:min(len(found), 6)] {
			p.t.Errorf("%s, %s: %s", what, scheme, f)
		}
	}
}
