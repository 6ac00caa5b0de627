package open_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/browsertest"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// sizes are those of screens that a room looks at.
var sizes = [][2]int64{{1280, 720}, {1920, 1080}, {3840, 2160}}

// overhears keeps all that the page is sent in window.heard, streams piece by piece. The
// pictures of all cards are left out.
const overhears = `
	window.heard = []
	const fetched = window.fetch
	window.fetch = async (...args) => {
		const r = await fetched(...args)
		if (String(args[0]).endsWith(".svg") || !r.body) return r
		const [mine, theirs] = r.body.tee()
		const text = new TextDecoder()
		;(async () => {
			const reader = mine.getReader()
			for (;;) {
				const { done, value } = await reader.read()
				if (done) return
				window.heard.push(text.decode(value, { stream: true }))
			}
		})().catch(() => {})
		return new Response(theirs, r)
	}`

// newScreen runs fives open --screen above a daemon of its own, and shows it.
func newScreen(t testing.TB, scripts ...string) *player {
	t.Helper()
	waittest.Browsers(t)
	p := &player{t: t, bad: &complaints{}}
	address := p.serveScreen(filepath.Join(folder(t), "ana"))
	p.watches(address, scripts...)
	p.shows("#room .lounge")
	return p
}

// serveScreen runs fives open --screen, and returns the address that it prints.
func (p *player) serveScreen(home string) string {
	p.t.Helper()
	cmd := fives(p.t.Context(), "open", "--screen", "--no-browser", "--home", home, "--name", "ana", "--iface", "lo", "--network", netnstest.NetworkOf(home), "--port", "0", "--bot-delay", "0s")
	return p.serves(home, cmd)
}

// watches opens an address in a browser as large as a screen.
func (p *player) watches(address string, scripts ...string) {
	p.t.Helper()
	p.browser = browsertest.Launch(p.t)
	tab, end := chromedp.NewContext(p.browser)
	p.t.Cleanup(end)
	p.tab, p.closeTab = tab, end
	p.resized(sizes[0])
	for _, s := range scripts {
		if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: s}); err != nil {
			p.t.Fatal(err)
		}
	}
	if err := chromedp.Listen(tab, p.bad.take); err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Navigate(address))
}

// resized gives the screen a size, and waits until the page has drawn itself anew.
func (p *player) resized(size [2]int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(size[0], size[1]))
	if _, err := chromedp.Run(p.tab, chromedp.Evaluate[bool](`new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))`, chromedp.EvalAwaitPromise)); err != nil {
		p.t.Fatal(err)
	}
}

// illegible is what cannot be read on a screen, as a list.
const illegible = `(() => {
		const bad = [], least = innerHeight * .03 - .01, name = e => (e.parentElement?.getAttribute("class") ?? "") + " " + e.tagName + "." + (e.getAttribute("class") ?? "") + ' "' + e.textContent.trim().slice(0, 30) + '"'
		const lies = (e, r) => r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1
		if (document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight) bad.push("the page can be scrolled")
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		for (let n; n = texts.nextNode();) {
			const e = n.parentElement
			if (!n.textContent.trim() || !e.checkVisibility() || e.closest("#pictures, template, noscript, title")) continue
			if (parseFloat(getComputedStyle(e).fontSize) < least) bad.push(name(e) + " has letters of " + getComputedStyle(e).fontSize)
			let shortened = false // with dots, as a long name is
			for (let a = e; a; a = a.parentElement) {
				const s = getComputedStyle(a)
				shortened ||= s.textOverflow === "ellipsis"
				if (s.overflowX === "visible" || s.textOverflow === "ellipsis") continue
				if (a.scrollHeight > a.clientHeight + 1 || a.scrollWidth > a.clientWidth + 1) { bad.push(name(a) + " is cut"); break }
			}
			if (!shortened && lies(e, e.getBoundingClientRect())) bad.push(name(e) + " lies beyond the edge")
		}
		for (const k of document.querySelectorAll("#main svg.k")) {
			if (!k.checkVisibility()) continue
			const r = k.getBoundingClientRect()
			if (r.width * (k.matches(".mini") ? .66 : .33) < least) bad.push("a card is " + r.width + " wide") // its rank is as high as that
			if (lies(k, r)) bad.push("a card lies beyond the edge")
		}
		return [...new Set(bad)].slice(0, 6)
	})()`

// legible holds that everything on a screen can be read from afar: no letter is lower than
// 3 % of its height, nothing is cut or lies beyond the edge, and there is nothing to scroll.
func (p *player) legible(what string) {
	p.t.Helper()
	for _, bad := range eval[[]string](p, illegible) {
		p.t.Errorf("%s: %s", what, bad)
	}
}

