package open_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
	"fives/p2p/waittest"
)

// watched keeps, from now on, each result that the page shows and each step of the table
// while one is shown.
const watched = `(() => {
	self.results = []
	const sheet = document.querySelector("#sheet"), table = () => document.querySelector(".table")
	let open = false
	new MutationObserver(() => {
		const now = sheet.open && "result" in sheet.dataset
		if (now && !open) results.push({
			hand: sheet.dataset.path, modal: sheet.matches(":modal"), taps: getComputedStyle(sheet).pointerEvents,
			settled: table().dataset.settled, step: table().dataset.step, yours: table().hasAttribute("data-yours"), went: false,
		})
		open = now
		const last = results.at(-1)
		if (open && last.step !== table().dataset.step) last.went = true
	}).observe(document.body, { subtree: true, childList: true, attributes: true })
	return true
})()`

// A result is what was seen of one.
type result struct {
	Hand, Taps, Settled, Step string
	Modal, Yours, Went        bool
}

// TestResults: with a person who reads slowly among quick computer players, each hand's
// result is shown in its turn and stays until it is closed; the table does not go on behind
// it; it lies over no turn, is no modal trap, and takes no tap that was on its way.
func TestResults(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.hosts(0, nil)
	eval[bool](p, watched)
	for n := 1; n <= 3; n++ {
		p.untilResult()
		time.Sleep(time.Second) // what others do meanwhile may come, and must not show
		if n == 2 {
			p.taps("#menu") // what else is there can be tapped
			p.shows("#sheet .menu")
			p.taps("#sheet [data-close]")
			p.shows("#sheet[data-result][open]") // and leads back
		}
		p.taps("#sheet[data-result] [data-close]")
		waittest.Until(t, "it is closed", func() bool { return p.is(`!document.querySelector("#sheet[data-result][open]")`) })
	}
	all, first := slices.CompactFunc(eval[[]result](p, `results`), func(a, b result) bool { return a.Hand == b.Hand }), 1
	if len(all) > 0 && strings.HasSuffix(all[0].Hand, "=2") { // a computer player has ended the first before the page came
		first = 2
	}
	for i, r := range all {
		if want := fmt.Sprintf("/hand?n=%d", first+i); !strings.HasSuffix(r.Hand, want) || r.Modal || r.Taps != "none" || r.Yours || r.Went {
			t.Errorf("result %d: %+v", i+1, r)
		}
		// A result stands over the table at which the hand has ended; or, where the next turn came
		// with it, over the one before, because it lies over no turn.
		if n := fmt.Sprint(first + i); r.Settled != n && r.Settled != fmt.Sprint(first+i-1) {
			t.Errorf("the result of hand %s over a table with %s", n, r.Settled)
		}
	}
	if len(all) != 3 {
		t.Errorf("%d results: %+v", len(all), all)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// untilResult plays until the page shows the result of a hand.
func (p *player) untilResult() {
	p.t.Helper()
	waittest.Until(p.t, "a result", func() bool {
		if p.is(`!!document.querySelector("#sheet[data-result][open]")`) {
			return true
		}
		if p.is(`!!document.querySelector(".table[data-yours]")`) {
			p.turn()
		}
		return false
	})
}

// TestLooksBack: below a result one tap says what should have been played, and another leads back.
func TestLooksBack(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.hosts(0, nil)
	p.untilResult()
	p.taps(`#sheet [data-sheet*="/lesson?hand="]`)
	p.shows("#sheet .taught li")
	if said := p.written("#sheet"); !strings.Contains(said, "You got ") || !strings.Contains(said, "an estimate") {
		t.Errorf("it says\n%s", said)
	}
	p.fits("what a hand teaches")
	p.tappable("what a hand teaches")
	p.taps("#sheet [data-close]")
	p.shows("#sheet .rank")
	p.closes()
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// TestWhileAway: hands end while a page is hidden, played by the same person elsewhere. When
// it is looked at again, one sheet says how they went, and whose turn it is: also if the result
// of an earlier hand was being read, and if what has happened comes only later, when the node
// hears the others again.
func TestWhileAway(t *testing.T) {
	for _, how := range []string{"at the table", "at a result", "heard later"} {
		t.Run(how, func(t *testing.T) { whileAway(t, how) })
	}
}

const (
	hides = `(() => {
		Object.defineProperty(document, "hidden", { value: true, configurable: true })
		document.dispatchEvent(new Event("visibilitychange"))
		return Number(document.querySelector(".table").dataset.settled)
	})()`
	isSeen = `(() => {
		delete document.hidden
		document.dispatchEvent(new Event("visibilitychange"))
		return true
	})()`
	// hearsNobody marks the table as one whose node hears nobody else, until the test unmarks it.
	hearsNobody = `(() => {
		self.alone = true
		const mark = () => {
			const t = document.querySelector(".table")
			if (alone && !t.hasAttribute("data-alone")) t.setAttribute("data-alone", "")
		}
		mark()
		new MutationObserver(mark).observe(document.body, { subtree: true, childList: true, attributes: true })
		return true
	})()`
	hearsAgain = `(() => {
		alone = false
		document.querySelector(".table").removeAttribute("data-alone")
		return true
	})()`
)

func whileAway(t *testing.T, how string) {
	p := newPlayer(t, 360, 640)
	p.hosts(0, nil)
	table := p.text(`document.querySelector(".table").dataset.table`)
	if how == "at a result" {
		p.untilResult()
	} else {
		p.mine() // a computer player may have ended a hand before
	}
	seen := eval[int](p, hides)
	if how == "heard later" {
		eval[bool](p, hearsNobody)
		eval[bool](p, isSeen)
		time.Sleep(2 * time.Second) // it is awake, and says nothing yet
	}
	var v api.Table
	waittest.Until(t, "two hands, and the deal of the next", func() bool {
		var err error
		if v, err = p.client.Table(t.Context(), table); err != nil {
			t.Fatal(err)
		}
		if len(v.Hands) >= seen+2 && v.View != nil && v.View.Hand > len(v.Hands) && v.YourTurn {
			return true
		}
		moves(t, p.client, table)
		return false
	})
	waittest.Until(t, "the page has heard of it", func() bool { return p.step() == fmt.Sprint(v.Step) })
	if how == "heard later" {
		eval[bool](p, hearsAgain)
	} else {
		eval[bool](p, isSeen)
	}
	you := v.Me()
	for _, want := range []string{"While you were away", fmt.Sprintf("%d hands ended", len(v.Hands)-seen), fmt.Sprintf("and you have %d.", v.Hands[len(v.Hands)-1].Scores[you]), "Now it is your turn."} {
		p.says("#sheet[open]", want)
	}
	p.whole("what was missed")
	p.taps("#sheet [data-close]")
	waittest.Until(t, "it is closed", func() bool { return p.is(`!document.querySelector("#sheet[open]")`) })
	time.Sleep(time.Second) // an older result that nobody asks for comes before that
	if p.is(`!!document.querySelector("#sheet[open]")`) {
		t.Errorf("then comes %q", p.text(`document.querySelector("#sheet").textContent`))
	}
}

// TestTapForWhatWasThere: what is for good is not asked for by a tap that comes as soon as it
// lies there, and was meant for something else.
func TestTapForWhatWasThere(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.hosts(0, nil)
	asked := await[[]bool](p, `(async () => {
		const pause = ms => new Promise(done => setTimeout(done, ms)), leave = () => document.querySelector("#sheet[open] [data-confirm]")
		document.querySelector("#menu").click()
		while (!leave()) await pause(1)
		const asks = async () => { leave().click(); await pause(50); return document.querySelector("#ask").open }
		const early = await asks()
		await pause(400)
		return [early, await asks()]
	})()`)
	if !slices.Equal(asked, []bool{false, true}) {
		t.Errorf("asked at once, and later: %v", asked)
	}
}

// TestTappedTwice: a button that is tapped again, before there is an answer, opens no second
// table and says nothing twice.
func TestTappedTwice(t *testing.T) {
	p := newPlayer(t, 360, 640)
	twice := func(button string) {
		eval[bool](p, fmt.Sprintf(`(b => (b.click(), b.click(), true))(document.querySelector(%q))`, button))
	}
	p.taps("#new")
	p.shows("#new-table button.main")
	twice("#new-table button.main")
	p.shows(".table")
	p.taps("#talk")
	eval[bool](p, `(document.querySelector("#say").value = "Good evening", true)`)
	twice("#chat button")
	p.says("#story", "Good evening")
	p.taps("#side [data-side]")
	p.talks("And to all")
	p.says("#story", "And to all")
	if said := strings.Count(p.text(`document.querySelector("#story").textContent`), "Good evening"); said != 1 {
		t.Errorf("said %d times", said)
	}
	tables, err := p.client.Tables(t.Context())
	if err != nil || len(tables.Mine) != 1 || len(tables.Open) != 0 {
		t.Errorf("%d tables, and %d open: %v", len(tables.Mine), len(tables.Open), err)
	}
}

// TestTypedOn: what is typed while a line is on its way stays, and a line that could not be
// said comes back.
func TestTypedOn(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.hosts(0, nil)
	eval[bool](p, `(() => {
		const asks = self.fetch
		self.fetch = (path, ...rest) => String(path).endsWith("/say") ? new Promise((done, fail) => { self.release = () => done(asks(path, ...rest)); self.cut = fail }) : asks(path, ...rest)
		return true
	})()`)
	p.taps("#talk")
	say := func(line, next string) {
		eval[bool](p, fmt.Sprintf(`(self.release = null, document.querySelector("#say").value = %q, document.querySelector("#chat button").click(), document.querySelector("#say").value = %q, true)`, line, next))
		waittest.Until(t, "the line is on its way", func() bool { return p.is(`!!self.release`) })
	}
	field := func() string { return p.text(`document.querySelector("#say").value`) }
	say("Good evening", "And")
	eval[bool](p, `(release(), true)`)
	p.says("#story", "Good evening")
	if got := field(); got != "And" {
		t.Errorf("the field has %q", got)
	}
	say("to", "all")
	eval[bool](p, `(cut(new TypeError("cut off")), true)`)
	waittest.Until(t, "the line comes back", func() bool { return field() == "to all" })
}

// TestLateSheet: what was asked for at one place, and comes when the person has gone to
// another, does not lie over that.
func TestLateSheet(t *testing.T) {
	p := newPlayer(t, 360, 640)
	p.hosts(0, nil)
	eval[bool](p, `(() => {
		const asks = self.fetch
		self.fetch = (path, ...rest) => String(path).endsWith("/menu") ? new Promise(done => { self.release = () => done(asks(path, ...rest)) }) : asks(path, ...rest)
		return true
	})()`)
	waittest.Until(t, "the story of the table", func() bool { return p.is(`!!document.querySelector("#story .big")`) })
	p.taps("#menu")
	waittest.Until(t, "the question", func() bool { return p.is(`!!self.release`) })
	p.taps("#to-lobby")
	p.shows(".masthead")
	await[bool](p, `(async () => { release(); await new Promise(done => setTimeout(done, 500)); return true })()`)
	if p.is(`document.querySelector("#sheet").open`) {
		t.Error("the menu of a table lies over the lobby")
	}
}

// TestAwakeBehind: hands end while a page sleeps, and its node needs a while to find the
// others again. The page shows the table as it is then, and stops at no result of before.
func TestAwakeBehind(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	offer := hostTable(t, ana, api.HostRequest{Game: "five", Seats: 2, Bots: []string{"easy"}, Spectators: true, Set: map[string]string{"limit": "10000"}})
	settled := func() (n int) {
		v, err := ana.Table(t.Context(), offer.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range v.Hands {
			if len(h.Receipts) > 0 {
				n++
			}
		}
		return n
	}
	p := newGuest(t, "cleo", showInvitation(t, ana))
	waittest.Until(t, "cleo looks on", func() bool {
		return p.tap("[data-post$='/watch']") || p.is(`!!document.querySelector(".table")`)
	})
	p.shows(".table")
	before := settled()
	// What the node says to the page stands for what the others say to the node.
	eval[bool](p, `(() => {
		const worker = early.worker, take = worker.onmessage, kept = []
		worker.onmessage = e => kept.push(e)
		self.wakes = () => {
			document.dispatchEvent(new Event("visibilitychange"))
			setTimeout(() => { worker.onmessage = take; kept.forEach(e => take(e)) }, 1500)
		}
		return true
	})()`)
	waittest.Until(t, "hands end", func() bool { return !moves(t, ana, offer.ID) && settled() > before+2 })
	v, err := ana.Table(t.Context(), offer.ID)
	if err != nil {
		t.Fatal(err)
	}
	eval[bool](p, `(wakes(), true)`)
	time.Sleep(4 * time.Second) // a result that nobody asks for comes before that
	shown, err := strconv.ParseUint(p.text(`document.querySelector(".table").dataset.step`), 10, 64)
	if err != nil || shown < v.Step {
		t.Errorf("the page is at step %d of %d, %v", shown, v.Step, err)
	}
	if result := p.text(`document.querySelector("#sheet[data-result][open]")?.dataset.path ?? ""`); result != "" && !strings.HasSuffix(result, fmt.Sprintf("n=%d", settled())) {
		t.Errorf("it shows %s of %d hands", result, settled())
	}
	p.says("#note", "Meanwhile")
}
