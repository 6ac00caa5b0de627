package gametest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/lesson"
	"fives/engine/rules"
)

// longestGuide is the length of half a page, in bytes.
const longestGuide = 2000

// guide checks that HOWTO.md is there, is short, and draws a hand from the game's
// own deck.
func (s *suite) guide(t *testing.T) {
	switch n := len(s.rs.Guide); {
	case n == 0:
		t.Fatal("HOWTO.md is missing")
	case n > longestGuide:
		t.Errorf("HOWTO.md has %d letters, more than half a page", n)
	}
	hands := drawnHands(s.rs.Guide)
	if len(hands) == 0 {
		t.Error("HOWTO.md draws no hand: a block of code marked as cards")
	}
	for _, hand := range hands {
		cards, err := card.ParseAll(strings.Fields(hand))
		if err != nil || !inDeck(s.rs, cards) {
			t.Errorf("HOWTO.md draws %s, which is no hand of this game (%v)", hand, err)
		}
	}
	for _, name := range []string{"Options", "Notation"} {
		if !strings.Contains(s.rs.Rules, name+"\n\n") {
			t.Errorf("RULES.md has nothing under %s, which fives rules shows with the guide", name)
		}
	}
}

// lesson checks the lesson, and that its text agrees with the rule page and with
// the cards.
func (s *suite) lesson(t *testing.T) {
	checkLesson(t, s.rs)
	l, err := lesson.Of(s.rs)
	if err != nil {
		t.Fatal(err)
	}
	complain(t, uncited(l, RulesOf(s.rs.Rules)))
	complain(t, misplaced(opened(t, s.rs)))
	Agreed(t, s.rs)
	counted := slices.ContainsFunc(l.Texts(), func(x lesson.Text) bool { return NumbersIn(x.Text) != nil })
	if test, _ := os.ReadFile(filepath.Join(s.folder, "lesson_test.go")); counted && !strings.Contains(string(test), "Numbers(") {
		t.Error("the lesson has numbers, and no lesson_test.go that holds them against the game: see Numbers")
	}
}

var (
	// ruling matches words that a lesson uses only in sentences about the rules; "may" is a
	// permission there, not a guess.
	ruling   = regexp.MustCompile(`(?i)\b(may|must|cannot|need not|allowed|forbidden|counts?|costs?|wild|clears?|cleared)\b`)
	sentence = regexp.MustCompile(`[.!?]\s+`)
	citation = regexp.MustCompile(`\(rules? ([^)]*)\)`)
	number   = regexp.MustCompile(`\d+(\.\d+)?`)
)

// uncited lists sentences about the rules that cite none, cited rules that do not exist,
// and steps that show a situation without citing its rule.
func uncited(l *lesson.Lesson, rules map[string]string) (all []string) {
	for _, text := range l.Texts() {
		for _, s := range sentence.Split(text.Text, -1) {
			if ruling.MatchString(s) && !citation.MatchString(s) {
				all = append(all, fmt.Sprintf("step %d, %s, names no rule: %s", text.Step, text.Name, s))
			}
		}
		for _, c := range citation.FindAllStringSubmatch(text.Text, -1) {
			for _, n := range number.FindAllString(c[1], -1) {
				if rules[n] == "" {
					all = append(all, fmt.Sprintf("step %d, %s: there is no rule %s", text.Step, text.Name, n))
				}
			}
		}
	}
	for i, step := range l.Steps {
		if step.Shows != "" && !citation.MatchString(step.Say) {
			all = append(all, fmt.Sprintf("step %d shows %q and names no rule", i+1, step.Shows))
		}
	}
	return all
}

// drawnHands returns the blocks of a page that are marked as cards.
func drawnHands(page string) (hands []string) {
	for i, part := range strings.Split(page, "```cards\n") {
		if hand, _, ok := strings.Cut(part, "```"); ok && i > 0 {
			hands = append(hands, hand)
		}
	}
	return hands
}

// inDeck reports whether the deck of the game at its fewest seats has these cards.
func inDeck(rs *rules.RuleSet, cards []card.Card) bool {
	o, err := rs.Validate(rs.MinSeats, nil)
	if err != nil {
		return false
	}
	deck := slices.Clone(rs.Deck(rs.MinSeats, o).Cards)
	for _, c := range cards {
		i := slices.Index(deck, c)
		if i < 0 {
			return false
		}
		deck = slices.Delete(deck, i, i+1)
	}
	return len(cards) > 0
}
