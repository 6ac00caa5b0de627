package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/browsertest"
	"fives/p2p/control"
	"fives/p2p/waittest"
)

// A party is a daemon with a table at which seats are to change hands: what its person says to
// that is done, and shows on the page.
type party struct {
	*fake
	mu    sync.Mutex
	table api.Table
	said  []api.AgreeRequest
	news  chan api.Event
	// elsewhere says that the node knows the table only by what others tell.
	elsewhere bool
}

func newParty(t *testing.T) *party {
	t.Helper()
	p := &party{fake: newFake(t, games.All()[0]), news: make(chan api.Event, 8)}
	p.table = p.Desk.Table()
	p.table.ID = "ab"
	p.table.Handovers = []api.Handover{
		{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Fingerprint: "1111-2222-3333-4444", Score: 34, Asked: true, Agreed: []string{"cleo"}, Waits: []string{"ana", "ben"}, Yours: true},
		{Seat: "cleo", To: "yves", Fingerprint: "5555-6666-7777-8888", Score: 7, Asked: true, Now: true, Waits: []string{"ana"}, Yours: true},
	}
	p.table.Seats = append(slices.Clone(p.table.Seats), api.Seat{Name: "Ada", BotOf: "ana", Online: true}, api.Seat{Name: "cleo", Online: true, Since: 5})
	return p
}

// Table is the one table as it is now; "cd" is where it goes on, "ef" where another does.
func (p *party) Table(id string) (api.Table, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.elsewhere {
		return api.Table{}, api.Fail(api.ReasonNoTable, api.Data{Name: id})
	}
	t := p.table
	t.Handovers, t.Hands = slices.Clone(t.Handovers), slices.Clone(t.Hands)
	if id != t.ID {
		t.ID, t.Handovers, t.Parent = id, nil, map[string]string{"cd": "ab", "ef": "0a"}[id]
	}
	return t, nil
}

func (p *party) Agree(_ context.Context, r api.AgreeRequest) (api.Handover, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = append(p.said, r)
	for i := range p.table.Handovers {
		if h := &p.table.Handovers[i]; h.Seat == r.Seat && h.Fingerprint == r.To {
			if !r.Later { // that is no answer
				h.Yours, h.Agree = r.Not, !r.Not
			}
			return *h, nil
		}
	}
	return api.Handover{}, api.Fail(api.ReasonNoHandover, api.Data{Name: r.Seat})
}

func (p *party) Reading(context.Context, string, int, bool) error { return nil }

// words returns what the person has said to handovers.
func (p *party) words() []api.AgreeRequest {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.said)
}

// Events tells the news.
func (p *party) Events(ctx context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	err := emit(api.Event{Seq: 1, Kind: api.EventNow})
	for err == nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-p.news:
			if e.Kind == api.EventTable {
				t, _ := p.Table(e.Table)
				e.View = &t
			}
			err = emit(e)
		}
	}
	return err
}

func (p *party) Leave(_ context.Context, table string) (string, error) {
	return api.Withdrawn, p.ask("leave " + table)
}

// serveParty makes the pages of a party.
func serveParty(t *testing.T, p control.Daemon) http.Handler {
	t.Helper()
	c := control.Within(p)
	return New(Config{Client: c})
}

// served returns where the page of a party is.
func (p *party) served(t *testing.T) string { return served(t, p) }

func served(t *testing.T, p control.Daemon) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("/", serveParty(t, p))
	mux.Handle("/web/", Files())
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		_ = Shell(w, "web/", "", Place{Name: "fives"}, nil, Landing{})
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	t.Cleanup(s.CloseClientConnections)
	return s.URL + "/"
}

// A tab is a page as a person has it.
type tab struct {
	t   *testing.T
	ctx context.Context
}

func openTab(t *testing.T, address string, width, height int64) tab {
	t.Helper()
	ctx, end := chromedp.NewContext(browsertest.Start(t))
	t.Cleanup(end)
	b := tab{t, ctx}
	b.do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(2), chromedp.EmulateTouch))
	b.prefers("light")
	b.do(chromedp.Navigate(address))
	return b
}

func (b tab) prefers(scheme string) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-reduced-motion", Value: "reduce"}, {Name: "prefers-color-scheme", Value: scheme},
	}}); err != nil {
		b.t.Fatal(err)
	}
}

