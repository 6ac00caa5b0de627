package open_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"fives/engine/games"
	"fives/p2p/waittest"
)

// mine waits until it is the player's turn, with no move on its way, nothing over the table
// and all cards put back.
func (p *player) mine() {
	p.t.Helper()
	if !waittest.Try(p.t, func() bool {
		if p.tap("dialog#sheet[open] [data-close]") || !p.is(`!!document.querySelector(".table[data-yours]:not([data-sent])")`) {
			return false
		}
		p.tap("#unchoose")
		// A hint that was asked for in the turn before may still be on its way.
		return p.is(`!document.querySelector('#hand [aria-pressed="true"]') && document.querySelector("#note").textContent !== "Thinking…"`)
	}) {
		p.t.Fatalf("the player's turn: not to be seen before the test has to end, but %s\n%s", p.written("#banner", "#note", "#sheet", "#screen"), p.text(`document.querySelector(".table")?.cloneNode().outerHTML ?? ""`))
	}
}

// steps waits until the table has gone on from a step, and returns the move that the page
// has sent.
func (p *player) steps(from string) string {
	p.t.Helper()
	waittest.Until(p.t, "the move", func() bool { return p.step() != from })
	return p.text(`sent.at(-1) ?? ""`)
}

func (p *player) step() string { return p.text(`document.querySelector(".table").dataset.step`) }

// middle is where one touches an element, which has to be on the screen.
func (p *player) middle(selector string) (x, y float64) {
	p.t.Helper()
	at := eval[[]float64](p, spot(selector))
	if len(at) != 2 {
		p.t.Fatalf("%s cannot be touched", selector)
	}
	return at[0], at[1]
}

