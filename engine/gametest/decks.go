package gametest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
)

// decks checks that the rule page names exactly the decks of the game and lists
// their faces in canonical order: a face's point is hashed from the name of the
// deck and the place of the face in it.
func (s *suite) decks(t *testing.T) {
	want, got := deckLines(s.rs), statedDecks(s.rs.Rules)
	if !slices.Equal(got, want) {
		t.Errorf("RULES.md has the lines\n%s\nand needs\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// statedDecks returns the "- deck" lines of a rule page.
func statedDecks(page string) (decks []string) {
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "- deck ") {
			decks = append(decks, strings.TrimSuffix(line, "\n"))
		}
	}
	return decks
}

// deckLines returns the lines that the rule page needs, one for each deck.
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
		lines[i] = fmt.Sprintf("- deck `%s` (%s%s): %s", name, span(n[0], n[len(n)-1]), with[name], faces[name])
	}
	return lines
}

// span writes a range of seat counts: "2 to 4 seats".
func span(from, to int) string {
	switch {
	case from != to:
		return fmt.Sprintf("%d to %d seats", from, to)
	case from == 1:
		return "1 seat"
	}
	return fmt.Sprintf("%d seats", from)
}

// small lists a set of options for every value of each option with few values.
func small(schema rules.Schema) []map[string]any {
	var all []map[string]any
	for _, opt := range schema {
		for _, v := range values(opt) {
			all = append(all, map[string]any{opt.Name: v})
		}
	}
	return all
}

// values lists the values of an option, none if there are many.
func values(opt rules.Option) (all []any) {
	switch {
	case opt.Kind == rules.Int && opt.Max-opt.Min < 10:
		for v := opt.Min; v <= opt.Max; v++ {
			all = append(all, v)
		}
	case opt.Kind == rules.Bool || opt.Kind == rules.Enum:
		all = extremes(opt)
	}
	return all
}

// packs writes faces in their order; a repeated pack is written once, with its
// number.
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