func (b tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

func in[T any](b tab, script string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		b.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// taps taps the middle of what is visible of an element, once nothing lies over it.
func (b tab) taps(selector string) {
	b.t.Helper()
	var at []float64
	waittest.Until(b.t, "a tap on "+selector, func() bool {
		at = in[[]float64](b, fmt.Sprintf(`(() => {
			const e = [...document.querySelectorAll(%q)].find(e => e.checkVisibility()), r = e?.getBoundingClientRect()
			return e?.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)) ? [r.left + r.width / 2, r.top + r.height / 2] : []
		})()`, selector))
		return len(at) == 2
	})
	b.do(chromedp.TapXY(at[0], at[1]))
}

// line waits until the readable text of the wishes at the table contains a text, and does not
// contain others.
func (b tab) line(text string, not ...string) {
	b.t.Helper()
	waittest.Until(b.t, "a line with "+text, func() bool {
		got := in[string](b, `[...document.querySelectorAll(".wishes li")].filter(e => e.checkVisibility()).map(e => e.innerText).join("|")`)
		return strings.Contains(got, text) && !slices.ContainsFunc(not, func(n string) bool { return strings.Contains(got, n) })
	})
}

// rests waits until the page takes a tap as meant for what is there now.
func (b tab) rests() {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`new Promise(done => setTimeout(() => done(true), 400))`, chromedp.EvalAwaitPromise)); err != nil {
		b.t.Fatal(err)
	}
}

// covers returns what is wrong with the place of a wish's line.
const covers = `(() => {
	const bad = [], box = e => e.getBoundingClientRect(), line = box(document.querySelector(".wishes"))
	if (document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth) bad.push("the page has to be scrolled: " + document.documentElement.scrollHeight + " of " + innerHeight + " " + [...document.querySelectorAll(".table, .table > *, #frame")].map(e => e.className + Math.round(box(e).top) + "-" + Math.round(box(e).bottom)))
	for (const e of document.querySelectorAll("#prompt, #hand button, .zone, .bar")) {
		const r = box(e)
		if (r.top < line.bottom && r.bottom > line.top) bad.push(e.className + " is covered")
		if (r.bottom > innerHeight + 1 || r.right > innerWidth) bad.push(e.className + " lies beyond the edge")
	}
	const felt = document.querySelector("#felt")
	if (felt.scrollHeight > felt.clientHeight + 1) bad.push("the felt is cut")
	for (const b of document.querySelectorAll(".wishes button")) {
		const r = box(b)
		if (b.checkVisibility() && (r.height < 44 || r.width < 44)) bad.push(b.textContent + " is " + r.width + " by " + r.height)
	}
	return bad
})()`

// TestWishes: one line at a time says who would like which seat, and covers neither the cards
// nor what there is to do. A tap agrees, another one takes that back; a wish that was put off
// comes again after the next hand. A line that replaces another takes no tap that was meant for
// that one.
func TestWishes(t *testing.T) {
	for _, size := range [][2]int64{{320, 568}, {390, 844}, {1280, 800}, {740, 360}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			p := newParty(t)
			b := openTab(t, p.served(t)+"#/table/ab", size[0], size[1])
			b.line("with 34 points, from the next hand on", "yves", "Yves")
			b.line("Agreed: cleo. Waiting for you and ben.")
			for _, bad := range in[[]string](b, covers) {
				t.Error(bad)
			}
			// A hasty second tap, as soon as another wish stands there.
			in[bool](b, `(new MutationObserver((_, watch) => {
				if (!document.querySelector(".wishes li")?.dataset.wish.startsWith("cleo")) return
				watch.disconnect()
				document.querySelector(".wishes button").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }))
				window.hurried = true
			}).observe(document.querySelector("#screen"), { subtree: true, childList: true, attributes: true, characterData: true }), true)`)
			b.rests()
			b.taps(".wishes .main")
			b.line("at once, giving up the running hand", "Ada")
			if !in[bool](b, `!!window.hurried`) {
				t.Error("nobody was hasty")
			}
			b.rests()
			b.taps(".wishes [data-later]")
			b.line("Take it back", "Agree\n")
			for _, bad := range in[[]string](b, covers) {
				t.Errorf("when it is agreed: %s", bad)
			}
			b.rests()
			b.taps(`.wishes li:not([hidden]) [data-values*="not=1"]`)
			b.line("Agree", "Take it back", "yves", "Yves")
			about := api.About{Table: "ab"}
			if got, want := p.words(), []api.AgreeRequest{{About: about, Seat: "Ada", To: "1111-2222-3333-4444"}, {About: about, Seat: "cleo", To: "5555-6666-7777-8888", Later: true}, {About: about, Seat: "Ada", To: "1111-2222-3333-4444", Not: true}}; !slices.Equal(got, want) {
				t.Errorf("it said %+v", got)
			}
			// Keys reach it as well as taps.
			in[bool](b, `(document.querySelector(".wishes li:not([hidden]) [data-later]").focus(), true)`)
			b.do(chromedp.KeyEvent("\r"))
			waittest.Until(t, "no line", func() bool { return in[bool](b, `!document.querySelector(".wishes li:not([hidden])")`) })
			p.mu.Lock()
			p.table.Hands = append(p.table.Hands, api.Hand{Sheet: api.Sheet{Number: 1, Void: true}})
			p.mu.Unlock()
			p.news <- api.Event{Seq: 2, Kind: api.EventTable, Table: "ab"}
			b.taps("#sheet [data-close]")
			b.line("34 points")
		})
	}
}