// everywhere holds that on each size of screen.
func (p *player) everywhere(what string) {
	p.t.Helper()
	for _, size := range slices.Backward(sizes) {
		p.resized(size)
		p.legible(fmt.Sprintf("%s, on %d × %d", what, size[0], size[1]))
	}
}

// heard reports in which of the forms that a card has in a page it was sent, or is there:
// as a picture, or as text.
func (p *player) heard(c card.Card) string {
	p.t.Helper()
	forms := []string{"#c" + c.String() + `"`, "#c" + c.String() + `\"`, say.Rank(c) + say.Suits[c.Suit], " " + c.String() + " ", `"` + c.String() + `"`}
	for _, f := range forms {
		if p.is(fmt.Sprintf(`(window.heard.join("") + document.querySelector("#main").outerHTML + document.querySelector("#side").outerHTML).includes(%q)`, f)) {
			return f
		}
	}
	return ""
}

// single are the cards of a hand of which a deck has no other.
func single(rs *rules.RuleSet, seats int, held []card.Card) []card.Card {
	o, err := rs.Validate(seats, rs.Brief)
	if err != nil {
		return nil
	}
	deck := rs.Deck(seats, o)
	return slices.DeleteFunc(slices.Clone(held), func(c card.Card) bool {
		n := 0
		for _, d := range deck.Cards {
			if d == c {
				n++
			}
		}
		return n != 1 || !c.Known() || c.Suit == card.Plain
	})
}

// published adds the cards that all at a table have seen: those of moves, and what lies in
// the middle.
func published(public map[card.Card]bool, t api.Table) {
	for _, m := range t.Last {
		for _, w := range strings.Fields(m.Move) {
			if c, err := card.Parse(w); err == nil {
				public[c] = true
			}
		}
	}
	if t.View == nil {
		return
	}
	for _, z := range t.View.Zones {
		if z.Kind == rules.HandZone {
			continue
		}
		for _, c := range shown.Cards(z) {
			public[c] = true
		}
	}
}

// TestScreen plays a game of each kind at a table at which the node behind the screen has a
// seat. At every moment all that is on the screen can be read from afar, at three sizes; no
// card of the node's hand is in what the screen was sent, until it is played or shown; and
// at the end all can see who has won, and why.
func TestScreen(t *testing.T) {
	for _, rs := range some() {
		t.Run(rs.Name, func(t *testing.T) {
			p := newScreen(t, overhears)
			p.everywhere("the room")
			ornaments := eval[[]string](p, `[...document.querySelectorAll(".fan use")].map(u => u.getAttribute("href"))`) // five fives, which are nobody's
			seats := min(4, rs.MaxSeats)
			o := hostTable(t, p.client, api.HostRequest{Game: rs.Name, Seats: seats, Bots: slices.Repeat([]string{"good"}, seats-1), Set: short(rs)})
			p.shows("#stage .sitter")
			if n := eval[int](p, `document.querySelectorAll("#stage .sitter").length`); n != seats {
				t.Errorf("%d of %d seats are on the screen: it is seen from one of them", n, seats)
			}
			p.everywhere("the table")
			public, secrets := map[card.Card]bool{}, map[card.Card]bool{}
			over := false
			for n := 0; !over; n++ {
				v, err := p.client.Table(t.Context(), o.ID)
				if err != nil {
					t.Fatal(err)
				}
				published(public, v)
				z, _ := shown.HandOf(v, v.Seat)
				for _, c := range single(rs, seats, shown.Cards(z)) {
					if v.Hand != 1 || !v.Dealt || public[c] || slices.Contains(ornaments, "#c"+c.String()) {
						continue
					}
					secrets[c] = true
					if form := p.heard(c); form != "" {
						if again, err := p.client.Table(t.Context(), o.ID); err != nil || again.Step != v.Step {
							continue // by now it may have been shown
						}
						t.Fatalf("the screen has %s of the node's hand, as %q, at step %d", c, form, v.Step)
					}
				}
				if n%7 == 0 {
					p.resized(sizes[n/7%len(sizes)])
					p.legible(fmt.Sprintf("step %d, on a height of %d", v.Step, sizes[n/7%len(sizes)][1]))
				}
				over = v.Phase == api.PhaseOver
				if !moves(t, p.client, o.ID) {
					time.Sleep(20 * time.Millisecond)
				}
			}
			p.shows(`#stage[data-phase="over"] .count`)
			p.everywhere("the end")
			played, found := 0, 0
			for c := range secrets {
				if public[c] {
					played++
				}
				if p.heard(c) != "" {
					found++
				}
			}
			if played > 0 && found == 0 {
				t.Error("no card of the hand is found after it was played: nothing can be found")
			}
			t.Logf("%d hidden cards were looked for, of which %d were played later", len(secrets), played)
			v, err := p.client.Table(t.Context(), o.ID)
			if err != nil {
				t.Fatal(err)
			}
			text := p.text(`document.querySelector("#stage").innerText`)
			verb := " wins!"
			if len(v.Winners) > 1 {
				verb = " win!"
			}
			if !slices.ContainsFunc(v.Winners, func(name string) bool { return strings.Contains(text, name+verb) }) {
				t.Errorf("that %v%s is not there: %s", v.Winners, verb, text)
			}
			if p.is(`!document.querySelector("#stage .items")?.checkVisibility()`) {
				t.Errorf("why is not there: %s", text)
			}
			for _, b := range p.bad.list() {
				t.Error(b)
			}
		})
	}
}

