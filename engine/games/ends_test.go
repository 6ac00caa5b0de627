package games_test

import (
	"slices"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/engine/rules"
)

// TestEnds: where a hand can be ended by a move whose price the rules know, the view of the seat
// to act says what its cards count, as the settlement does; and nobody else's view does.
func TestEnds(t *testing.T) {
	for name, verb := range map[string]string{"five": "end", "furious-five": "call"} {
		t.Run(name, func(t *testing.T) {
			rs, err := games.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			told, untold := 0, 0
			for seed := range uint64(4) {
				m := match{rs: rs, seed: seed, seats: []who{easy, good, easy}, given: rs.Brief}
				if _, err := m.play(nil, func(at turn) {
					own := rules.Observation(at.faces)
					v := at.before.View(at.seat, own)
					n, may := v.Ends[verb]
					legal := slices.Contains(at.before.Moves(at.seat, own), verb)
					if may != legal || len(v.Ends) > 1 {
						t.Errorf("%s is legal: %t, and the view has %v", verb, legal, v.Ends)
					}
					if !may {
						untold++
						return
					}
					told++
					if !strings.Contains(v.Prompt, rules.Points(n)) {
						t.Errorf("%d points, and the prompt is %q", n, v.Prompt)
					}
					for s := range 3 {
						if s != at.seat && at.before.View(s, own).Ends != nil {
							t.Errorf("seat %d sees what seat %d has", s, at.seat)
						}
					}
					if at.before.View(rules.Onlooker, own).Ends != nil {
						t.Error("all see it")
					}
					if at.move == verb {
						checkLastMoment(t, at)
					}
				}); err != nil {
					t.Fatal(err)
				}
			}
			if told == 0 || name != "five" && untold == 0 {
				t.Errorf("%d turns told it, %d did not", told, untold)
			}
		})
	}
}

// checkLastMoment holds that whoever ends a hand has gained nothing with that move: what the seat
// drew before is no recent moment any more.
func checkLastMoment(t *testing.T, at turn) {
	t.Helper()
	cards, err := rules.Bind(at.before, at.seat, at.move, at.faces)
	if err != nil {
		t.Fatal(err)
	}
	next, err := at.before.Play(rules.Move{Seat: at.seat, Text: at.move, Cards: cards}, at.faces)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range next.View(rules.Onlooker, nil).Moments {
		if m.Seat == at.seat {
			t.Errorf("seat %d has ended the hand, and %s", m.Seat, m.What)
		}
	}
}
