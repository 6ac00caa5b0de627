package open_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"fives/p2p/waittest"
)

// motion says whether the system asks for less of it.
func (p *player) motion(want string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: want}}}); err != nil {
		p.t.Fatal(err)
	}
}

// flights keeps, from now on, the faces of the cards that fly, and the number of tones.
const flights = `(() => {
	self.flown = []
	self.tones = 0
	new MutationObserver(all => {
		for (const m of all) for (const n of m.addedNodes)
			if (n.parentNode?.id === "flights") flown.push(n.querySelector("use").getAttribute("href"))
	}).observe(document.body, { subtree: true, childList: true })
	for (const make of ["createOscillator", "createBufferSource"]) {
		const was = AudioContext.prototype[make]
		AudioContext.prototype[make] = function () { tones++; return was.call(this) }
	}
	return true
})()`

// exchanges drops the last card and draws, and returns the card that it dropped.
func (p *player) exchanges() (dropped string) {
	p.t.Helper()
	p.mine()
	from, card := p.step(), p.text(`document.querySelector("`+last+`").dataset.card`)
	p.taps(last)
	p.taps(`[data-play="draw"]`)
	if got, want := p.steps(from), "drop "+card+" draw"; got != want {
		p.t.Errorf("played %q, not %q", got, want)
	}
	return card
}

