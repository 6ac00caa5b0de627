package suite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

// decks holds that the rule page names every deck that the game uses, and lists
// its faces in canonical order: both go into the points of the faces.
func (s *suite) decks(t *testing.T) {
	t.Helper()
	for _, line := range deckLines(s.rs) {
		if !strings.Contains(s.rs.Rules, "\n"+line+"\n") {
			t.Errorf("RULES.md lacks the line\n%s", line)
		}
	}
}

// deckLines are the lines of the rule page, one for each deck.
func deckLines(rs *rules.RuleSet) []string {
	seats := map[string][]int{}
	with := map[string]string{}
	faces := map[string]string{}
	var names []string
	for n := rs.MinSeats; n <= rs.MaxSeats; n++ {
		for _, given := range append(small(rs.Schema), nil) {
			o, err := rs.Validate(n, given)
			if err != nil {
				continue
			}
			d := rs.Deck(n, o)
			if !slices.Contains(names, d.Name) {
				names = append(names, d.Name)
				faces[d.Name] = packs(d.Cards)
			}
			if !slices.Contains(seats[d.Name], n) {
				seats[d.Name] = append(seats[d.Name], n)
			}
			for option, v := range given {
				if usual, _ := rs.Validate(n, nil); rs.Deck(n, usual).Name != d.Name {
					with[d.Name] = fmt.Sprintf(", `%s` %v", option, v)
				}
			}
		}
	}
	lines := make([]string, len(names))
	for i, name := range names {
		n := seats[name]
		lines[i] = fmt.Sprintf("- deck `%s` (%d to %d seats%s): %s", name, n[0], n[len(n)-1], with[name], faces[name])
	}
	return lines
}

// small lists a set of options for each value of those options that have few.
func small(schema rules.Schema) []map[string]any {
	var all []map[string]any
	for _, opt := range schema {
		if opt.Kind == rules.Int && opt.Max-opt.Min > 9 || opt.Kind == rules.Ints {
			continue
		}
		values := extremes(opt)
		for v := opt.Min + 1; v < opt.Max; v++ {
			values = append(values, v)
		}
		for _, v := range values {
			all = append(all, map[string]any{opt.Name: v})
		}
	}
	return all
}

// packs writes faces in their order, equal packs once.
func packs(faces []card.Card) string {
	n := 1
	for k := 2; k <= 4; k++ {
		size := len(faces) / k
		if len(faces)%k == 0 && slices.Equal(faces, slices.Repeat(faces[:size], k)) {
			n = k
		}
	}
	text := "`" + card.Join(faces[:len(faces)/n]) + "`"
	if n > 1 {
		text = fmt.Sprintf("%d times %s", n, text)
	}
	return text
}
