package gametest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"fives/engine/bare"
	"fives/engine/card"
	"fives/engine/rules"
)

// Each fault in a score sheet is found, and none in a good one.
func TestSheets(t *testing.T) {
	rs := &rules.RuleSet{Rules: "# Game\n\n1. **Cards.** Many.\n\n## 2. Count\n\n1. All.\n\n3.4 Some.\n"}
	if got := slices.Sorted(maps.Keys(RulesOf(rs.Rules))); !slices.Equal(got, []string{"1", "2.1", "3.4"}) {
		t.Fatalf("the rules of the page are %q", got)
	}
	cards, err := card.ParseAll([]string{"7h", "7s", "Kc"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want string
		mar  func(e *bare.Ended)
	}{
		{"", func(*bare.Ended) {}},
		{"score sheets of 1 seats", func(e *bare.Ended) { e.Items = e.Items[:1] }},
		{"adds up to 15", func(e *bare.Ended) { e.Items[0][0].Points++ }},
		{"plays the hand: true", func(e *bare.Ended) { e.Items[0], e.Scores[0], e.Looks[0] = nil, 1, nil }},
		{"plays the hand: false", func(e *bare.Ended) { e.Items[2] = []rules.Item{{What: "nothing", Rule: "1"}} }},
		{"not public: Kc", func(e *bare.Ended) { e.Items[0][0].Cards = append(e.Items[0][0].Cards, cards[2]) }},
		{"not public: 7h", func(e *bare.Ended) { e.Items[0][0].Cards = append(e.Items[0][0].Cards, cards[0]) }},
		{"not public: ?", func(e *bare.Ended) { e.Items[0][0].Cards = append(e.Items[0][0].Cards, card.Card{}) }},
		{"not another one", func(e *bare.Ended) { e.Items[0][0].Seats = []int{0} }},
		{"not another one", func(e *bare.Ended) { e.Items[0][0].Seats = []int{3} }},
		{"the hand is void", func(e *bare.Ended) { e.Void = true }},
		{"no short phrase", func(e *bare.Ended) { e.Items[0][0].What = "" }},
		{"no short phrase", func(e *bare.Ended) { e.Items[0][0].What = "cards left " }},
		{"no short phrase", func(e *bare.Ended) { e.Items[0][0].What = "Cards left." }},
		{"no short phrase", func(e *bare.Ended) { e.Items[0][0].What = strings.Repeat("x", longestWhat+1) }},
		{"does not have", func(e *bare.Ended) { e.Items[0][0].Rule = "2" }},
		{"does not have", func(e *bare.Ended) { e.Items[0][0].Rule = "" }},
		{"shown or laid 7s", func(e *bare.Ended) { e.Items[0][0].Cards = cards[:1] }},
		{"shown or laid 7s", func(e *bare.Ended) { e.Laid = [][][]card.Card{nil, {cards[1:2]}, nil} }},
	} {
		e := bare.Ended{
			Settlement: rules.Settlement{
				Items: [][]rules.Item{
					{{What: "cards left", Points: 14, Cards: slices.Clone(cards[:2]), Rule: "2.1"}},
					{{What: "a share from", Points: -3, Rule: "3.4", Seats: []int{0}}},
					nil,
				},
				Scores: []int{15, -1, 5},
			},
			Looks:  [][]card.Card{cards[:2], nil, nil},
			Public: rules.Observation{cards[0], {}, cards[1]},
		}
		c.mar(&e)
		wrong := strings.Join(sheetFaults(rs, e, []int{1, 2, 5}, []int{0, 1}), "; ")
		if (wrong == "") != (c.want == "") || !strings.Contains(wrong, c.want) {
			t.Errorf("instead of %q: %q", c.want, wrong)
		}
	}
}