// TestSeveralWishes: if more than one seat is to change hands, the line leads to the list of
// all, where each can be agreed to and taken back, one after the other.
func TestSeveralWishes(t *testing.T) {
	p := newParty(t)
	b := openTab(t, p.served(t)+"#/table/ab", 390, 844)
	b.line("34 points")
	b.rests()
	b.taps(`.wishes [data-sheet]`)
	listed := func(wants ...string) {
		t.Helper()
		waittest.Until(t, strings.Join(wants, ", "), func() bool {
			got := in[[]string](b, `[...document.querySelectorAll("#sheet[open] .asked li")].map(e => e.innerText)`)
			return len(got) == len(wants) && !slices.ContainsFunc(wants, func(want string) bool {
				return !slices.ContainsFunc(got, func(g string) bool {
					return strings.HasPrefix(g, want[:4]) && strings.HasSuffix(strings.TrimSpace(g), want[5:])
				})
			})
		})
	}
	listed("Zoe  Not now", "Yves Not now")
	b.taps(`#sheet .asked [data-wish^="Ada"] .main`)
	listed("Zoe  Take it back", "Yves Not now")
	b.taps(`#sheet .asked [data-wish^="cleo"] .main`)
	listed("Zoe  Take it back", "Yves Take it back")
	b.taps(`#sheet .asked [data-wish^="Ada"] button`)
	listed("Zoe  Not now", "Yves Take it back")
	about := api.About{Table: "ab"}
	zoe, yves := api.AgreeRequest{About: about, Seat: "Ada", To: "1111-2222-3333-4444"}, api.AgreeRequest{About: about, Seat: "cleo", To: "5555-6666-7777-8888"}
	back := zoe
	back.Not = true
	if got, want := p.words(), []api.AgreeRequest{zoe, yves, back}; !slices.Equal(got, want) {
		t.Errorf("it said %+v", got)
	}
	// One alone needs no list.
	p.mu.Lock()
	p.table.Handovers = p.table.Handovers[:1]
	p.mu.Unlock()
	if page := look(t, serveParty(t, p), "/table/ab"); strings.Contains(page.text, "seats that change hands") {
		t.Errorf("one has a list: %s", page.text)
	}
}

// TestSuccessor: when a table goes on with somebody else at a seat, the page goes there by
// itself, but not before the last result has been read, and to no table that goes on from
// another one.
func TestSuccessor(t *testing.T) {
	p := newParty(t)
	b := openTab(t, p.served(t)+"#/table/ab", 390, 844)
	b.line("34 points")
	p.mu.Lock()
	p.table.Hands = append(p.table.Hands, api.Hand{Sheet: api.Sheet{Number: 1, Void: true}})
	p.mu.Unlock()
	p.news <- api.Event{Seq: 2, Kind: api.EventTable, Table: "ab"}
	waittest.Until(t, "the result", func() bool { return in[bool](b, `!!document.querySelector("#sheet[open][data-result]")`) })
	in[bool](b, `(window.asked = [], window.fetch = (ask => (...args) => { asked.push(String(args[0])); return ask(...args) })(fetch), true)`)
	p.news <- api.Event{Seq: 3, Kind: api.EventStarted, Table: "cd", Names: []string{"ana"}}
	p.news <- api.Event{Seq: 4, Kind: api.EventStarted, Table: "ef", Names: []string{"ana"}}
	p.news <- api.Event{Seq: 5, Kind: api.EventHandover, What: api.ChangedHands, Table: "cd", Name: "zoe", Was: "Ada", From: 2}
	waittest.Until(t, "that is told", func() bool {
		return in[bool](b, `document.querySelector("#note").textContent.startsWith("Zoe has the seat of Ada from hand 2 on.") && ["cd", "ef"].every(id => asked.includes("/table/" + id))`)
	})
	if at := in[string](b, `location.hash`); at != "#/table/ab" {
		t.Errorf("while the result is read, the page is at %s", at)
	}
	b.taps("#sheet [data-close]")
	waittest.Until(t, "the next table", func() bool { return in[bool](b, `document.querySelector(".table")?.dataset.table === "cd"`) })
}
