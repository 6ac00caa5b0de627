package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"fives/cli/shown"
	"fives/engine/games"
	"fives/p2p/api"
	"fives/p2p/waittest"
)

// TestLengthsProposed: each game is proposed as a quick one and as its rules have it, with the
// measured minutes; the one that is in the form is marked.
func TestLengthsProposed(t *testing.T) {
	h := serve(t, newFake(t, games.All()[0]))
	for i, rs := range games.All() {
		page := ask(h, http.MethodGet, fmt.Sprintf("/new?game=%d", i), nil).Body.String()
		for _, p := range rs.Presets() {
			l, ok := rs.Lasting(p.Value, shown.NewForm(i, 0).Field(shown.FieldSeats).At+rs.MinSeats)
			if want := fmt.Sprintf(`data-length="%d"`, p.Value); !ok || !strings.Contains(page, want) || !strings.Contains(page, fmt.Sprintf(`<b class="num">%d</b>`, l.Minutes())) || !strings.Contains(page, p.Name) {
				t.Errorf("%s: %s of %d minutes is not proposed: %s", rs.Name, p.Name, l.Minutes(), page)
			}
		}
		if n := strings.Count(page, `data-minutes="`); n != len(rs.Presets()) || strings.Count(page, `aria-pressed="true"`) != 2 {
			t.Errorf("%s: %d lengths, and not one game and one of them are chosen", rs.Name, n)
		}
	}
	f := newFake(t, games.All()[0]) // five
	f.list.Mine = []api.Summary{{Game: "five", Phase: api.PhaseOver, Time: 1000, Ended: 1000 + 126*30, Hand: 12, Seats: []api.Seat{{Name: "ana"}, {Name: "ben"}, {Name: "cleo"}, {Name: "dan"}}}}
	if page := look(t, serve(t, f), "/new?seats=4").text; !strings.Contains(page, "at 30 seconds a move, as people took here.") || !strings.Contains(page, "65minutes") {
		t.Errorf("after a slow game: %s", page)
	}
	quick := url.Values{"game": {"0"}, "option-limit": {"60"}}
	if r, err := fillForm(quick, 0, false).Request(); err != nil || r.Set["limit"] != "60" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestOwnTable: tapping a length puts it into the form, and its minutes go with the seats. A
// table kept under a name fills in the form again, even after the page was reloaded, until it
// is forgotten. A name is shown as text.
func TestOwnTable(t *testing.T) {
	p := newParty(t)
	b := openTab(t, p.served(t)+"#/new", 360, 640)
	is := func(what, script string) {
		t.Helper()
		waittest.Until(t, what, func() bool { return in[bool](b, script) })
	}
	is("the form", `!!document.querySelector("#lengths [aria-pressed=true] .num")?.textContent`)
	before := in[string](b, `document.querySelector("[data-length='60'] .num").textContent`)
	b.taps(`[data-length="60"]`)
	is("a quick game", `document.querySelector("#f-option-limit").value === "60" && document.querySelector("[data-length='60']").ariaPressed === "true" && document.querySelectorAll("#lengths [aria-pressed=true]").length === 1`)
	in[bool](b, `(s => { s.value = "6"; s.dispatchEvent(new Event("change", { bubbles: true })); return true })(document.querySelector("#f-seats"))`)
	is("other minutes", fmt.Sprintf(`Number(document.querySelector("[data-length='60'] .num").textContent) > %s`, before))
	in[bool](b, `(document.querySelector("#more").open = true, document.querySelector("#own-name").value = "<b>Friday</b>", document.querySelector("#own-keep").click(), true)`)
	is("it is kept", `document.querySelector("#own .grow")?.textContent === "<b>Friday</b>"`)
	in[bool](b, `(location.reload(), true)`)
	is("it is still there", `document.querySelector("#own .grow")?.textContent === "<b>Friday</b>" && document.querySelector("#f-option-limit").value === "200"`)
	in[bool](b, `(document.querySelector("#f-option-limit").value = "77", true)`)
	b.taps(`#own .grow`)
	is("the form as it was kept", `document.querySelector("#f-option-limit").value === "60" && document.querySelector("#f-seats").value === "6"`)
	b.taps(`#own [data-drop]`)
	is("it is forgotten", `!document.querySelector("#own p")`)
	// Without storage only that is lost, and the page says so.
	in[bool](b, `(Storage.prototype.setItem = () => { throw new Error("full") }, document.querySelector("#own-name").value = "x", document.querySelector("#own-keep").click(), true)`)
	is("that nothing is kept", `document.querySelector("#note").textContent.includes("keeps nothing")`)
}

// TestScreenBegins: a new screen begins at its top, and the lobby is where it was left.
func TestScreenBegins(t *testing.T) {
	b := openTab(t, newParty(t).served(t), 360, 480)
	shows := func(hash, what string, at float64) {
		t.Helper()
		in[bool](b, fmt.Sprintf(`(location.hash = %q, true)`, hash))
		waittest.Until(t, what, func() bool { return in[bool](b, fmt.Sprintf(`!!document.querySelector(%q)`, what)) })
		b.rests()
		if y := in[float64](b, `scrollY`); y != at {
			t.Errorf("%s begins at %v, not at %v", hash, y, at)
		}
	}
	shows("#/", ".tabs", 0)
	if y := in[float64](b, `(document.body.style.minHeight = "1400px", scrollTo(0, 300), scrollY)`); y != 300 {
		t.Fatalf("the lobby is at %v", y)
	}
	shows("#/new", "#lengths", 0)
	shows("#/", ".tabs", 300)
}

// TestSheetCloses: a tap beside what lies over the screen takes it away, and so do one on its handle and
// the button at its top, which is there however far down it is. A tap on its text does not, and no tap
// beside a question is an answer.
func TestSheetCloses(t *testing.T) {
	b := openTab(t, newParty(t).served(t)+"#/", 390, 844)
	waittest.Until(t, "the lobby", func() bool { return in[bool](b, `!!document.querySelector(".tabs")`) })
	opened := func() bool { return in[bool](b, `document.querySelector("#sheet").open`) }
	for _, c := range []struct {
		where  string
		x, y   string // from the sheet's box
		closes bool
	}{{"beside it", "195", "r.top - 20", true}, {"the handle", "195", "r.top + 12", true}, {"its text", "r.left + 40", "r.top + 200", false}} {
		in[bool](b, `(a => { a.dataset.sheet = "/rules/five"; document.querySelector("#screen").append(a); a.click(); a.remove(); return true })(document.createElement("button"))`)
		waittest.Until(t, "the rules", opened)
		b.rests() // a tap that was meant for what lay there before does nothing
		at := in[[]float64](b, fmt.Sprintf(`(r => [%s, %s])(document.querySelector("#sheet").getBoundingClientRect())`, c.x, c.y))
		b.do(chromedp.TapXY(at[0], at[1]))
		if c.closes {
			waittest.Until(t, "that a tap on "+c.where+" closes it", func() bool { return !opened() })
		} else if b.rests(); !opened() {
			t.Errorf("a tap on %s closes it", c.where)
		}
	}
	in[bool](b, `(document.querySelector("#sheet").scrollTo(0, 9999), true)`)
	b.taps("#shut")
	waittest.Until(t, "that the button closes it", func() bool { return !opened() })
	in[bool](b, `(a => { a.dataset.post = "/begin"; a.dataset.confirm = "Begin?"; a.dataset.answers = "Begin,Wait,good"; document.querySelector("#screen").append(a); a.click(); return true })(document.createElement("button"))`)
	waittest.Until(t, "the question", func() bool { return in[bool](b, `document.querySelector("#ask").open`) })
	b.do(chromedp.TapXY(195, 100))
	b.rests()
	if got := in[string](b, `[...document.querySelectorAll("#ask[open] button")].map(b => b.textContent + " " + b.className).join()`); got != "Wait ,Begin main" {
		t.Errorf("the question has %q", got)
	}
}

// TestGoodAnswers: to begin a table is the good answer, and to forget one is in red.
func TestGoodAnswers(t *testing.T) {
	for act, want := range map[shown.Act]string{shown.ActBegin: "Do it,Wait,good", shown.ActForget: "Do it,Wait"} {
		if got := verbs(&shown.Sheet{No: "wait", Choices: []shown.Deed{{Act: act, Label: "do it"}}}); got != want {
			t.Errorf("%s: %q", act, got)
		}
	}
}

// TestTilesAndChairs: a tile chooses the game, and the form has that game's fields then; what was answered about the
// big screen stays. A tap adds a chair, gives a free one to the computer, and takes one of the computer's away, but
// none that the game needs; somebody who uses keys stays at the chair.
func TestTilesAndChairs(t *testing.T) {
	p := newParty(t)
	b := openTab(t, served(t, besides{p.fake, []api.Peer{{Name: "ben", Connected: true, Screen: true}}})+"#/new", 390, 844)
	is := func(what, script string) {
		t.Helper()
		waittest.Until(t, what, func() bool { return in[bool](b, script) })
	}
	before := ""
	chairs := func(want string) { // and nothing else between
		t.Helper()
		waittest.Until(t, "the chairs "+want, func() bool {
			got := in[string](b, `[...document.querySelectorAll("#chairs .chair")].map(c => c.lastChild.textContent).join(" ") + ", " + document.querySelector("#f-seats").value + " " + document.querySelector("#f-bots").value`)
			if got != want && got != before && before != "" {
				t.Fatalf("the chairs are %q, not %q", got, want)
			}
			return got == want
		})
		before = want
	}
	is("the form", `!!document.querySelector("#chairs .chair")`)
	in[bool](b, `(document.querySelector("#f-spectators").value = "no", true)`)
	for i, rs := range games.All() {
		if rs.Name == "all-fives" {
			in[bool](b, fmt.Sprintf(`(document.querySelector("[data-tile='%d']").click(), true)`, i)) // no tap: the form moves while its font comes
		}
	}
	is("the tile of All Fives", `document.querySelector("[data-tile][aria-pressed=true]").dataset.game === "all-fives" && document.querySelectorAll("[data-tile][aria-pressed=true]").length === 1`)
	is("its fields", `!!document.querySelector("#f-option-target") && !document.querySelector("#f-option-limit")`)
	is("the answer", `document.querySelector("#f-spectators").value === "no"`)
	chairs("You free add a chair, 2 0")
	is("the font", `document.fonts.status === "loaded"`)
	in[bool](b, `(document.querySelector("#chairs").scrollIntoView({ block: "center" }), true)`)
	b.taps("#chairs .chair:nth-child(2)")
	chairs("You computer add a chair, 2 1")
	b.taps("#chairs .chair:nth-child(3)")
	chairs("You free computer, 3 1") // and the game takes no more
	in[bool](b, `(document.querySelector("#chairs .chair:nth-child(3)").focus(), true)`)
	b.do(chromedp.KeyEvent("\r"))
	chairs("You free add a chair, 2 0")
	is("the focus stays there", `document.activeElement === document.querySelector("#chairs .chair:nth-child(3)")`)
	b.taps("#chairs .chair:nth-child(2)")
	chairs("You computer add a chair, 2 1")
	b.taps("#chairs .chair:nth-child(2)") // the game needs two
	chairs("You free add a chair, 2 0")
}
