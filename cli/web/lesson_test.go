package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"fives/cli/learn"
	"fives/engine/games"
	"fives/p2p/api"
)

// TestLessons takes the lesson of every game to its end, in the words of the terminal, and
// again. The daemon is asked for nothing.
func TestLessons(t *testing.T) {
	f := newFake(t, games.All()[0])
	f.fail = api.Fail(api.ReasonNoTable, api.Data{})
	h := serve(t, f)
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			if page := look(t, h, "/learn"); !strings.Contains(page.text, rs.Title) {
				t.Fatal("it cannot be chosen")
			}
			var begun answer
			decode(t, ask(h, "POST", "/learn", url.Values{"game": {rs.Name}}), &begun)
			if begun.Go != "table/"+learn.Table {
				t.Fatalf("%+v", begun)
			}
			desk, err := learn.Sit(rs, "") // the same lesson, beside it
			if err != nil {
				t.Fatal(err)
			}
			for !desk.Over() {
				page := look(t, h, "/table/lesson")
				p := desk.Page()
				for _, c := range p.Choices {
					if !strings.Contains(page.text, check(t, "a meaning", string(set(c.Says))).text) {
						t.Errorf("%s is not explained: %s", c.Move, c.Says)
					}
				}
				if text := lessonText(p); !strings.Contains(page.text, p.Title) || !strings.Contains(page.text, check(t, "the text", string(text)).text) {
					t.Fatalf("the page lacks %q: %s", p.Title, text)
				}
				var hint, played answer
				decode(t, ask(h, "GET", "/table/lesson/hint", nil), &hint)
				if hint.Move != desk.Hint() {
					t.Fatalf("the hint is %q, not %q", hint.Move, desk.Hint())
				}
				decode(t, ask(h, "POST", "/table/lesson/play", url.Values{"move": {hint.Move}, "step": {fmt.Sprint(desk.Table().Step)}}), &played)
				if played.Error || played.Go != begun.Go || desk.Play(hint.Move) != nil {
					t.Fatalf("%s: %+v", hint.Move, played)
				}
			}
			for _, path := range []string{"/table/lesson", "/table/lesson/hand", "/table/lesson/history", "/table/lesson/menu"} {
				look(t, h, path)
			}
			var again answer
			if decode(t, ask(h, "POST", "/table/lesson/rematch", nil), &again); again.Go != begun.Go || !strings.Contains(look(t, h, "/table/lesson").text, "Step 1 of ") {
				t.Errorf("again: %+v", again)
			}
		})
	}
	if len(f.asked) > 0 {
		t.Errorf("the daemon was asked for %v", f.asked)
	}
}

// A legal move that the lesson does not ask for, and one at a step that has passed, are refused
// with the reason.
func TestLessonDetour(t *testing.T) {
	h := serve(t, newFake(t, games.All()[0]))
	if w := ask(h, "POST", "/learn", url.Values{"game": {"chess"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("chess: %s", w.Body)
	}
	ask(h, "POST", "/learn", url.Values{"game": {"five"}})
	for move, want := range map[string]string{"end": "Legal, but another move is meant here. Five unknown cards", "drop 2c draw": "llegal"} {
		var a answer
		if decode(t, ask(h, "POST", "/table/lesson/play", url.Values{"move": {move}, "step": {"1"}}), &a); !a.Error || !strings.Contains(a.Say, want) {
			t.Errorf("%s: %+v", move, a)
		}
	}
	var late answer
	if decode(t, ask(h, "POST", "/table/lesson/play", url.Values{"move": {"drop 7h 7s take"}, "step": {"9"}}), &late); late.Code != string(api.ReasonMovedOn) {
		t.Errorf("at another step: %+v", late)
	}
	if page := look(t, h, "/table/lesson"); !slices.Contains(page.values("data-step"), "1") {
		t.Error("the lesson went on")
	}
}
