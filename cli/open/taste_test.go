package open_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"fives/p2p/waittest"
)

// TestTaste: what is chosen under Preferences is seen at once, and after the page was loaded
// again; at a table the keys of the full-screen table do what they do there.
func TestTaste(t *testing.T) {
	p := newPlayer(t, 1024, 700)
	p.shows("#taste")
	p.taps("#taste")
	p.shows("#sheet[open] [data-taste=colours]")
	before := eval[string](p, `getComputedStyle(document.documentElement).getPropertyValue("--max")`)
	for key, value := range map[string]string{"colours": "two", "cards": "large", "pace": "0s"} {
		eval[bool](p, fmt.Sprintf(`(() => { const s = document.querySelector("[data-taste=%s]"); s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); return true })()`, key, value))
	}
	dressed := func() bool {
		return p.is(`document.documentElement.dataset.colours === "two" && document.documentElement.dataset.cards === "large"`) &&
			eval[string](p, `getComputedStyle(document.documentElement).getPropertyValue("--max")`) != before
	}
	if !dressed() {
		t.Error("what was chosen is not seen")
	}
	p.do(chromedp.Reload())
	p.shows("#taste")
	if !dressed() {
		t.Error("what was chosen is gone when the page is loaded again")
	}
	p.hosts(0, nil)
	waittest.Until(t, "a turn", func() bool {
		p.tap("#sheet[open] [data-close]") // others may have ended a hand
		return p.is(`!!document.querySelector(".table[data-yours] #hand button") && !document.querySelector("#sheet[open]")`)
	})
	p.press("2")
	p.shows(`#hand button:nth-child(2)[aria-pressed="true"]`)
	p.press("2")
	p.shows(`#hand button:nth-child(2)[aria-pressed="false"]`)
	sorted := p.text(`document.querySelector("#sort").textContent`)
	p.press("s")
	waittest.Until(t, "another order", func() bool { return p.text(`document.querySelector("#sort").textContent`) != sorted })
	p.press("h")
	p.shows("#tip:not([hidden])")
	p.shows(`#hand [aria-pressed="true"], #dock button`)
	if p.is(`document.querySelector("#unchoose").checkVisibility()`) { // not for a move without cards
		p.taps("#unchoose")
		p.shows(`#hand:not(:has([aria-pressed="true"]))`)
	}
	first, card := `document.querySelector("#moves button").dataset.cards`, 0
	for i := range eval[int](p, `document.querySelectorAll("#hand button").length`) {
		if !p.is(fmt.Sprintf(`%s.split(" ").includes(document.querySelectorAll("#hand button")[%d].dataset.card)`, first, i)) {
			card = i + 1 // which the first move of all does not use
		}
	}
	p.press(fmt.Sprint(card))
	p.shows(fmt.Sprintf(`#hand button:nth-child(%d)[aria-pressed="true"]`, card))
	eval[bool](p, `(document.activeElement.blur(), true)`)
	p.press("Enter")
	p.shows("#dock button:focus")
	if p.is(`"sent" in document.querySelector(".table").dataset`) {
		t.Error("the enter that goes to a move has made it")
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// prefers chooses something under Preferences, to which the menu of a table leads.
func (p *player) prefers(key, value string) {
	p.t.Helper()
	choice := fmt.Sprintf("#sheet[open] [data-taste=%s]", key)
	waittest.Until(p.t, "the choice of "+key, func() bool {
		if p.is(fmt.Sprintf(`!!document.querySelector(%q)`, choice)) {
			return true
		}
		_ = p.tap(`#sheet[open] .menu [data-sheet="/taste"]`) || p.tap("#sheet[open] [data-close]") || p.tap("#menu")
		return false
	})
	eval[bool](p, fmt.Sprintf(`(s => {
		if (s.type === "checkbox") s.checked = %[2]q === "on"
		else s.value = %[2]q
		s.dispatchEvent(new Event("change", { bubbles: true }))
		return true
	})(document.querySelector(%[1]q))`, choice, value))
	p.closes()
}

// TestLeftThumb: whose left thumb plays has the tools of a phone mirrored, and the hand at the
// left where a phone lies on its side. All else stays where it is.
func TestLeftThumb(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.hosts(0, nil)
	p.mine()
	type places struct {
		List, Hint, Hand, Card, Felt, Score float64 // how far they are from the left
	}
	left := func(thumb string, width, height int64) places {
		t.Helper()
		p.do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(2), chromedp.EmulateTouch))
		p.prefers("thumb", thumb)
		p.whole("a table for the " + thumb + " thumb")
		return eval[places](p, `(() => {
			const at = q => document.querySelector(q).getBoundingClientRect().left
			return { list: at("#choices"), hint: at("#hint"), hand: at("#hand"), card: at("#hand button"), felt: at("#felt"), score: at(".own") }
		})()`)
	}
	r, l := left("right", 360, 640), left("left", 360, 640)
	if r.List < r.Hint || l.List > l.Hint || l.List > 20 {
		t.Errorf("upright, the list of moves is at %.0f and the hint at %.0f; for the left thumb at %.0f and %.0f", r.List, r.Hint, l.List, l.Hint)
	}
	if l.Card != r.Card || l.Score != r.Score || l.Felt != r.Felt {
		t.Errorf("upright, more than the tools is elsewhere: %+v, not %+v", l, r)
	}
	if r, l := left("right", 844, 390), left("left", 844, 390); r.Hand < r.Felt || l.Hand > l.Felt {
		t.Errorf("on its side, the hand is at %.0f and the felt at %.0f; for the left thumb at %.0f and %.0f", r.Hand, r.Felt, l.Hand, l.Felt)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// TestUnread: what somebody says while the talk is closed is marked until it is opened, and
// nothing is heard of who is muted.
func TestUnread(t *testing.T) {
	nodesInPages(t)
	d := newPair(t, "500")
	d.visit(d.address+"#t="+d.table, 360, 640)
	d.named("ben")
	d.shows(".table")
	says := func(text string) {
		t.Helper()
		if err := d.ana.Say(t.Context(), d.table, text); err != nil {
			t.Fatal(err)
		}
	}
	for !d.is(`document.body.hasAttribute("data-unread")`) { // what comes while the page begins is not new
		says("Welcome")
		time.Sleep(500 * time.Millisecond)
	}
	d.taps("#talk")
	d.says("#story", "Welcome")
	if d.is(`document.body.hasAttribute("data-unread")`) {
		t.Error("what was read is marked")
	}
	d.taps("#side [data-side]")
	d.taps("#menu")
	d.shows("#sheet[open] [data-mute]")
	d.taps("#sheet[open] [data-mute]")
	d.shows(`#sheet[open] [data-mute][aria-pressed="true"]`)
	d.closes()
	says("Are you there?")
	moves(t, d.ana, d.table)
	d.plays("a move behind it", func() bool { return d.is(`document.querySelector("#story").children.length > 3`) })
	if d.is(`document.body.hasAttribute("data-unread") || document.querySelector("#story").textContent.includes("Are you there")`) {
		t.Error("who is muted is heard")
	}
	d.taps("#menu")
	d.shows(`#sheet[open] [data-mute][aria-pressed="true"]`)
	d.taps("#sheet[open] [data-mute]")
	d.says("#story", "Are you there?")
}

// TestInvites: the page of fives open invites guests as the terminal does: by a code and an
// address, which lead to the table.
func TestInvites(t *testing.T) {
	p := newPlayer(t, 1024, 700)
	p.shows("#invite")
	p.taps("#invite")
	p.shows("#sheet[open] .code-square svg")
	p.says("#sheet", "It leads to the lobby.")
	address := p.text(`document.querySelector("#sheet .address").textContent`)
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if page, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(page), ">ana</bdi> invites you to play cards") {
		t.Errorf("%s: %s, %v", address, page, err)
	}
	p.closes()
	p.hosts(0, nil)
	p.mine() // the result of a hand that the computer player has ended takes the place of the menu
	p.taps("#menu")
	p.shows(`#sheet[open] [data-post="/invite"]`)
	p.taps(`#sheet[open] [data-post="/invite"]`)
	p.says("#sheet", "It leads to this table.")
	if to := p.text(`document.querySelector("#sheet .address").textContent`); !regexp.MustCompile(`^` + regexp.QuoteMeta(address) + `#t=[0-9a-f]{8}$`).MatchString(to) {
		t.Errorf("the table is at %s, the lobby at %s", to, address)
	}
	waittest.Until(t, "the question", func() bool {
		return p.is(`document.querySelector("#ask").open`) || p.tap(`#sheet[open] [data-values="not=1"]`) && false
	})
	p.taps("#yes")
	p.says("#note", "Nobody is invited any more.")
	if resp, err := http.Get(address); err == nil {
		resp.Body.Close()
		t.Errorf("%s still answers: %s", address, resp.Status)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}
