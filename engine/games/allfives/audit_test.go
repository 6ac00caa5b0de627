package allfives

import (
	"strings"
	"testing"

	"fives/engine/card"
)

// Receipts hold these sentences, so the rule page has to have them letter by
// letter (SPEC §7.7, RULES 11.7).
func TestPageHasTheSentences(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		led  card.Suit
		hand card.Suit
	}{{card.Hearts, card.Hearts}, {card.Clubs, card.Clubs}, {card.Clubs, card.Hearts}} {
		d := obligation{led: c.led, trump: card.Hearts, best: card.Card{Rank: 2, Suit: c.led}, strict: true}
		hand := []card.Card{{Rank: 7, Suit: c.hand}}
		if !d.bound(hand) {
			t.Errorf("%+v binds nobody", d)
		}
		seen[d.rule(hand)] = true
		if !strings.Contains(page, "\n- `"+d.rule(hand)+"`") {
			t.Errorf("RULES.md lacks the sentence %q", d.rule(hand))
		}
	}
	if len(seen) != 3 || strings.Count(page, "\n- `") != len(seen) {
		t.Errorf("RULES.md lists other sentences than %v", seen)
	}
}
