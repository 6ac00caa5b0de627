package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// picked lists the cards of the hand that are chosen.
const picked = `[...document.querySelectorAll('#hand [aria-pressed="true"]')].map(b => b.dataset.card).join(" ")`

// says waits until an element says a text.
func (b tab) says(selector, want string) {
	b.t.Helper()
	var got string
	if !waittest.Try(b.t, func() bool {
		got = in[string](b, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? ""`, selector))
		return got == want
	}) {
		b.t.Fatalf("%s says %q, not %q", selector, got, want)
	}
}

// TestSecondTapReplaces: where one card is played, a second one that is tapped takes the place of the
// first, whether that could be played or not; a single card is not said to go together with anything;
// and a tap on the place where the card is to lie plays it.
func TestSecondTapReplaces(t *testing.T) {
	s := newStage(t, "all-fives", 3, func(v rules.View, moves []string) bool {
		i := slices.IndexFunc(v.Zones, func(z rules.Zone) bool { return z.Kind == rules.HandZone && z.Seat == 0 })
		return strings.HasSuffix(v.Headline, " were led") && len(moves) > 1 && i >= 0 && v.Zones[i].Count > len(moves)
	})
	b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
	waittest.Until(t, "the hand", func() bool { return in[bool](b, `!!document.querySelector("#hand .idle")`) })
	first, second := strings.TrimPrefix(s.moves[0], "play "), strings.TrimPrefix(s.moves[1], "play ")
	idle := in[string](b, `document.querySelector("#hand .idle").dataset.card`)
	tap := func(card, headline string) {
		t.Helper()
		in[bool](b, fmt.Sprintf(`(document.querySelector('#hand [data-card="%s"]').click(), true)`, card))
		if got := in[string](b, picked); got != card {
			t.Errorf("after a tap on %s, %q is chosen", card, got)
		}
		if got := in[string](b, `document.querySelector("#headline").textContent`); !strings.HasPrefix(got, headline) {
			t.Errorf("after a tap on %s, the headline is %q", card, got)
		}
	}
	tap(idle, "No move uses this card")
	tap(first, "Play ")
	tap(second, "Play ")
	tap(idle, "No move uses this card")
	tap(second, "Play ")
	b.rests()
	b.taps(".due")
	// The daemon is also asked why the first one cannot be played.
	waittest.Until(t, "the move", func() bool { return slices.Contains(s.played(), "play "+second) })
}

// TestTakesTheCardTapped: of a pile from which several cards can be taken, the one is taken that is
// tapped; where no pile is meant, none is spoken of.
func TestTakesTheCardTapped(t *testing.T) {
	single := func(moves []string, verb string) (card, taken string) {
		for _, m := range moves {
			w := strings.Fields(m)
			if len(w) == 4 && w[0] == "drop" && w[2] == "take" {
				return w[1], w[3]
			}
		}
		return "", ""
	}
	s := newStage(t, "furious-five", 3, func(v rules.View, moves []string) bool {
		card, taken := single(moves, "take")
		with := 0
		for _, m := range moves {
			if strings.HasPrefix(m, "drop "+card+" ") {
				with++
			}
		}
		return taken != "" && with == 3
	})
	card, taken := single(s.moves, "take")
	b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
	waittest.Until(t, "the hand", func() bool { return in[bool](b, `!!document.querySelector("#hand button")`) })
	in[bool](b, fmt.Sprintf(`(document.querySelector('#hand [data-card="%s"]').click(), true)`, card))
	b.says("#prompt", "Now tap a pile, or choose below.")
	b.rests()
	at := in[[]float64](b, fmt.Sprintf(`(r => [r.left + 6, r.top + r.height / 2])(document.querySelector('button.zone use[href="#c%s"]').closest(".k").getBoundingClientRect())`, taken))
	b.do(chromedp.TapXY(at[0], at[1]))
	waittest.Until(t, "the move", func() bool { return len(s.played()) > 0 })
	if got, want := s.played()[0], "drop "+card+" take "+taken; got != want {
		t.Errorf("it has played %q, not %q", got, want)
	}

	var both string
	s = newStage(t, "five-three-five", 3, func(_ rules.View, moves []string) bool {
		for _, m := range moves {
			if c, ok := strings.CutPrefix(m, "add "); ok && !strings.Contains(c, " ") && slices.Contains(moves, "over "+c) {
				both = c
				return true
			}
		}
		return false
	})
	b = openTab(t, served(t, s)+"#/table/ab", 390, 844)
	waittest.Until(t, "the hand", func() bool { return in[bool](b, `!!document.querySelector("#hand button")`) })
	in[bool](b, fmt.Sprintf(`(document.querySelector('#hand [data-card="%s"]').click(), true)`, both))
	b.says("#prompt", "Now choose below.")
}

// TestSecondTapOpensNoTalk: the button that opens the talk comes where that of a move was; a second tap
// for the move does not open it, and one after a while does.
func TestSecondTapOpensNoTalk(t *testing.T) {
	s := newStage(t, "five-crowns", 3, laying("lay"))
	b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
	waittest.Until(t, "the dock", func() bool { return in[bool](b, `!!document.querySelector("#dock button.main")`) })
	in[bool](b, `(() => {
		self.tapped = () => document.querySelector("#react").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }))
		new MutationObserver((_, o) => { if (document.querySelector("#react")) { o.disconnect(); self.soon = tapped() } }).observe(document.querySelector("#screen"), { childList: true, subtree: true })
		return true
	})()`)
	after := s.table
	after.YourTurn, after.Step, after.Turn = false, after.Step+1, people5[1]
	s.news <- api.Event{Seq: 2, Kind: api.EventTable, Table: "ab", View: &after}
	waittest.Until(t, "the button", func() bool { return in[bool](b, `self.soon !== undefined`) })
	const talk = `document.body.hasAttribute("data-story")`
	if in[bool](b, talk) {
		t.Error("a tap for a move has opened the talk")
	}
	if !in[bool](b, `(now => { performance.now = () => now() + 60000; tapped(); return true })(performance.now.bind(performance))`) || !in[bool](b, talk) {
		t.Error("a tap for the talk does not open it")
	}
}

// TestBackToTheResult: whatever is opened from a result, and from there in turn, and however it is
// closed, below it lies the result, until that is closed itself.
func TestBackToTheResult(t *testing.T) {
	p := newParty(t)
	p.table.Handovers = nil
	b := openTab(t, p.served(t)+"#/table/ab", 390, 844)
	waittest.Until(t, "the table", func() bool { return in[bool](b, `!!document.querySelector(".table")`) })
	p.mu.Lock()
	p.table.Hands = append(p.table.Hands, api.Hand{Sheet: api.Sheet{Number: 1, Void: true}})
	p.mu.Unlock()
	p.news <- api.Event{Seq: 2, Kind: api.EventTable, Table: "ab"}
	result := func() bool {
		return in[bool](b, `!!document.querySelector("#sheet[open][data-result]:not(:modal)") && document.querySelector("#sheet").dataset.path.endsWith("/hand?n=1")`)
	}
	waittest.Until(t, "the result", result)
	opens := func(path string) {
		t.Helper()
		in[bool](b, fmt.Sprintf(`(a => { a.dataset.sheet = %q; document.querySelector("#sheet-body").append(a); a.click(); return true })(document.createElement("button"))`, path))
		waittest.Until(t, path, func() bool {
			return in[bool](b, fmt.Sprintf(`document.querySelector("#sheet[open]:modal")?.dataset.path === %q`, path))
		})
		b.rests() // a tap that was meant for what lay there before does nothing
	}
	closes := map[string]func(){
		"the cross":  func() { b.taps("#shut") },
		"the button": func() { in[bool](b, `(document.querySelector("#sheet [data-close]").click(), true)`) },
		"a tap beside it": func() {
			at := in[[]float64](b, `(r => [195, r.top - 12])(document.querySelector("#sheet").getBoundingClientRect())`)
			b.do(chromedp.TapXY(at[0], at[1]))
		},
		"escape": func() { b.do(chromedp.KeyEvent("\x1b")) },
	}
	for name, close := range closes {
		opens("/rules/five")
		close()
		waittest.Until(t, "the result after "+name, result)
		if name == "a tap beside it" {
			continue
		}
		opens("/table/ab/menu")
		opens("/rules/five?rule=8.1")
		close()
		waittest.Until(t, "the text with the link, after "+name, func() bool {
			return in[bool](b, `document.querySelector("#sheet[open]:modal")?.dataset.path === "/table/ab/menu"`)
		})
		close()
		waittest.Until(t, "the result in the end, after "+name, result)
	}
	in[bool](b, `(document.querySelector("#sheet [data-close]").click(), true)`)
	waittest.Until(t, "that it is closed", func() bool { return !in[bool](b, `document.querySelector("#sheet").open`) })
}

// TestSheetIsReadable: the button that closes what lies over the screen covers no part of a line, however
// far down one has read, and is in the upper corner.
func TestSheetIsReadable(t *testing.T) {
	b := openTab(t, newParty(t).served(t)+"#/", 390, 844)
	waittest.Until(t, "the lobby", func() bool { return in[bool](b, `!!document.querySelector(".tabs")`) })
	in[bool](b, `(a => { a.dataset.sheet = "/rules/five"; document.querySelector("#screen").append(a); a.click(); return true })(document.createElement("button"))`)
	waittest.Until(t, "the rules", func() bool { return in[bool](b, `!!document.querySelector("#sheet[open] h2")`) })
	for _, size := range [][2]int64{{390, 844}, {195, 422}, {1440, 900}} {
		b.do(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateScale(1), chromedp.EmulateTouch))
		for _, down := range []int{0, 40, 150, 9999} {
			b.rests()
			if bad := in[string](b, fmt.Sprintf(`(() => {
				const sheet = document.querySelector("#sheet"), shut = document.querySelector("#shut")
				sheet.scrollTop = %d
				const s = shut.getBoundingClientRect(), r = sheet.getBoundingClientRect(), x = shut.firstElementChild.getBoundingClientRect()
				if (s.top > r.top + 1 || x.right < r.right - 32) return "the edge of the sheet, from which it is away"
				const words = document.createTreeWalker(document.querySelector("#sheet-body"), 4), line = document.createRange()
				for (let n; n = words.nextNode();) {
					line.selectNodeContents(n)
					for (const r of line.getClientRects()) if (r.bottom > s.top + 1 && r.top < s.bottom - 1 && r.left < s.left && document.elementFromPoint(Math.max(r.left, 1) + 1, s.top + 22) !== shut) return n.textContent
				}
				return ""
			})()`, down)); bad != "" {
				t.Errorf("%d × %d, %d down: the button lies beside %q", size[0], size[1], down, bad)
			}
		}
	}
}

// TestStartIsReadable: what a page says while it starts at a table is as dark as all text on the panel
// on which it stands, whose colour is not the table's.
func TestStartIsReadable(t *testing.T) {
	b := openTab(t, newParty(t).served(t)+"#/table/ab", 390, 844)
	waittest.Until(t, "the table", func() bool { return in[bool](b, `!!document.querySelector(".table")`) })
	for _, scheme := range []string{"light", "dark"} {
		b.prefers(scheme)
		if got := in[[]string](b, `(() => {
			const screen = document.querySelector("#screen")
			screen.innerHTML = '<section id="welcome"><p class="soft">a</p><div class="panel"><p class="empty" id="starting">b</p></div></section>'
			const color = e => getComputedStyle(e).color, probe = document.body.appendChild(document.createElement("p"))
			probe.style.color = "var(--soft)"
			return [color(document.querySelector("#starting")), color(probe), color(document.querySelector("#welcome > .soft"))]
		})()`); got[0] != got[1] || got[2] != "rgb(252, 247, 234)" {
			t.Errorf("%s: on the panel %s, not %s; on the table %s", scheme, got[0], got[1], got[2])
		}
	}
}

// TestTalkHidesNoPlayer: a line that somebody says lies over the felt, and over no player.
func TestTalkHidesNoPlayer(t *testing.T) {
	p := newParty(t)
	p.table.Handovers = nil
	b := openTab(t, p.served(t)+"#/table/ab", 390, 844)
	waittest.Until(t, "the table", func() bool { return in[bool](b, `!!document.querySelector("#felt")`) })
	p.news <- api.Event{Seq: 2, Kind: api.EventChat, Table: "ab", Name: "cleo", Text: "Do you dare?"}
	waittest.Until(t, "the line", func() bool { return in[bool](b, `document.querySelector("#note").textContent.includes("dare")`) })
	if over := in[[]string](b, `(() => {
		const n = document.querySelector("#note").getBoundingClientRect()
		return [...document.querySelectorAll(".seat :is(bdi, .cards, .num), .bar *, #headline, #hand button")].filter(e => { const r = e.getBoundingClientRect(); return r.bottom > n.top + 1 && r.top < n.bottom - 1 && r.right > n.left && r.left < n.right }).map(e => e.className || e.tagName)
	})()`); len(over) > 0 {
		t.Errorf("it lies over %v", over)
	}
}

// TestTalkHasItsPlace: talk that was open when a tablet is turned stands beside the table, where
// it has no button to close it, and over none of the table's.
func TestTalkHasItsPlace(t *testing.T) {
	p := newParty(t)
	p.table.Handovers = nil
	b := openTab(t, p.served(t)+"#/table/ab", 768, 1024)
	waittest.Until(t, "the table", func() bool { return in[bool](b, `!!document.querySelector("#felt")`) })
	in[bool](b, `(document.querySelector("#talk").click(), true)`)
	waittest.Until(t, "the talk", func() bool { return in[bool](b, `"story" in document.body.dataset`) })
	b.do(chromedp.EmulateViewport(1440, 900, chromedp.EmulateScale(1), chromedp.EmulateTouch))
	waittest.Until(t, "it stands beside the table", func() bool {
		return in[bool](b, `document.querySelector("#side").getBoundingClientRect().left >= document.querySelector("#screen").getBoundingClientRect().right - 1`)
	})
}
