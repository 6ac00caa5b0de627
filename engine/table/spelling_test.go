package table_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/engine/table"
	"fives/engine/tabletest"
)

// spellings are ways to write a move that mean the same to a person.
func spellings(text string) map[string]string {
	return map[string]string{
		"no-break space behind": text + "\u00a0", "wide space in front": "\u2003" + text, "a line": text + "\n",
		"two spaces": strings.ReplaceAll(text, " ", "  "), "tabs": strings.ReplaceAll(text, " ", "\t"), "no-break spaces": strings.ReplaceAll(text, " ", "\u00a0"),
		"lower case": strings.ToLower(text), "ten by letter": strings.ReplaceAll(text, "10", "T"),
		"signs": signs(text),
	}
}

// signs writes the suits as signs.
func signs(text string) string {
	words := rules.Words(text)
	for i, w := range words {
		if c, err := card.Parse(w); err == nil && c.Suit != card.Plain {
			words[i] = c.Rank.String() + []string{"♣", "♦", "♥", "♠", "★"}[c.Suit-card.Clubs]
		}
	}
	return strings.Join(words, " ")
}

// SPEC §7.6: whatever a person types, the record has the canonical spelling, and
// one that has another is a fault.
func TestOneSpelling(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			g := tabletest.New(t, rs, max(rs.MinSeats, 2), nil, 8)
			for range 4 {
				g.Until(func(t *table.Table) bool { return t.Over() || t.Pending().Kind == record.KindMove })
				if g.Table().Over() {
					break
				}
				p := g.Turn()
				text := g.Choose(p, p.Own(), g.Rand)
				honest := g.Move(p, text)
				if honest.Text != text || rules.Canonical(text) != text {
					t.Fatalf("%q is written %q, and %q in the record", text, rules.Canonical(text), honest.Text)
				}
				for what, other := range spellings(text) {
					if got := g.Move(p, other); got.Text != text {
						t.Errorf("%s: %q becomes %q", what, other, got.Text)
					}
					if other == text {
						continue
					}
					bad := honest
					bad.Text = other
					_, err := g.Table().Check(g.Sign(p, bad))
					fault(t, err, p.Seat, 1, "canonical")
				}
				g.Choose = func(*tabletest.Player, rules.Observation, *rand.Rand) string { return text }
				g.Step()
				g.Choose = tabletest.Random
			}
		})
	}
}
