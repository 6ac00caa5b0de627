package games_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"fives/engine/card"
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
					if !slices.Contains(strings.FieldsFunc(v.Prompt, func(r rune) bool { return !unicode.IsDigit(r) }), strconv.Itoa(n)) {
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

// TestTakes: where a trick is decided by the move of the last one to play to it, the view of that seat says with which
// moves it is taken; and nobody else's view does, nor before the last one.
func TestTakes(t *testing.T) {
	rs, err := games.Find("all-fives")
	if err != nil {
		t.Fatal(err)
	}
	won, lost := 0, 0
	for seed := range uint64(3) {
		m := match{rs: rs, seed: seed, seats: []who{easy, good, easy}, given: rs.Brief}
		if _, err := m.play(nil, func(at turn) {
			own := rules.Observation(at.faces)
			v := at.before.View(at.seat, own)
			var want []string
			for _, move := range at.before.Moves(at.seat, own) {
				if takesTrick(t, at, move) {
					want = append(want, move)
				} else if strings.HasPrefix(move, "play ") {
					lost++
				}
			}
			won += len(want)
			if !slices.Equal(v.Takes, want) {
				t.Errorf("the view has %q, and %q take the trick", v.Takes, want)
			}
			for _, s := range []int{rules.Onlooker, (at.seat + 1) % 3} {
				if got := at.before.View(s, own).Takes; got != nil {
					t.Errorf("%d sees %q", s, got)
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	if won == 0 || lost == 0 {
		t.Errorf("%d moves took a trick, %d did not", won, lost)
	}
}

// takesTrick reports whether a move ends a trick, and takes it.
func takesTrick(t *testing.T, at turn, move string) bool {
	t.Helper()
	cards, err := rules.Bind(at.before, at.seat, move, at.faces)
	if err != nil {
		t.Fatal(err)
	}
	next, err := at.before.Play(rules.Move{Seat: at.seat, Text: move, Cards: cards}, at.faces)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(move, "play ") {
		return false
	}
	for _, m := range next.View(rules.Onlooker, nil).Moments {
		if strings.HasPrefix(m.What, "takes the trick") && m.Seat == at.seat && "play "+card.Join(m.Cards) == move {
			return true
		}
	}
	return false
}

// A game is found by its name in either case, and by its title.
func TestTyped(t *testing.T) {
	for _, rs := range games.All() {
		for _, name := range []string{rs.Name, rs.Title, strings.ToUpper(rs.Name), " " + strings.ToLower(rs.Title) + " "} {
			if got, err := games.Typed(name); got != rs {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
	for _, name := range []string{"", "six", "fivecrowns", "fïve"} {
		if rs, err := games.Typed(name); err == nil {
			t.Errorf("%q is %s", name, rs.Name)
		}
	}
}

// TestTaken: until the next trick is taken, the view of a game of tricks says who took the last one, and
// how many moves ago.
func TestTaken(t *testing.T) {
	for _, name := range []string{"all-fives", "five-three-five"} {
		rs, err := games.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		took, led := 0, 0
		var last *rules.Moment
		m := match{rs: rs, seed: 1, seats: []who{easy, good, easy}, given: rs.Brief}
		if _, err := m.play(nil, func(at turn) {
			v := at.before.View(rules.Onlooker, nil)
			switch {
			case v.Taken == nil:
				last = nil
				return
			case v.Taken.Moves == 0:
				took++
				if v.Turn != v.Taken.Seat {
					t.Errorf("%s: seat %d has taken the trick, and seat %d leads", name, v.Taken.Seat, v.Turn)
				}
			case last == nil || v.Taken.Moves != last.Moves+1 || v.Taken.Seat != last.Seat || !slices.Equal(v.Taken.Cards, last.Cards):
				t.Errorf("%s: %+v after %+v", name, v.Taken, last)
			default:
				led++
			}
			last = v.Taken
		}); err != nil {
			t.Fatal(err)
		}
		if took < 3 || led < 3 {
			t.Errorf("%s: %d tricks, %d moves after one", name, took, led)
		}
	}
}