// TestScreenSeatBelow: a seat below the table with all that it can have at once, a score in two lines
// and the cards that were laid last, has its place, and the cards on the table stay as large as they are.
func TestScreenSeatBelow(t *testing.T) {
	p := newScreen(t)
	o := hostTable(t, p.client, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy", "easy"}})
	p.shows(`#stage[data-table="` + o.ID + `"] .zone svg.k`)
	for _, size := range sizes {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		if !p.is(`(() => {
			const below = document.querySelector(".sitters.t3 > :nth-child(3)"), laid = document.createElement("span")
			below.querySelector(".num").innerHTML = "188 <small>points · begins</small>"
			below.querySelectorAll(".laid").forEach(l => l.remove())
			laid.className = "laid"
			laid.innerHTML = '<span class="set"><svg class="k mini" viewBox="0 0 60 84"></svg></span>'
			below.append(laid)
			dispatchEvent(new Event("resize"))
			return document.querySelector("#main").className === ""
		})()`) {
			t.Errorf("on %v the table is made smaller: %s", size, p.text(`document.querySelector("#main").className`))
		}
	}
}

// TestCrowdedScreen: with as many seats as there can be, everything on the screen can be
// read from afar.
func TestCrowdedScreen(t *testing.T) {
	p := newScreen(t)
	for _, rs := range some() {
		o := hostTable(t, p.client, api.HostRequest{Game: rs.Name, Seats: rs.MaxSeats, Bots: slices.Repeat([]string{"easy"}, rs.MaxSeats-1), Play: "good", Set: short(rs)})
		p.shows(`#stage[data-table="` + o.ID + `"]`)
		for n := 0; ; n++ {
			size := sizes[n%len(sizes)]
			p.resized(size)
			p.legible(fmt.Sprintf("%s with %d seats, on a height of %d", rs.Title, rs.MaxSeats, size[1]))
			v, err := p.client.Table(t.Context(), o.ID)
			if err != nil {
				t.Fatal(err)
			}
			if v.Phase == api.PhaseOver && p.is(`document.querySelector("#stage").dataset.phase === "over"`) {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		p.everywhere("the end of " + rs.Title)
		p.do(chromedp.Navigate("about:blank")) // the next game is not waited for
		p.do(chromedp.NavigateBack())
		p.shows("#room .lounge")
	}
}

// TestScreenReaction: a room sees a reaction for three seconds at the seat of whoever has it, at
// each size, and it is not told in the story.
func TestScreenReaction(t *testing.T) {
	p := newScreen(t)
	o := hostTable(t, p.client, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy", "easy"}})
	p.shows(`#stage [data-seat="ana"] .face`)
	for _, size := range sizes {
		p.resized(size)
		eval[bool](p, `(() => {
			self.bubble = null
			new MutationObserver((all, seen) => {
				const e = all.flatMap(m => [...m.addedNodes]).find(n => n.className === "react")
				if (!e) return
				const at = document.querySelector('[data-seat="ana"] .face').getBoundingClientRect(), r = e.getBoundingClientRect(), came = performance.now()
				self.bubble = { sign: e.textContent, far: Math.abs((r.left + r.right - at.left - at.right) / 2) / at.width, letters: parseFloat(getComputedStyle(e).fontSize) / innerHeight }
				const gone = setInterval(() => { if (!e.isConnected) { clearInterval(gone); bubble.stayed = performance.now() - came } }, 20)
				seen.disconnect()
			}).observe(document.body, { childList: true })
			return true
		})()`)
		if err := p.client.Say(t.Context(), o.ID, "👏"); err != nil {
			t.Fatal(err)
		}
		waittest.Until(t, "it has come and gone", func() bool { return p.is(`!!self.bubble?.stayed`) })
		got := eval[struct {
			Sign                 string
			Far, Letters, Stayed float64
		}](p, `bubble`)
		if got.Sign != "👏" || got.Far > .5 || got.Letters < .03 || got.Stayed < 1500 {
			t.Errorf("on a height of %d: %+v", size[1], got)
		}
	}
	if told := p.text(`document.querySelector("#story").textContent`); strings.Contains(told, "👏") {
		t.Errorf("the story: %s", told)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// gamesFor is how many games are played at least for the memory of a screen: half of them
// before it is looked at, FIVES_GAMES in all.
func gamesFor() int {
	if n, err := strconv.Atoi(os.Getenv("FIVES_GAMES")); err == nil {
		return n
	}
	return 100
}

// TestScreenStaysFlat: a screen that has shown twice as many games has no more nodes, and no
// more memory.
func TestScreenStaysFlat(t *testing.T) {
	p := newScreen(t)
	o := hostTable(t, p.client, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy", "easy"}, Play: "easy", Set: map[string]string{"limit": "30"}})
	table, hands, seen := o.ID, 0, map[string]bool{}
	plays := func(games, tables int) (nodes, heap float64) {
		for played := 0; played < games || len(seen) < tables && played < 50*games; played++ { // the screen shows each for a while
			waittest.Until(t, "the end of a game", func() bool {
				v, err := p.client.Table(t.Context(), table)
				if err == nil && v.Phase == api.PhaseOver {
					hands += len(v.Hands)
					return true
				}
				return false
			})
			m, err := p.client.Rematch(t.Context(), table)
			if err != nil {
				t.Fatal(err)
			}
			table = m.ID
			seen[p.text(`document.querySelector("#stage")?.dataset.table ?? ""`)] = true
		}
		return p.memory()
	}
	n := gamesFor() / 2
	nodes, heap := plays(n, 2)
	after, more := plays(n, 4)
	t.Logf("%.0f nodes and %.1f MB, and in the end, after %d hands, %.0f nodes and %.1f MB; %d tables were on the screen", nodes, heap/1e6, hands, after, more/1e6, len(seen))
	if len(seen) < 4 {
		t.Errorf("the screen has shown %v only", seen)
	}
	if after > nodes*1.3+200 {
		t.Errorf("there are %.0f nodes, and were %.0f", after, nodes)
	}
	if more > heap*1.3+1e6 {
		t.Errorf("it takes %.0f bytes, and took %.0f", more, heap)
	}
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// memory is how many nodes the page has, and how much its script holds, after all that is
// garbage was collected.
func (p *player) memory() (nodes, heap float64) {
	p.t.Helper()
	for range 2 {
		if _, err := chromedp.Call(p.tab, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
			p.t.Fatal(err)
		}
	}
	dom, err := chromedp.Call(p.tab, memory.GetDOMCounters, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	use, err := chromedp.Call(p.tab, runtime.GetHeapUsage, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	return float64(dom.Nodes), use.UsedSize
}

// TestTelevision: a television with a browser of its own asks for no name, is among those
// who are here as what it is, and shows a table that may be watched, of which it stores no
// seat; of those that may not it says who can allow it. After the game it has the standings of the evening,
// and it follows the players to their next game.
func TestTelevision(t *testing.T) {
	nodesInPages(t)
	ana := up(t, filepath.Join(folder(t), "ana"), "ana")
	address := showInvitation(t, ana) + "screen"
	p := &player{t: t, bad: &complaints{}}
	p.watches(address)
	p.shows("#room .code")
	p.everywhere("the room")
	if !p.is(`document.querySelector(".address").textContent + "screen" === location.href`) {
		t.Errorf("the way in is said to be %s", p.text(`document.querySelector(".address").textContent`))
	}
	st, err := ana.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ben := up(t, filepath.Join(folder(t), "ben"), "ben", "--peer", st.Addresses[0])
	host := func(r api.HostRequest) string {
		r.Game, r.Seats, r.Bots, r.Set = "five", 3, []string{"easy"}, map[string]string{"limit": "30"}
		o := hostTable(t, ana, r)
		waittest.Until(t, "ben's seat", func() bool {
			_, err := ben.Join(t.Context(), api.JoinRequest{Table: o.ID, Code: o.Code})
			return err == nil
		})
		return o.ID
	}
	room := func(text string) {
		t.Helper()
		waittest.Until(t, text, func() bool { return strings.Contains(p.text(`document.querySelector("#room").innerText`), text) })
	}
	host(api.HostRequest{})
	room("Opened without spectators")
	room("Whoever opens the next table can show it here.")
	private := host(api.HostRequest{Private: true, Spectators: true})
	room("Whoever plays there can show it here")
	if p.is(`!!document.querySelector("#stage")`) {
		t.Error("a table that nobody may watch is shown")
	}
	p.everywhere("the room with a table")
	peers, err := ana.Peers(t.Context())
	i := slices.IndexFunc(peers, func(p api.Peer) bool { return p.Screen })
	if err != nil || i < 0 || peers[i].Name != say.ScreenName || !peers[i].Guest || say.Guest(peers[i]) != "a big screen, in a browser" {
		t.Fatalf("%+v, %v", peers, err)
	}
	if _, err := ben.Admit(t.Context(), private, peers[i].Fingerprint); err != nil {
		t.Fatal(err)
	}
	p.shows(`#stage[data-table="` + private + `"] .felt`)
	table := host(api.HostRequest{Spectators: true})
	p.shows(`#stage[data-table="` + table + `"] .felt`)
	p.everywhere("the table")
	waittest.Until(t, "the end of the game", func() bool {
		moves(t, ana, table)
		moves(t, ben, table)
		v, err := ana.Table(t.Context(), table)
		return err == nil && v.Phase == api.PhaseOver
	})
	p.shows(`#stage[data-phase="over"] .count`)
	p.shows("#room .tonight .rank .best")
	room("1 game since")
	p.everywhere("the end")
	next, err := ana.Rematch(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "ben plays again", func() bool { _, err := ben.Rematch(t.Context(), table); return err == nil })
	p.shows(`#stage[data-table="` + next.ID + `"]`)
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}

// TestScreenOfThePage: the lobby of the page leads to a screen in a tab of its own, which is
// let in as the page was.
func TestScreenOfThePage(t *testing.T) {
	p := newPlayer(t, 1024, 700)
	p.hosts(0, nil)
	p.taps("#to-lobby")
	p.shows("#big-screen")
	p.is(`(document.querySelector("#big-screen").focus(), true)`)
	p.press("Enter") // no tap: the lobby moves while it fills
	var id target.ID
	waittest.Until(t, "the tab of the screen", func() bool {
		all, err := chromedp.CallBrowser(p.tab, target.GetTargets, target.GetTargetsParams{})
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range all.TargetInfos {
			if strings.HasSuffix(i.URL, "/screen") {
				id = i.TargetID
			}
		}
		return id != ""
	})
	tab, end := chromedp.NewContext(p.browser, chromedp.WithTargetID(id))
	defer end()
	p.tab = tab
	p.shows("#stage .sitter")
	if p.is(`!!document.querySelector("#hand, [data-card], [data-move]")`) {
		t.Error("the hand is on the screen")
	}
}

// TestScreenOfTwoTables: the table on the screen is the one where something happens: one that
// rests gives way. The one that was asked for does not.
func TestScreenOfTwoTables(t *testing.T) {
	p := newScreen(t)
	host := func() string {
		o := hostTable(t, p.client, api.HostRequest{Game: "five", Seats: 3, Bots: []string{"easy", "easy"}, Set: map[string]string{"limit": "10000"}})
		return o.ID
	}
	large := func(id string) string {
		return `#stage[data-table="` + id + `"] .felt, #stage[data-table="` + id + `"] .count`
	}
	rests := host()
	waittest.Until(t, "a table rests, with cards of the hand before", func() bool {
		v, err := p.client.Table(t.Context(), rests)
		if err != nil || v.YourTurn && len(v.Hands) > 0 {
			return err == nil
		}
		moves(t, p.client, rests)
		return false
	})
	p.shows(large(rests))
	goesOn := host() // computer players alone end the longest game before the other table has rested long enough
	waittest.Until(t, "the table that moves is on the screen", func() bool {
		moves(t, p.client, goesOn)
		return p.is(fmt.Sprintf(`!!document.querySelector(%q)?.checkVisibility()`, large(goesOn)))
	})
	p.legible("the table that moves")
	p.is(fmt.Sprintf(`(location.hash = "#/table/%s", true)`, rests))
	p.shows(large(rests))
	p.legible("the table that rests")
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}
