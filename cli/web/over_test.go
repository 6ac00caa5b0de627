package web

import (
	"fmt"
	"strings"
	"testing"

	"fives/cli/shown"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// finished ends the game of a party: the player in seat winner has won.
func (p *party) finished(game string, winner int, totals ...int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := &p.table
	rs, _ := games.Find(game)
	t.Handovers, t.Call = nil, nil
	t.Game, t.Title, t.Phase, t.Time, t.Head, t.Seats = game, rs.Title, api.PhaseOver, 1795730000, strings.Repeat("0123456789abcdef", 4), nil
	t.Options = map[string]any{"limit": 200.0}
	for i := range totals {
		name := []string{"ana", "ben", "cleo", "dan", "eva", "fay", "gus", "hal", "ida", "jo", "kim", "leo", "mia", "ned"}[i]
		t.Seats = append(t.Seats, api.Seat{Name: name, You: i == 0, Online: true, Score: totals[i]})
	}
	t.Seat = 0
	t.Winners = []string{t.Seats[winner].Name}
	t.Hands = nil
	for n := 1; n <= 4; n++ {
		h := api.Hand{Sheet: api.Sheet{Number: n, Points: map[string]int{}, Scores: map[string]int{}}}
		for i, s := range t.Seats {
			h.Points[s.Name] = totals[i] * n / 10
			h.Scores[s.Name] = totals[i] * n * (n + 1) / 20
		}
		t.Hands = append(t.Hands, h)
	}
}

// TestEnding: the end of a game tells the hands that decided it, and who owes what.
func TestEnding(t *testing.T) {
	p := newParty(t)
	p.finished("furious-five", 1, -40, 60, -20)
	page := look(t, serveParty(t, p), "/table/ab").text
	for _, want := range []string{"You pay ben 40, cleo pays ben 20: then all is settled.", "Hand 3", "Ben gains 24 on cleo", "Hand 4", "Ben gains 32 on cleo"} {
		if !strings.Contains(strings.ToLower(page), strings.ToLower(want)) {
			t.Errorf("the end lacks %q: %s", want, page)
		}
	}
}

// TestWhoWantsToPlayAgain: the page of a game that is over has the sign and the name of whoever has called for
// another one; if that is nobody who plays there, it has no sign.
func TestWhoWantsToPlayAgain(t *testing.T) {
	for by, want := range map[string]string{"cleo": "Cleo wants to play again.", "": "Others want to play again.", hostile: `"` + hostile + `" wants to play again.`} {
		p := newParty(t)
		p.finished("five", 1, 50, 40, 210)
		p.table.Call = &api.Call{Table: "cd", Rematch: true, By: by, Names: []string{"ana", "ben", "cleo"}}
		page := newTablePage(p.table, api.Moves{}, strangers)
		if page.Wanted != want || (page.Caller != nil) != (by == "cleo") || by == "cleo" && page.Caller.Letters != "C" {
			t.Errorf("%s: %q, %+v", by, page.Wanted, page.Caller)
		}
		if text := look(t, serveParty(t, p), "/table/ab").text; !strings.Contains(text, want) || !strings.Contains(text, "Agree") {
			t.Errorf("%s: %s", by, text)
		}
	}
}

// TestBarsToTheLimit: the bars of a result run up to the limit of the game, whatever the
// highest total is, and no further.
func TestBarsToTheLimit(t *testing.T) {
	p := newParty(t)
	p.finished("five", 1, 50, 40, 210)
	table := p.table
	bars := map[string]int{}
	for _, s := range shown.CountOf(table, 4).Ranked {
		bars[s.Name] = s.Bar
	}
	if fmt.Sprint(bars) != "map[ana:25 ben:20 cleo:100]" {
		t.Errorf("of 50, 40 and 210 up to 200: %v", bars)
	}
}

// TestPicture: the picture of a game is drawn in the page and shared by nobody but its person.
// Where sharing is refused it is saved, and where nothing can be drawn it is told. It asks
// nobody for anything.
func TestPicture(t *testing.T) {
	p := newParty(t)
	p.finished("five", 1, 150, 38, 203, 207, 201)
	p.table.Seats[2].Name = "Zoë 🃏 " + strings.Repeat("עברית ", 6)
	b := openTab(t, p.served(t)+"#/table/ab", 360, 640)
	is := func(what, script string) {
		t.Helper()
		waittest.Until(t, what, func() bool { return in[bool](b, script) })
	}
	is("the end", `!!document.querySelector("#picture")`)
	in[bool](b, `(() => {
		self.asked = []
		self.fetch = (ask => (...args) => { if (!/events|reading|lobby/.test(args[0])) asked.push(String(args[0])); return ask(...args) })(fetch)
		navigator.canShare = () => true
		navigator.share = async ({ files, title }) => {
			const bitmap = await createImageBitmap(files[0]), canvas = new OffscreenCanvas(1080, 1080), pen = canvas.getContext("2d")
			pen.drawImage(bitmap, 0, 0)
			const colours = new Set(), data = pen.getImageData(0, 0, 1080, 1080).data
			for (let i = 0; i < data.length; i += 4000) colours.add(data.slice(i, i + 3).join())
			self.shared = { title, type: files[0].type, wide: bitmap.width, high: bitmap.height, colours: colours.size }
		}
		return true
	})()`)
	in[bool](b, `(document.querySelector("#picture").scrollIntoView({ block: "center" }), true)`)
	b.rests()
	b.taps("#picture")
	is("it is shared", `!!self.shared`)
	if got := in[string](b, `JSON.stringify({ ...shared, colours: shared.colours > 20 })`); got != `{"title":"ben wins Five","type":"image/png","wide":1080,"high":1080,"colours":true}` {
		t.Error(got)
	}
	in[bool](b, `(navigator.share = async () => { throw new DOMException("", "AbortError") }, HTMLAnchorElement.prototype.click = function () { self.saved = this.download }, true)`)
	b.taps("#picture")
	b.rests()
	if in[bool](b, `!!self.saved`) {
		t.Error("whoever thinks better of it gets a file")
	}
	in[bool](b, `(navigator.share = async () => { throw new DOMException("", "NotAllowedError") }, true)`)
	b.taps("#picture")
	is("it is saved", `self.saved === "fives.png" && document.querySelector("#note").textContent === "The picture is saved."`)
	in[bool](b, `(HTMLCanvasElement.prototype.getContext = () => null, true)`)
	b.taps("#picture")
	is("it is told", `document.querySelector("#note").textContent.includes("draws no pictures. ben wins Five: 1 ben 38, 2 ana 150")`)
	if asked := in[[]string](b, `asked`); len(asked) > 0 {
		t.Errorf("the page asks for %q", asked)
	}
}

// TestEndSaysPoints: the move that ends a hand says what the player's cards count.
func TestEndSaysPoints(t *testing.T) {
	f := newFake(t, games.All()[0])
	f.changed = func(t *api.Table) { t.View.Ends = map[string]int{"end": 24} }
	if page := look(t, serve(t, f), "/table/lesson").text; !strings.Contains(page, "End the hand, 24 points") {
		t.Errorf("the page: %s", page)
	}
}

// TestOutOfTheGame: who plays no more in a game that goes on is drawn so, whatever words the game has for it, and what
// the total counts does not stand beside those.
func TestOutOfTheGame(t *testing.T) {
	x := api.Table{
		Summary: api.Summary{Game: "five", Phase: api.PhasePlaying, Seats: []api.Seat{{Name: "ana", You: true, Active: true}, {Name: "ben", Active: true}, {Name: "cleo"}}},
		View:    &rules.View{Turn: 1, Scores: []int{3, 4, 210}, Notes: [][]string{nil, {"begins"}, {"sits out"}}},
	}
	for i, want := range []string{" points begins", "out  sits out"} {
		s := newTablePage(x, api.Moves{}, strangers).Opponents[i]
		if got := s.State + " " + s.Unit + " " + s.What; got != want {
			t.Errorf("%s: %q, want %q", s.Name, got, want)
		}
	}
}