// drags lays a finger on one element and lifts it on another.
func (p *player) drags(from, to string) {
	p.t.Helper()
	x, y := p.middle(from)
	xx, yy := p.middle(to)
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
			return err
		}))
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := 1.0; i <= 4; i++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + (xx-x)*i/4, Y: y + (yy-y)*i/4})
	}
	if !p.is(`!!document.querySelector("#flights .k") && !!document.querySelector("#hand .lifted")`) {
		p.t.Error("a card that is dragged is not seen under the finger")
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// playing opens a table of a game against a computer player, and waits for the player's turn.
// A game of Five is not over before the test is.
func (p *player) playing(game int) {
	p.t.Helper()
	var options map[string]any
	if game == 0 {
		options = map[string]any{"limit": 10000}
	}
	p.hosts(game, options)
	p.keeps()
	p.mine()
}

// keeps has the page keep the moves that it sends from now on.
func (p *player) keeps() {
	p.t.Helper()
	eval[bool](p, `(() => {
		self.sent = []
		const asks = self.fetch
		self.fetch = (path, options) => {
			if (String(path).endsWith("/play")) sent.push(options.body.get("move"))
			return asks(path, options)
		}
		return true
	})()`)
}

// last is the card that lies at the end of the hand.
const last = `#hand [data-card]:last-child`

// TestPiles: a card and a tap on a pile are a move, and so is a card dragged to a pile; the
// legal moves stay in their order; cards that go with no move are answered with the reason of
// the rules.
func TestPiles(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.playing(0)
	for _, c := range []struct {
		play func()
		want string
	}{
		{func() { p.tap(last); p.tap(`[data-play="draw"]`) }, "draw"},
		{func() { p.drags(last, `[data-play="take"]`) }, "take"},
	} {
		p.mine()
		from, card := p.step(), p.text(`document.querySelector("`+last+`").dataset.card`)
		c.play()
		if got, want := p.steps(from), "drop "+card+" "+c.want; got != want {
			t.Errorf("played %q, not %q", got, want)
		}
	}
	p.mine()
	p.taps(last)
	at := eval[[]int](p, `[...document.querySelectorAll("#moves [data-move]")].map(b => Number(b.dataset.at))`)
	if !slices.IsSorted(at) {
		t.Errorf("the moves with a card are in another order than all: %v", at)
	}
	p.mine()
	bottom := func() float64 {
		return eval[float64](p, `document.querySelector("#hand").getBoundingClientRect().bottom`)
	}
	before := bottom()
	p.strangers()
	p.says("#headline", "These do not go together")
	if now := bottom(); now != before {
		t.Errorf("the hand has moved from %v to %v under the finger", before, now)
	}
	from := p.step()
	p.taps(`[data-play="draw"]`)
	p.says("#note", "ards dropped together have one rank, not ")
	if say := p.text(`document.querySelector("#note").textContent`); strings.Contains(say, "illegal") || strings.Contains(say, "draw") || p.step() != from {
		t.Errorf("the reason is %q", say)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// strangers chooses two cards that no move drops together, in a hand of which some can be: otherwise
// the second one would take the place of the first.
func (p *player) strangers() {
	p.t.Helper()
	waittest.Until(p.t, "a pair, and a card of another rank", func() bool {
		pair := eval[[]string](p, `(() => {
			const cards = [...document.querySelectorAll("#hand [data-card]")], jokers = c => /^J[kK]/.test(c.dataset.card)
			const a = cards.find(c => !jokers(c) && cards.some(o => o !== c && o.dataset.card[0] === c.dataset.card[0])), b = a && cards.find(c => !jokers(c) && c.dataset.card[0] !== a.dataset.card[0])
			return b ? [a.dataset.place, b.dataset.place] : []
		})()`)
		for _, place := range pair {
			p.taps(`#hand [data-place="` + place + `"]`)
		}
		if len(pair) == 0 {
			for from := p.step(); p.step() == from; {
				p.turn()
			}
			p.mine()
		}
		return len(pair) == 2
	})
}

// TestEndsAtTheSecondTap: a move that ends the hand is asked for twice, at the same place.
func TestEndsAtTheSecondTap(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.playing(0)
	end := `#dock [data-move="end"]`
	from := p.step()
	p.taps(end)
	p.says("#dock .armed", "Tap again: End the hand")
	p.taps(last) // something else is tapped: it is asked for anew
	p.taps(last)
	if p.is(`!!document.querySelector(".moves .armed")`) {
		t.Error("a move stays armed though something else was tapped")
	}
	if !p.is(`(() => {
		const b = document.querySelector('` + end + `')
		b.click()
		b.click()
		return sent.length === 0 && b.matches(".armed")
	})()`) {
		t.Error("a hasty pair of taps has ended the hand")
	}
	waittest.Until(t, "the end of the hand", func() bool { return p.step() != from || p.tap(end) && false })
	if sent := eval[[]string](p, `sent`); len(sent) != 1 {
		t.Errorf("it was sent %v", sent)
	}
	p.shows("#sheet[open] .rank")
}

// TestTrickIsSeen: on a phone the trick is never below the fold, whatever else lies on the
// felt, and all of the own cards and their marks are to be seen.
func TestTrickIsSeen(t *testing.T) {
	for _, game := range []int{2, 3} {
		p := newPlayer(t, 360, 640)
		p.playing(game)
		for n := 0; n < 4; n++ {
			p.mine()
			if below := eval[[]string](p, `(() => {
				const felt = document.querySelector("#felt").getBoundingClientRect()
				const out = e => { const r = e.getBoundingClientRect(); return r.bottom > felt.bottom + 1 || r.top < felt.top - 1 }
				return [...document.querySelectorAll(".zone.trick .k")].filter(out).map(e => e.getAttribute("aria-label"))
			})()`); len(below) > 0 {
				t.Errorf("game %d: below the fold: %v", game, below)
			}
			p.readable()
			if stray := p.text(`[...document.querySelectorAll("#hand.rows [data-card]")].filter((b, i, all) => b.matches(".below") !== b.getBoundingClientRect().top > all[0].getBoundingClientRect().top + 9).map(b => b.dataset.card).join(" ")`); stray != "" {
				t.Errorf("game %d: %s lies in the row of others", game, stray)
			}
			if p.is(`document.documentElement.scrollHeight > innerHeight + 1`) {
				t.Errorf("game %d: the page scrolls", game)
			}
			for from := p.step(); p.step() == from; {
				p.turn()
			}
		}
	}
}

// readable holds that of each card of the hand the corner with rank, suit and mark lies under
// no other card.
func (p *player) readable() {
	p.t.Helper()
	for _, hidden := range eval[[]string](p, `[...document.querySelectorAll("#hand [data-card]")].filter(b => {
		const r = b.getBoundingClientRect()
		return [[.1, .12], [.13, .42]].some(([x, y]) => !b.contains(document.elementFromPoint(r.left + r.width * x, r.top + r.height * y)))
	}).map(b => b.dataset.card)`) {
		p.t.Errorf("the corner of %s is covered", hidden)
	}
}

// TestThirteenCards: thirteen cards can all be read and tapped on the narrowest phones.
func TestThirteenCards(t *testing.T) {
	for _, width := range []int64{360, 320} {
		p := newPlayer(t, width, 640)
		p.playing(2)
		eval[bool](p, `(() => {
			const hand = document.querySelector("#hand")
			while (hand.children.length < 13) {
				const b = hand.lastChild.cloneNode(true)
				b.dataset.place = hand.children.length
				hand.append(b)
			}
			dispatchEvent(new Event("resize"))
			return true
		})()`)
		p.readable()
		if least := eval[float64](p, `(() => {
			const at = [...document.querySelectorAll("#hand [data-card]")].map(b => b.getBoundingClientRect())
			return Math.min(...at.slice(1).map((r, i) => r.top === at[i].top ? r.left - at[i].left : 99))
		})()`); least < 24 {
			t.Errorf("%d px: cards lie %v px beside each other", width, least)
		}
		p.fits(fmt.Sprintf("13 cards at %d", width))
	}
}

// TestTalkBesideTheMoves: an open talk covers no card and no move, and a hint no opponent.
func TestTalkBesideTheMoves(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.playing(0)
	p.taps("#hint")
	p.shows(".moves .hinted")
	p.shows("#tip:not([hidden])")
	if p.is(`(() => {
		const n = document.querySelector("#tip").getBoundingClientRect()
		return [...document.querySelectorAll(".seat, #hand, .acts, .zone, .saying")].some(e => {
			const r = e.getBoundingClientRect()
			return r.bottom > n.top + 1 && r.top < n.bottom - 1
		})
	})()`) {
		t.Error("the hint covers a seat, cards, or moves")
	}
	p.mine()
	p.taps("#talk")
	p.shows("#story")
	p.whole("the talk")
	from := p.step()
	for _, selector := range []string{"#hand button", "#dock button", "#hint", "#say", "#story"} {
		p.middle(selector)
	}
	for p.step() == from {
		p.turn()
	}
}

// TestTrickByDrag: a card dragged to the trick, which no move names, is played; dropped
// elsewhere, it is only chosen.
func TestTrickByDrag(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.playing(3)
	for !p.is(`!!document.querySelector('#moves [data-move^="play"]')`) {
		for from := p.step(); p.step() == from; {
			p.turn()
		}
		p.mine()
	}
	const card = `#hand [data-card]:not(.idle)`
	from, name := p.step(), p.text(`document.querySelector("`+card+`").dataset.card`)
	p.drags(card, ".seat") // it stays where it is, as the lines above the hand do not
	if p.step() != from || !p.is(`document.querySelector("`+card+`").ariaPressed === "true"`) {
		t.Error("a card that was dropped beside the table is played, or not chosen")
	}
	p.drags(card, ".zone.trick")
	if got, want := p.steps(from), "play "+name; got != want {
		t.Errorf("played %q, not %q", got, want)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// desks are sizes of windows on a laptop or a desk.
var desks = [][2]int64{{1024, 700}, {1200, 760}, {1280, 720}, {1440, 900}, {1920, 1080}}

// TestFeltIsSeen: at desk size nothing that lies on the felt is cut off, neither by its
// frame nor by the corners of that.
func TestFeltIsSeen(t *testing.T) {
	for i, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			p := newPlayer(t, desks[0][0], desks[0][1])
			p.taps("#new")
			p.shows("#new-table")
			p.picks(i)
			p.chooses("#f-seats", "3")
			p.chooses("#f-bots", "2")
			p.taps("#new-table button.main")
			p.shows(".table")
			for range 3 {
				p.mine()
				for _, size := range desks {
					p.resized(size)
					if cut := eval[[]string](p, clipped); len(cut) > 0 {
						t.Errorf("%d × %d: the felt cuts off %v", size[0], size[1], cut)
					}
				}
				for from := p.step(); p.step() == from; {
					p.turn()
				}
			}
		})
	}
}

// clipped lists the cards, labels and words of the felt of which a corner is outside of its
// rounded frame.
const clipped = `(() => {
	const felt = document.querySelector("#felt"), f = felt.getBoundingClientRect()
	const round = parseFloat(getComputedStyle(felt).borderTopLeftRadius) || 0
	const inside = (x, y) => {
		const dx = Math.max(f.left + round - x, x - f.right + round, 0), dy = Math.max(f.top + round - y, y - f.bottom + round, 0)
		return x > f.left - 1 && x < f.right + 1 && y > f.top - 1 && y < f.bottom + 1 && Math.hypot(dx, dy) < round + 2
	}
	const whole = r => inside(r.left, r.top) && inside(r.right, r.top) && inside(r.left, r.bottom) && inside(r.right, r.bottom)
	const text = document.createRange()
	return [...felt.querySelectorAll(".k, .blank, .label, .by, .news")].flatMap(e => {
		if (!e.matches(".news, .label")) return whole(e.getBoundingClientRect()) ? [] : [e.getAttribute("aria-label") ?? (e.textContent || e.className)]
		text.selectNodeContents(e)
		return [...text.getClientRects()].every(whole) ? [] : [e.textContent]
	})
})()`
