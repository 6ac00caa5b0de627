package web

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/cli/shown"
	"fives/engine/bare"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// A stage is a daemon with one table, at which it is the person's turn in a position of a game.
type stage struct {
	*fake
	table api.Table
	moves []string
	news  chan api.Event // is told after the beginning
	mu    sync.Mutex
	made  []string
}

func (s *stage) Table(string) (api.Table, error) { return s.table, nil }
func (s *stage) Moves(string) (api.Moves, error) { return api.Moves{Moves: s.moves}, nil }
func (s *stage) Events(ctx context.Context, _ api.EventsRequest, emit func(api.Event) error) error {
	if err := emit(api.Event{Seq: 1, Kind: api.EventNow}); err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-s.news:
			if err := emit(e); err != nil {
				return err
			}
		}
	}
}
func (s *stage) Play(_ context.Context, _, move string, _ ...uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made = append(s.made, move)
	return nil
}
func (s *stage) Reading(context.Context, string, int, bool) error { return nil }

func (s *stage) played() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.made)
}

// newStage lets computer players play a game until the person in the first seat is to move in a
// position that is wanted.
func newStage(t *testing.T, game string, seats int, wanted func(rules.View, []string) bool) *stage {
	t.Helper()
	rs, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(200) {
		g, err := bare.New(rs, seats, rs.Brief, bare.Random(seed))
		if err != nil {
			t.Fatal(err)
		}
		dice := rand.New(rand.NewPCG(seed, 1))
		var last []api.Played
		for at := 1; !g.Over() && at < 300; at++ {
			pos := g.Position()
			seat := pos.Status().Turn
			own := g.Observation(seat)
			v, moves := pos.View(seat, own), pos.Moves(seat, own)
			if seat == 0 && wanted(v, moves) {
				return stageOf(t, rs, v, moves, last)
			}
			move := rs.Strongest().Move(pos, seat, own, dice)
			ended, err := g.Play(seat, move, at, false)
			if err != nil {
				t.Fatal(err)
			}
			if last = append(last, api.Played{Name: people5[seat], Move: move, Step: uint64(at)}); len(ended) > 0 {
				last = nil
			}
		}
	}
	t.Fatalf("%s never comes to that", game)
	return nil
}

var people5 = []string{"dan", "ada", "ben", "cyd", "eva", "flo"}

func stageOf(t *testing.T, rs *rules.RuleSet, v rules.View, moves []string, last []api.Played) *stage {
	t.Helper()
	s := &stage{fake: newFake(t, rs), moves: moves, news: make(chan api.Event, 8)}
	s.table = api.Table{Title: rs.Title, View: &v, YourTurn: true, Last: last, Hands: []api.Hand{}, Faults: []api.Fault{}}
	s.table.Summary = api.Summary{ID: "ab", Game: rs.Name, Phase: api.PhasePlaying, Hand: v.Hand, Step: 9, Seat: 0, Turn: people5[0]}
	s.table.Waiting = api.Waiting{What: "move"}
	for i, score := range v.Scores {
		s.table.Seats = append(s.table.Seats, api.Seat{Name: people5[i], Fingerprint: strings.Repeat(people5[i][:1], 4), Online: true, You: i == 0, Score: score, Active: true})
	}
	return s
}

func laying(verb string) func(rules.View, []string) bool {
	return func(v rules.View, _ []string) bool { return strings.HasPrefix(v.Offer, verb+" ") }
}

const docked = `[...document.querySelectorAll("#dock button")].map(b => b.className.split(" ")[0] + ": " + b.textContent.trim().replace(/\s+/g, " "))`

// TestArmedStays: a move that takes a second tap waits for it where it was tapped first, however
// long, and until something else is tapped.
func TestArmedStays(t *testing.T) {
	s := newStage(t, "five-crowns", 3, laying("out"))
	b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
	waittest.Until(t, "the dock", func() bool { return in[bool](b, `document.querySelectorAll("#dock button").length === 2`) })
	// No time that a page counts is longer than the test.
	in[bool](b, `(later => (self.setTimeout = f => later(f), true))(self.setTimeout)`)
	b.rests()
	at := in[[]float64](b, `(r => [r.left + r.width / 2, r.top + r.height / 2])(document.querySelector("#dock .main").getBoundingClientRect())`)
	under := fmt.Sprintf(`document.elementFromPoint(%v, %v).closest("button")`, at[0], at[1])
	lies := in[[]float64](b, where)
	arms := func() {
		t.Helper()
		b.do(chromedp.TapXY(at[0], at[1]))
		waittest.Until(t, "the first tap", func() bool { return in[bool](b, `!!document.querySelector("#dock .armed")`) })
		in[bool](b, `(self.since = performance.now(), true)`)
		waittest.Until(t, "no hasty pair", func() bool { return in[bool](b, `performance.now() - since > 500`) })
		if got := in[string](b, under+`.textContent`); got != "Tap again: Go out" {
			t.Fatalf("after the first tap, %q lies under the finger", got)
		}
		if now := in[[]float64](b, where); !slices.Equal(now, lies) {
			t.Errorf("the hand and its tools have moved from %v to %v", lies, now)
		}
	}
	arms()
	b.taps(".bar h1")
	waittest.Until(t, "the first words", func() bool { return in[string](b, under+`.textContent`) == "Go out" })
	arms()
	b.do(chromedp.TapXY(at[0], at[1]))
	waittest.Until(t, "the move", func() bool { return len(s.played()) > 0 })
	if got := s.played(); !slices.Equal(got, []string{s.table.View.Offer}) {
		t.Errorf("it has played %q, not %q", got, s.table.View.Offer)
	}
}

