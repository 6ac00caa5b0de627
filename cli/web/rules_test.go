package web

import (
	"regexp"
	"strings"
	"testing"

	"fives/engine/games"
)

// TestRulesAreLed: the number of a rule on a score sheet, and in the words of a lesson, leads
// to the rule, which the page of the game has once.
func TestRulesAreLed(t *testing.T) {
	ids, leads := regexp.MustCompile(`id="rule-([\d.]+)"`), regexp.MustCompile(`data-sheet="/rules/([a-z-]+)\?rule=([\d.]+)"`)
	for _, rs := range games.All() {
		f := newFake(t, rs)
		h := serve(t, f)
		known := map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(ask(h, "GET", "/rules/"+rs.Name, nil).Body.String(), -1) {
			if known[m[1]] {
				t.Errorf("%s has two rules %s", rs.Name, m[1])
			}
			known[m[1]] = true
		}
		for !f.Desk.Over() {
			if err := f.Desk.Play(f.Desk.Hint()); err != nil {
				t.Fatal(err)
			}
		}
		sheet := ask(h, "GET", "/table/lesson/hand?n=1", nil).Body.String()
		found := leads.FindAllStringSubmatch(sheet, -1)
		if len(found) == 0 || len(found) != strings.Count(sheet, ">rule ") {
			t.Errorf("%s: %d numbers of rules lead to them, in %s", rs.Name, len(found), sheet)
		}
		for _, m := range found {
			if m[1] != rs.Name || !known[m[2]] {
				t.Errorf("%s: rule %s of %s is not there", rs.Name, m[2], m[1])
			}
		}
	}
	if got := string(linkRules("five", "(rules 1, 5 and 6.2). Rules 7")); strings.Count(got, "<button") != 3 || !strings.Contains(got, `rule=6.2">6.2</button>). Rules 7`) {
		t.Errorf("%s", got)
	}
	if got := string(linkRules("five", "(rules 4.3 to 4.5, 2 cards)")); strings.Count(got, "<button") != 2 || !strings.Contains(got, `rule=4.5">4.5</button>, 2 cards)`) {
		t.Errorf("%s", got)
	}
	if got := string(linkRules("five", "It is void (rule 13). Rule")); !strings.Contains(got, `(<button type="button" class="rule" data-sheet="/rules/five?rule=13">rule 13</button>). Rule`) {
		t.Errorf("%s", got)
	}
}

// TestRulesFirst: who reads how a game is played wants its rules, then what can be agreed; nobody types
// a move into the page.
func TestRulesFirst(t *testing.T) {
	isTyped := regexp.MustCompile(`\(<strong>(?:take|draw|over|stand|beg|take-one|run|lay|out)</strong>\)`)
	for _, rs := range games.All() {
		page := ask(serve(t, newFake(t, rs)), "GET", "/rules/"+rs.Name, nil).Body.String()
		if m := isTyped.FindString(page); m != "" {
			t.Errorf("%s says what is typed: %s", rs.Name, m)
		}
		rules, options := strings.Index(page, "<h3>The rules</h3>"), strings.Index(page, "<h3>Options</h3>")
		if rules < 0 || options < rules || strings.Contains(page, "<h3>Notation</h3>") {
			t.Errorf("%s: the rules at %d, the options at %d, in %s", rs.Name, rules, options, page)
		}
	}
}
