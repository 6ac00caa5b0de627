package suite

import (
	"slices"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/lesson/lessontest"
	"fives/engine/rules"
)

// longestGuide is half a page: as many letters.
const longestGuide = 2000

// guide checks HOWTO.md: that it is there and short, and draws a hand out of the
// game's own deck.
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

func (s *suite) lesson(t *testing.T) { lessontest.Holds(t, s.rs) }

// drawnHands are the blocks of a page that are marked as cards.
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