// TestHandStays: whichever cards are chosen, the hand stays where it is, with up to three moves
// below it, so that the next tap meets the card that it is meant for.
func TestHandStays(t *testing.T) {
	s := newStage(t, "furious-five", 3, func(v rules.View, moves []string) bool {
		with := map[string]int{}
		for _, m := range moves {
			if words := strings.Fields(m); len(words) > 2 {
				with[words[1]]++
			}
		}
		return slices.Contains(slices.Collect(maps.Values(with)), 3)
	})
	b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
	for _, size := range [][2]int64{{390, 844}, {375, 667}, {360, 640}, {320, 568}} {
		b.do(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateScale(1), chromedp.EmulateTouch))
		waittest.Until(t, "the hand", func() bool { return in[bool](b, `!!document.querySelector("#hand button")`) })
		b.rests()
		orders := in[int](b, `JSON.parse(document.querySelector("#hand").dataset.orders).length`)
		for range orders {
			most := 0
			before := in[[]float64](b, where)
			for i := range in[int](b, `document.querySelectorAll("#hand button").length`) {
				// One card, then a second one beside it, and both put back.
				for _, tap := range []string{fmt.Sprint("hand.children[", i, "]"), fmt.Sprint("hand.children[", i, "? 0 : 1]"), "unchoose"} {
					most = max(most, in[int](b, `(() => { const hand = document.querySelector("#hand"), unchoose = document.querySelector("#unchoose"); `+tap+`.click(); return document.querySelectorAll("#dock button").length })()`))
					if now := in[[]float64](b, where); !slices.Equal(now, before) {
						t.Errorf("%d × %d: %s moves the hand and its tools from %v to %v, above %q", size[0], size[1], tap, before, now, in[[]string](b, docked))
					}
				}
			}
			if most < 3 {
				t.Fatalf("no more than %d moves stood below the hand", most)
			}
			in[bool](b, `(document.querySelector("#sort").click(), true)`)
		}
		for _, bad := range in[[]string](b, cramped) {
			t.Errorf("%d × %d: %s", size[0], size[1], bad)
		}
	}
}

// where says how far down the hand and its tools reach.
const where = `["#hand", ".tools"].map(q => document.querySelector(q).getBoundingClientRect().bottom)`

