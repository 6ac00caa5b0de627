package open_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"fives/cli/wasm"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// screens are those of a phone and of a desk.
var screens = [][2]int64{{360, 640}, {1280, 800}}

// axeScript is axe-core, as an expression.
func axeScript(t *testing.T) string {
	t.Helper()
	path := os.Getenv("FIVES_AXE")
	if path == "" {
		t.Skip("FIVES_AXE names no axe.min.js (make axe fetches it)")
	}
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(script) + "; true"
}

// TestAxe: axe-core finds nothing on any screen, in light and in dark, on a phone and on
// a desk. FIVES_AXE names its script; make axe fetches it.
func TestAxe(t *testing.T) {
	axe := axeScript(t)
	for _, size := range screens {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			p := newPlayer(t, size[0], size[1])
			eval[bool](p, axe)
			p.passes("the lobby")
			p.taps("#taste")
			p.shows("#sheet[open] [data-taste]")
			p.passes("the preferences")
			p.closes()
			p.taps("#invite")
			p.shows("#sheet[open] .code-square")
			p.passes("an invitation to be shown")
			p.closes()
			p.taps("#new")
			p.shows("#new-table")
			p.taps("#more > summary")
			p.passes("the form")
			p.hosts(0, nil)
			p.passes("the table")
			p.mine() // another may have ended the hand meanwhile
			p.taps("#hand button")
			p.passes("a chosen card")
			p.mine()
			p.taps("#hint")
			p.shows("#tip:not([hidden])")
			p.passes("a hint")
			p.mine()
			p.taps(`[data-move="end"]`)
			p.shows(".armed")
			p.passes("a move that is asked for twice")
			if p.tap("#talk") { // on a desk it stands beside the table
				p.passes("the talk")
				p.taps("#side header button")
			}
			for _, button := range []string{`[data-sheet$="/history"]`, `[data-sheet^="/rules"]`, `[data-sheet$="/replay"]`} {
				p.taps("#menu")
				p.shows("#sheet .menu")
				p.passes("the menu")
				p.taps("#sheet " + button)
				p.shows(`#sheet h2`)
				p.passes(button)
				p.closes()
			}
			for eval[bool](p, `document.querySelector(".table").dataset.settled === "0"`) {
				p.turn()
			}
			p.shows("dialog#sheet[open] .rank")
			p.passes("the settlement")
			p.taps("#counted > summary")
			p.shows("#sheet .sheet")
			p.passes("the settlement in detail")
			p.taps("#sheet .rule")
			p.shows("#sheet .found")
			p.passes("a rule")
			p.taps("#sheet [data-close]")
			p.shows("dialog#sheet[open] .rank")
			p.closes()
			p.taps("#to-lobby")
			p.shows("#standings")
			p.taps("#standings")
			p.passes("the standings")
			p.shows("#learn")
			p.taps("#learn")
			p.shows("#learn-five")
			p.passes("the lessons")
			p.taps("#learn-five")
			p.shows("#lesson")
			p.passes("a lesson")
			p.taps("#explained summary")
			p.shows("#explained .explained")
			p.passes("what the moves of a lesson do")
			p.taps("#hint")
			p.shows(".moves .hinted")
			p.passes("a hint of a lesson")
			for eval[bool](p, `!document.querySelector(".table[data-over]")`) {
				p.turn()
			}
			p.settlement()
			p.passes("the settlement of a lesson")
			p.closes()
			p.shows("[data-deed=rematch]")
			p.passes("the end of a lesson")
		})
	}
}

// TestAxeInvitation: it finds nothing on the pages that an inviter serves: the invitation to a
// private table, with all that is folded there, programs for every system too; the page that looks
// for a table; and the check of a log, with a good one and one that was cut.
func TestAxeInvitation(t *testing.T) {
	axe := axeScript(t)
	waittest.Browsers(t)
	if _, err := wasm.Find("proof"); err != nil {
		t.Skip("the verifier is not built (make wasm)")
	}
	home, archives := filepath.Join(folder(t), "ana"), t.TempDir()
	release := "fives-" + strings.TrimPrefix(api.ProgramVersion(), "v")
	for _, name := range []string{"-linux-amd64.tar.gz", "-linux-amd64.deb", "-darwin-arm64.tar.gz", "-windows-amd64.zip"} {
		if err := os.WriteFile(filepath.Join(archives, release+name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ana := up(t, home, "ana")
	i, err := ana.Invite(t.Context(), api.InviteRequest{Archives: archives})
	if err != nil {
		t.Fatal(err)
	}
	offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}, Set: map[string]string{"limit": "10"}, Play: "easy"})
	waittest.Until(t, "the end of the game", func() bool {
		v, err := ana.Table(t.Context(), offer.ID)
		return err == nil && v.Phase == api.PhaseOver
	})
	log := exported(t, home, offer.ID)
	for _, size := range screens {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			p := &player{t: t, bad: &complaints{}}
			p.visit(i.URLs[0]+"#t=6927caa1&c=271828", size[0], size[1])
			p.shows("#naming")
			for _, folded := range []string{"#elsewhere", "#elsewhere details", "#trust"} {
				p.taps(folded + " > summary")
			}
			p.shows("#elsewhere details[open] a.file")
			eval[bool](p, axe)
			p.passes("the invitation")
			p.closeTab()
			p.opens(i.URLs[0]+"#t=abcd1234", size[0], size[1]) // a table that nobody has
			p.named("zoe")
			p.shows(".looking .face")
			eval[bool](p, axe)
			p.passes("the page that looks for a table")
			p.opens(i.URLs[0]+"check", size[0], size[1])
			p.shows(".check input")
			eval[bool](p, axe)
			p.passes("the check")
			for what, text := range map[string]string{"a good log": log, "a log that was cut": log[:len(log)/2]} {
				file := filepath.Join(t.TempDir(), "game.jsonl")
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				eval[bool](p, `(document.querySelector(".check .outcome").hidden = true)`)
				p.do(chromedp.SetUploadFiles(".check input", []string{file}))
				p.shows(".check .outcome")
				p.passes(what)
			}
			p.whole("the check")
			for _, b := range p.bad.list() {
				t.Error(b)
			}
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