// TestCardsTravel: what is dropped flies onto the pile and what is drawn into the hand,
// cards of others too; tones are heard. All ends at a touch of the button, and the motion
// at once where the system asks for less.
func TestCardsTravel(t *testing.T) {
	p := newPlayer(t, 390, 844)
	p.motion("no-preference")
	p.playing(0)
	eval[bool](p, flights)
	// A page that has had no time for seconds takes itself for one that slept, and shows what
	// is new at once: then it is tried again.
	waittest.Until(t, "what is dropped and what is drawn to fly", func() bool {
		eval[bool](p, `(flown.length = 0, true)`)
		card := p.exchanges()
		p.mine()
		fresh := p.text(`document.querySelector("#hand .fresh")?.dataset.card ?? ""`)
		flown := eval[[]string](p, `flown`)
		return fresh != "" && slices.Contains(flown, "#c"+card) && slices.Contains(flown, "#c"+fresh)
	})
	waittest.Until(t, "all have landed", func() bool { return p.is(`!document.querySelector("#flights").children.length`) })
	waittest.Until(t, "tones", func() bool { return p.is(`tones > 0`) })

	p.motion("reduce")
	eval[bool](p, `(flown.length = 0, true)`)
	p.exchanges()
	p.mine()
	if flown := eval[[]string](p, `flown`); len(flown) > 0 {
		t.Errorf("where less motion is asked for, %v fly", flown)
	}

	p.motion("no-preference")
	waittest.Until(t, "all is off", func() bool {
		if p.is(`document.querySelector("#lively")?.ariaPressed === "false"`) {
			return true
		}
		_ = p.tap("#sheet[open] #lively") || p.tap("#sheet[open] [data-close]") || p.tap("#menu")
		return false
	})
	p.closes()
	eval[bool](p, `(tones = 0, flown.length = 0, true)`)
	p.exchanges()
	p.mine()
	if n := eval[int](p, `tones + flown.length`); n > 0 {
		t.Errorf("%d tones and flights when all is off", n)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// shaken counts, beside what flights does, how often the device was to vibrate.
const shaken = `(() => {
	self.shakes = 0
	Navigator.prototype.vibrate = pattern => { if (pattern) shakes++; return true }
	return true
})()`

// TestSwitches: sound, vibration and motion are turned off each by itself. What is off stays off
// in a page that is loaded again, and the one button of the menu turns the others off as well.
func TestSwitches(t *testing.T) {
	p := newPlayer(t, 390, 844)
	p.motion("no-preference")
	p.playing(0)
	eval[bool](p, flights)
	eval[bool](p, shaken)
	all := map[string]string{"sound": "tones", "vibration": "shakes", "motion": "flown.length"}
	for _, off := range []string{"sound", "vibration", "motion"} {
		p.mine()
		p.prefers(off, "off")
		eval[bool](p, `(tones = shakes = flown.length = 0, true)`)
		for other, figure := range all {
			waittest.Until(t, other+" without "+off, func() bool {
				if other == off || eval[int](p, figure) > 0 {
					return true
				}
				p.exchanges()
				p.mine()
				return false
			})
		}
		if n := eval[int](p, all[off]); n > 0 {
			t.Errorf("%s is off, but %s is %d", off, all[off], n)
		}
		if still := p.is(`getComputedStyle(document.querySelector("` + last + `")).transitionDuration === "0s"`); still != (off == "motion") {
			t.Errorf("%s is off, and that a card which is chosen stays still is %v", off, still)
		}
		if off != "motion" { // it stays off until the page is loaded again
			p.prefers(off, "on")
		}
		p.mine()
	}
	p.do(chromedp.Reload())
	p.mine()
	p.prefers("sound", "on")
	if !p.is(`document.documentElement.dataset.motion === "off"`) {
		t.Error("motion is on again when the page was loaded again")
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// pulse keeps, from now on, the times from frame to frame while cards fly and while none do,
// and what of the cards is changed while they fly.
const pulse = `(() => {
	self.gaps = { fly: [], rest: [] }
	self.changed = new Set()
	let before = 0, flew = false
	const frame = now => {
		const flies = !!document.querySelector("#flights")?.children.length
		for (const a of document.querySelector("#flights")?.getAnimations({ subtree: true }) ?? [])
			for (const { offset, computedOffset, easing, composite, ...rest } of a.effect.getKeyframes())
				for (const name in rest) changed.add(name === "transform" && a.effect.target.nodeName === "svg" ? "the place of a drawing" : name)
		if (before) gaps[flies && flew ? "fly" : "rest"].push(now - before)
		before = now
		flew = flies
		requestAnimationFrame(frame)
	}
	requestAnimationFrame(frame)
	return true
})()`

// restyled counts, until it is asked, of how many elements the browser finds the style anew,
// each time that it does.
func (p *player) restyled() func() []int {
	p.t.Helper()
	var mu sync.Mutex
	var counts []int
	done := make(chan struct{})
	ctx, heard := context.WithCancel(p.tab)
	err := chromedp.Listen(ctx, func(ev any) {
		switch e := ev.(type) {
		case *tracing.EventDataCollected:
			for _, raw := range e.Value {
				var v struct {
					Name string
					Args struct{ ElementCount int }
				}
				if json.Unmarshal(raw, &v) == nil && v.Name == "UpdateLayoutTree" {
					mu.Lock()
					counts = append(counts, v.Args.ElementCount)
					mu.Unlock()
				}
			}
		case *tracing.EventTracingComplete:
			close(done)
		}
	})
	if err == nil {
		_, err = chromedp.Call(p.tab, tracing.Start, tracing.StartParams{TransferMode: tracing.StartTransferModeReportEvents, TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"devtools.timeline"}}})
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return func() []int {
		if _, err := chromedp.Call(p.tab, tracing.End, cdp.Empty{}); err != nil {
			p.t.Fatal(err)
		}
		waittest.Closed(p.t, "the trace", done)
		heard()
		mu.Lock()
		defer mu.Unlock()
		return counts
	}
}

// TestMotionIsSmooth: cards that fly change in nothing for which a browser would have to lay
// out or paint the page anew, and a screen that changes has it look for the style of what has
// changed, not of the whole page. How long frames take on a page that is slowed down six times
// is told, and not judged: that depends on what else the machine does.
func TestMotionIsSmooth(t *testing.T) {
	p := newPlayer(t, 390, 844)
	p.motion("no-preference")
	p.playing(0)
	if _, err := chromedp.Call(p.tab, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 6}); err != nil {
		t.Fatal(err)
	}
	eval[bool](p, pulse)
	restyled := p.restyled()
	for range 4 {
		p.exchanges()
	}
	p.mine()
	once := restyled()
	restyled = p.restyled()
	eval[float64](p, `(document.documentElement.style.setProperty("--any", "1"), document.body.offsetHeight)`)
	whole := slices.Max(restyled())
	t.Logf("%d times style was looked for, at most of %d elements; of the whole page it is %d", len(once), slices.Max(once), whole)
	if slices.Max(once) > whole/3 {
		t.Errorf("style was looked for of %v elements", once)
	}
	type figures struct {
		Fly, Rest, Longest float64
		Frames, Long       int
		Changed            []string
	}
	f := eval[figures](p, `(() => {
		const middle = all => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0
		return { fly: middle(gaps.fly), rest: middle(gaps.rest), longest: Math.max(0, ...gaps.fly), frames: gaps.fly.length, long: gaps.fly.filter(g => g > 50).length, changed: [...changed].sort() }
	})()`)
	t.Logf("%d frames while cards fly, %d of them above 50 ms, the longest %.0f ms; the middle one %.1f ms, %.1f ms while none does", f.Frames, f.Long, f.Longest, f.Fly, f.Rest)
	if f.Frames < 10 {
		t.Fatal("hardly any card has flown")
	}
	if !slices.Equal(f.Changed, []string{"opacity", "transform"}) {
		t.Errorf("cards that fly change in %q", f.Changed)
	}
}

// noLock is a browser of a phone in which pages may hold no wake lock, as without https.
const noLock = `(() => {
	delete Navigator.prototype.wakeLock
	const asks = self.matchMedia
	self.matchMedia = q => q.includes("coarse") ? { matches: true } : asks.call(self, q)
	return !("wakeLock" in navigator)
})()`

// awake says that a silent video plays, with a picture that changes and a track of sound.
const awake = `(() => {
	const v = document.querySelector("#awake")
	return !!v && !v.paused && v.readyState >= 2 && v.srcObject.getVideoTracks().length === 1 && v.srcObject.getAudioTracks().length === 1 && !v.muted
})()`

// TestPhoneStaysAwake: where a page may hold no wake lock, a silent video plays from the
// first tap at a table on, until that is left; where the browser refuses it, the page says
// so once.
func TestPhoneStaysAwake(t *testing.T) {
	p := newPlayer(t, 360, 640)
	if !p.is(noLock) {
		t.Fatal("the lock cannot be taken away")
	}
	p.playing(0)
	p.taps(last)
	waittest.Until(t, "the video", func() bool { return p.is(awake) })
	at := eval[float64](p, `document.querySelector("#awake").currentTime`)
	waittest.Until(t, "the video goes on", func() bool { return eval[float64](p, `document.querySelector("#awake").currentTime`) > at })
	p.taps("#to-lobby")
	p.shows(".masthead")
	waittest.Until(t, "the video stops in the lobby", func() bool { return p.is(`document.querySelector("#awake").paused`) })
	for _, b := range p.bad.list() {
		t.Error(b)
	}

	q := newPlayer(t, 360, 640)
	q.is(noLock)
	eval[bool](q, `(HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("no", "NotAllowedError")), true)`)
	q.playing(0)
	q.taps(last)
	q.says("#note", "This browser lets the screen go dark")
	eval[bool](q, `(document.querySelector("#note").textContent = "", true)`)
	q.taps(last)
	time.Sleep(200 * time.Millisecond)
	if say := q.text(`document.querySelector("#note").textContent`); say != "" {
		t.Errorf("it is said again: %q", say)
	}
}

// TestWakeLock: where a page may hold a lock, it does while a hand runs, and gives it back.
func TestWakeLock(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.is(`(() => {
		self.held = 0
		const asks = self.matchMedia
		self.matchMedia = q => q.includes("coarse") ? { matches: true } : asks.call(self, q)
		Object.defineProperty(navigator, "wakeLock", { value: { request: async () => { held++; return { released: false, async release() { this.released = true; held-- } } } } })
		return true
	})()`)
	p.playing(0)
	waittest.Until(t, "the lock", func() bool { return p.is(`held === 1`) })
	p.taps(last)
	if p.is(`held !== 1 || !!document.querySelector("#awake")`) {
		t.Error("there is a second lock, or a video as well")
	}
	p.taps("#to-lobby")
	p.shows(".masthead")
	waittest.Until(t, "the lock is given back", func() bool { return p.is(`held === 0`) })
}