// TestMoreStandsFirst: a move that does more than the plain one with the chosen card is the gold
// button beside it, before and after the card is chosen; a tap on the pile does not play the
// plain one. What does the same with more cards stands beside, too.
func TestMoreStandsFirst(t *testing.T) {
	for _, c := range []struct{ verb, headline, gold string }{
		{"out", "You can go out", "main: Go out"},
		{"lay", "Your last turn", "main: Lay "},
	} {
		t.Run(c.verb, func(t *testing.T) {
			s := newStage(t, "five-crowns", 3, laying(c.verb))
			b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
			waittest.Until(t, "the dock", func() bool { return in[bool](b, `!!document.querySelector("#dock button.main")`) })
			words := strings.Fields(s.table.View.Offer)
			card := words[len(words)-1]
			check := func(when string) {
				t.Helper()
				got := in[[]string](b, docked)
				if len(got) != 2 || !strings.HasPrefix(got[0], c.gold) || !strings.HasPrefix(got[1], "second: Discard") || !strings.HasSuffix(got[1], " only") {
					t.Errorf("%s: %q", when, got)
				}
				if h := in[string](b, `document.querySelector("#headline").textContent`); h != c.headline {
					t.Errorf("%s: the headline is %q", when, h)
				}
			}
			check("nothing is chosen")
			b.taps(`#hand [data-card="` + card + `"]`)
			check("the card is chosen")
			b.taps(`button.zone[data-play=discard]`)
			check("the pile is tapped")
			if got := s.played(); got != nil {
				t.Fatalf("it has played %q", got)
			}
			b.rests()
			b.taps("#dock .main")
			waittest.Until(t, "the move", func() bool {
				if in[bool](b, `!!document.querySelector("#dock .armed")`) {
					b.taps("#dock .armed")
				}
				return len(s.played()) > 0
			})
			if got := s.played(); !slices.Equal(got, []string{s.table.View.Offer}) {
				t.Errorf("it has played %q, not %q", got, s.table.View.Offer)
			}
		})
	}
	t.Run("run", func(t *testing.T) {
		s := newStage(t, "five-three-five", 3, func(v rules.View, moves []string) bool {
			return slices.Contains(moves, "lead 3 4 5") && !slices.Contains(moves, "lead 3 3 3")
		})
		b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
		b.taps(`#hand [data-card="3"]`)
		waittest.Until(t, "the dock", func() bool { return len(in[[]string](b, docked)) > 0 })
		if got := in[[]string](b, docked); !slices.Contains(got, "second: Lead 3 4 5") || got[0] != "main: Lead 3 only" {
			t.Errorf("the dock has %q", got)
		}
		if gaps := in[int](b, `document.querySelectorAll("#hand .gap").length`); gaps == 0 {
			t.Error("the runs of the hand do not lie together")
		}
	})
}

// TestTakesTheTrick: the button of a move that takes the trick for sure says so.
func TestTakesTheTrick(t *testing.T) {
	x := api.Table{Summary: api.Summary{Game: "all-fives"}, View: &rules.View{Takes: []string{"play Ks"}}}
	for text, want := range map[string]string{"play Ks": "Play king of spades and win the trick", "play 3s": "Play 3 of spades"} {
		if m := newMove(0, x, shown.Choice{Text: text}, false); m.Aloud != want || strings.Contains(string(m.Said), "win the trick") != (text == "play Ks") {
			t.Errorf("%s: %q, %s", text, m.Aloud, m.Said)
		}
	}
}

// cramped lists what lies beyond the edge, over something else, or is cut.
const cramped = `(() => {
	const bad = [], box = e => e.getBoundingClientRect(), seen = q => [...document.querySelectorAll(q)].filter(e => e.checkVisibility() && box(e).width)
	const felt = box(document.querySelector("#felt"))
	for (const e of seen("#felt .k, #felt .blank")) {
		const r = box(e)
		if (r.left < felt.left - 3 || r.right > felt.right + 3 || r.top < felt.top - 3 || r.bottom > felt.bottom + 3) bad.push((e.getAttribute("aria-label") ?? e.className) + " is cut")
	}
	const lines = document.createRange(), round = innerWidth < 960 && felt.width > 230 ? 12 : 0
	for (const e of seen("#felt .news > *, #felt .meld")) {
		lines.selectNodeContents(e)
		const r = e.matches(".meld") ? box(e) : lines.getBoundingClientRect()
		if (r.left < felt.left + round || r.right > felt.right - round) bad.push(e.textContent.trim() + e.className + " lies on the frame of the felt")
	}
	const over = (a, b) => box(a).left < box(b).right - 12 && box(b).left < box(a).right - 12 && box(a).top < box(b).bottom - 12 && box(b).top < box(a).bottom - 12 // a fan is turned
	for (const c of seen("#hand .k")) for (const e of seen(".own .num, .saying .grow, .tools, #dock button, .felt .zone")) if (over(c, e)) bad.push(c.getAttribute("aria-label") + " lies over " + (e.id || e.className))
	for (const c of seen("#felt .trick .k")) for (const e of seen("#felt .piles :is(.k,.lab), .seat bdi, .seat .num")) if (over(c, e)) bad.push(c.getAttribute("aria-label") + " of the trick lies over " + e.textContent)
	for (const a of seen("#felt .piles .zone")) for (const b of seen("#felt .piles .zone")) if (a !== b && over(a, b)) bad.push(a.dataset.zone + " lies over " + b.dataset.zone)
	for (const e of seen("#hand .k, .tools button, #dock button, .bar button")) if (box(e).right > box(document.querySelector(".table")).right + 8) bad.push((e.id || e.tagName) + " lies beyond the edge")
	for (const e of seen(".seat .cards")) {
		const face = e.parentElement.querySelector(".face")
		if (box(e).left < box(face).left + box(face).width / 2 + 5) bad.push(face.textContent + " lies below the number of cards")
	}
	for (const e of seen(".tools > *")) if (innerWidth >= 320 && innerWidth < 960 && box(e).top > box(document.querySelector(".tools > *")).bottom - 8) bad.push((e.id || e.tagName) + " stands below the other tools")
	const title = document.querySelector(".bar h1"), line = parseFloat(getComputedStyle(title).fontSize) * 1.6
	if (box(title).height > line * 2) bad.push("the title is broken")
	return [...new Set(bad)].slice(0, 8)
})()`

