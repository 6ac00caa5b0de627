package cards

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fives/cli/learn"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
)

// A marked card has its sign in a line of text and a pennant on its picture, and says aloud
// what it is; a wild one has paper of its own; what it stands for comes behind it.
func TestMarks(t *testing.T) {
	joker, seven := card.Card{Rank: card.Joker}, card.Card{Rank: 7, Suit: card.Hearts}
	marks := []rules.Mark{{Sign: "*", Name: "wild", Cards: []card.Card{joker}}}
	for what, html := range map[string]string{
		`Jk<sup title="wild">*</sup></b>=<b class=h>7♥`: string(Chips(marks, []card.Card{joker}, []card.Card{seven})),
		`aria-label="joker, wild"`:                      string(Faces(marks, []card.Card{joker})),
		`<title>wild</title>`:                           string(Faces(marks, []card.Card{joker})),
		pennants["*"]:                                   string(Faces(marks, []card.Card{joker})),
		`class="k wild"`:                                string(Face(marks, joker)),
		`class="k mini wild"`:                           string(Minis(marks, []card.Card{joker})),
	} {
		if !strings.Contains(html, what) {
			t.Errorf("there is no %s in %s", what, html)
		}
	}
	for _, html := range []string{string(Chips(marks, []card.Card{seven}, nil)), string(Faces(marks, []card.Card{seven}))} {
		if strings.Contains(html, "wild") || strings.Contains(html, "*") || strings.Contains(html, "class=wm") {
			t.Errorf("a card without a mark: %s", html)
		}
	}
}

// Every mark of every game has a pennant.
func TestPennants(t *testing.T) {
	signs := 0
	for _, rs := range games.All() {
		desk, err := learn.Sit(rs, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range desk.Table().View.Marks {
			signs++
			if pennants[m.Sign] == "" {
				t.Errorf("%s: there is no pennant for %s, %q", rs.Name, m.Name, m.Sign)
			}
		}
	}
	if signs == 0 {
		t.Error("no game has marks")
	}
}

// The pips of a card are one path, because the time that browsers take for a card grows with
// its elements.
func TestFewElements(t *testing.T) {
	elements := regexp.MustCompile(`<[a-z]`)
	for c, most := range map[card.Card]int{
		{Rank: card.Ace, Suit: card.Stars}: 8, {Rank: 10, Suit: card.Clubs}: 7, {Rank: card.Queen, Suit: card.Hearts}: 22,
		{}: 10, {Rank: card.Joker}: 24, {Rank: 8, Suit: card.Plain}: 10,
	} {
		if n := len(elements.FindAllString(full(c), -1)); n > most {
			t.Errorf("%s has %d elements, more than %d", c, n, most)
		}
		if n := len(elements.FindAllString(mini(c), -1)); n > 6 {
			t.Errorf("%s has %d elements as a small picture", c, n)
		}
	}
	if !strings.Contains(full(card.Card{Rank: 10, Suit: card.Clubs}), "textLength=24") {
		t.Error("a ten is wider than its corner")
	}
}

// The lines of the back meet: each lozenge begins where the one beside it ends, and where the
// one above it ends.
func TestBackMeets(t *testing.T) {
	starts := map[[2]int]bool{}
	lozenge := regexp.MustCompile(`M(\d+) (\d+)l8-10 8 10-8 10z`)
	for _, m := range lozenge.FindAllStringSubmatch(back(), -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		starts[[2]int{x, y}] = true
	}
	if len(starts) != 30 {
		t.Fatalf("%d lozenges", len(starts))
	}
	for at := range starts {
		if at[0] > 10 && !starts[[2]int{at[0] - 16, at[1]}] || at[1] > 20 && !starts[[2]int{at[0], at[1] - 20}] {
			t.Errorf("the lozenge at %v touches none", at)
		}
	}
}
