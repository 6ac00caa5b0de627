package open_test

import (
	"os"
	"testing"

	"fives/engine/games"
	"fives/p2p/waittest"
)

// TestLessonByTaps: the lesson of each game to its end by taps alone, from the lobby of a
// page as large as a phone, and once more. The routine run takes one.
func TestLessonByTaps(t *testing.T) {
	all := games.All()
	if os.Getenv("FIVES_E2E") == "" {
		all = all[:1]
	}
	for _, rs := range all {
		t.Run(rs.Name, func(t *testing.T) {
			p := newPlayer(t, 360, 640)
			p.learns(rs.Name)
			p.whole("the lesson of " + rs.Title)
			if self := p.text(`document.querySelector(".self bdi").textContent`); self != "ana" {
				t.Errorf("the learner is called %q", self)
			}
			eval[bool](p, `(document.querySelector("#lesson").scrollTo(0, 0), scrollTo(0, 0), true)`)
			for p.learning() {
				p.taught()
				step := p.text(`document.querySelector(".table").dataset.step`)
				waittest.Until(t, "the hint", func() bool { return p.is(`!!document.querySelector(".moves .hinted")`) || p.tap("#hint") && false })
				waittest.Until(t, "the next step", func() bool { // a move that ends the hand takes two taps
					return p.text(`document.querySelector(".table").dataset.step`) != step || p.is(`!document.querySelector(".table[data-sent]")`) && p.tap(".moves .hinted") && false
				})
			}
			if at := eval[float64](p, `document.querySelector("#lesson").scrollTop`); at != 0 {
				t.Errorf("the last page of the lesson begins %v px above the screen", at)
			}
			p.settlement()
			p.closes()
			waittest.Until(t, "the lesson again", func() bool {
				_ = p.tap("[data-deed=rematch]") || p.tap("#sheet[open] [data-close]") // a result may have come
				return eval[bool](p, `!!document.querySelector(".table[data-yours]")`)
			})
			for _, b := range p.bad.list() {
				t.Error(b)
			}
		})
	}
}

// TestLessonOnAPhone: on a phone a lesson shows its step, and what to play now, and needs no
// scrolling for that; the page scrolls to the cards and the moves.
func TestLessonOnAPhone(t *testing.T) {
	for _, rs := range some() {
		p := newPlayer(t, 360, 640)
		p.learns(rs.Name)
		eval[bool](p, `!document.querySelector("#lesson").scrollTo(0, 0)`)
		for _, hidden := range eval[[]string](p, `["#lesson-title", "#lesson [role=status] > :last-child", "#hand button", "#dock button, #choices > summary"].filter((q, at) => {
			const e = document.querySelector(q)
			if (at > 1) e.scrollIntoView({ block: "nearest" })
			const r = e.getBoundingClientRect()
			return r.bottom > innerHeight + 1 || !e.contains(document.elementFromPoint(r.left + r.width / 4, r.top + r.height / 2))
		})`) {
			t.Errorf("%s: %s is not to be seen", rs.Title, hidden)
		}
		p.fits("the lesson of " + rs.Title)
	}
}

// learning waits until the lesson waits for a move, and reports whether it does: it may be over.
func (p *player) learning() bool {
	p.t.Helper()
	waittest.Until(p.t, "a turn, or the end of the lesson", func() bool { return p.over() || p.is(`!!document.querySelector(".table[data-yours] #hint")`) })
	return !p.over()
}

// taught checks that a page of a lesson is on the screen with all that it says, down to what
// to play, and that this stands beside the hand as well.
func (p *player) taught() {
	p.t.Helper()
	if wrong := p.text(`(() => {
		const says = document.querySelector(".says").getBoundingClientRect(), task = document.querySelector(".task").textContent, prompt = document.querySelector("#prompt").textContent
		if (says.top < 0 || says.bottom > innerHeight) return "what it says takes " + says.top + " to " + says.bottom + " of " + innerHeight
		return task && task === prompt ? "" : "it says " + task + ", and beside the hand stands " + prompt
	})()`); wrong != "" {
		p.t.Error(wrong)
	}
}

// learns begins the lesson of a game from the lobby.
func (p *player) learns(game string) {
	p.t.Helper()
	p.shows("#learn")
	p.taps("#learn")
	p.shows("#learn-" + game)
	p.taps("#learn-" + game)
	p.shows("#lesson")
	if eval[bool](p, `document.querySelector("#chat").checkVisibility()`) {
		p.t.Error("a lesson has a line for talk, which nobody hears")
	}
	eval[bool](p, `!document.querySelector("#lesson").scrollTo(0, 999)`)
}

// TestLessonByKeys: a lesson to its end by keys: tab leads to the hint, to its move and to
// what every legal move does.
func TestLessonByKeys(t *testing.T) {
	p := newPlayer(t, 1024, 700)
	p.reaches("#learn")
	p.press("Enter")
	p.shows("#learn-five")
	p.reaches("#learn-five")
	p.press("Enter")
	p.shows("#lesson")
	p.reaches("#explained summary")
	p.press("Enter")
	p.shows("#explained .explained")
	for p.learning() {
		p.reaches("#hint")
		p.press("Enter")
		p.shows(".moves .hinted")
		p.reaches(".moves .hinted")
		step := eval[string](p, `document.querySelector(".table").dataset.step`)
		p.press("Enter")
		waittest.Until(t, "the next step", func() bool {
			if p.is(`!!document.querySelector(".moves .armed:focus")`) {
				p.press("Enter")
			}
			return eval[string](p, `document.querySelector(".table").dataset.step`) != step
		})
	}
	p.shows("#sheet[open] .rank")
	for _, b := range p.bad.list() {
		t.Error(b)
	}
}