// packets wants a trick beside packets that lie face down.
func packets(trick string) func(rules.View, []string) bool {
	return func(v rules.View, moves []string) bool {
		down := slices.ContainsFunc(v.Zones, func(z rules.Zone) bool { return z.Kind == rules.AsideZone && z.Count > 0 && z.Seat >= 0 })
		return down && strings.HasPrefix(v.Headline, trick) && len(moves) > 1
	}
}

// wideMoves lists the moves that are cut in the list of all of them.
const wideMoves = `(() => {
	const all = document.querySelector("#choices")
	if (!all) return []
	all.open = true
	const bad = [...all.querySelectorAll(".move")].filter(e => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth - 8).map(e => e.textContent)
	all.open = false
	return bad
})()`

// TestFeltHasRoom: the cards of a trick lie around the middle, large on a phone, with a place for
// one's own; piles are whole beside melds; a large hand covers neither what stands beside it nor
// the edge.
func TestFeltHasRoom(t *testing.T) {
	sizes := [][2]int64{{390, 844}, {360, 640}, {320, 568}, {195, 422}, {844, 390}, {1024, 700}, {1440, 900}}
	for _, c := range []struct {
		name, game string
		seats      int
		wanted     func(rules.View, []string) bool
	}{
		{"a trick", "all-fives", 3, func(v rules.View, moves []string) bool {
			return strings.HasSuffix(v.Headline, " were led") && len(moves) > 1
		}},
		{"cards set aside", "all-fives", 3, func(v rules.View, moves []string) bool {
			aside := slices.ContainsFunc(v.Zones, func(z rules.Zone) bool { return z.Kind == rules.AsideZone })
			shares := slices.ContainsFunc(v.Notes, func(n []string) bool { return len(n) > 1 })
			return aside && shares && strings.HasSuffix(v.Headline, " were led") && len(moves) > 1
		}},
		{"packets and a single", "five-three-five", 2, packets("A single ")},
		{"packets and a run", "five-three-five", 2, packets("A run, ")},
		{"three melds", "five-crowns", 4, func(v rules.View, _ []string) bool { return v.Headline == "Your last turn" && len(v.Zones) >= 4+2+3 }},
		{"four rows of melds", "five-crowns", 5, func(v rules.View, _ []string) bool { return v.Headline == "Your last turn" && len(v.Zones) >= 5+2+4 }},
		{"a trick that is cleared", "five-three-five", 3, func(v rules.View, _ []string) bool {
			return v.Headline == "You lead" && len(v.Moments) > 0 && len(v.Moments[0].Cards) > 3
		}},
		{"three piles", "furious-five", 4, func(v rules.View, moves []string) bool {
			return len(v.Zones) >= 3 && v.Zones[2].Count > 1 && len(moves) > 2
		}},
		{"twelve cards", "five-three-five", 3, func(v rules.View, _ []string) bool { return strings.HasPrefix(v.Headline, "A single ") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, c.game, c.seats, c.wanted)
			b := openTab(t, served(t, s)+"#/table/ab", 390, 844)
			for _, size := range sizes {
				if c.name == "four rows of melds" && size != sizes[0] && size != sizes[len(sizes)-1] {
					continue // there the felt scrolls
				}
				b.do(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateScale(1), chromedp.EmulateTouch))
				waittest.Until(t, "the hand", func() bool { return in[bool](b, `!!document.querySelector("#hand button")`) })
				b.rests()
				for _, bad := range in[[]string](b, cramped) {
					t.Errorf("%d × %d: %s", size[0], size[1], bad)
				}
				for _, bad := range in[[]string](b, wideMoves) {
					t.Errorf("%d × %d: the move %q is cut", size[0], size[1], bad)
				}
				wide := in[float64](b, `(document.querySelector("#felt .trick .k") ?? document.querySelector("#felt .k")).getBoundingClientRect().width`)
				if size[0] == 390 && (c.name == "a trick" || c.name == "cards set aside") && wide < 84 {
					t.Errorf("a card of the trick is %.0f px wide", wide)
				}
			}
			if c.name == "a trick" && !in[bool](b, `!!document.querySelector(".due") && / are trump$/.test(document.querySelector("#felt .pile .lab").textContent)`) {
				t.Error("no place for one's own card, or trump not in words")
			}
		})
	}
}
