package rules_test

import (
	"slices"
	"testing"

	"fives/engine/games/five"
	"fives/engine/rules"
)

// Design, section 6: seats keep their order and are renumbered; a duty of an
// absent seat passes clockwise.
func TestKeep(t *testing.T) {
	for _, c := range []struct {
		next  int
		seats []int
		want  rules.Carry
	}{
		{0, []int{0, 1, 2, 3}, rules.Carry{Scores: []int{10, 11, 12, 13}, Next: 0}},
		{3, []int{0, 1, 2, 3}, rules.Carry{Scores: []int{10, 11, 12, 13}, Next: 3}},
		{2, []int{0, 2}, rules.Carry{Scores: []int{10, 12}, Next: 1}},
		{1, []int{0, 2}, rules.Carry{Scores: []int{10, 12}, Next: 1}},
		{3, []int{0, 2}, rules.Carry{Scores: []int{10, 12}, Next: 0}},
		{0, []int{1, 3}, rules.Carry{Scores: []int{11, 13}, Next: 0}},
		{2, []int{1, 3}, rules.Carry{Scores: []int{11, 13}, Next: 1}},
	} {
		from := rules.Carry{Hands: 5, Scores: []int{10, 11, 12, 13}, Next: c.next}
		c.want.Hands = 5
		if got := from.Keep(c.seats); !got.Equal(c.want) {
			t.Errorf("next %d, seats %v: %+v", c.next, c.seats, got)
		}
	}
}

func TestCarryEqual(t *testing.T) {
	a := rules.Carry{Hands: 1, Scores: []int{1, 2}, Next: 1}
	for _, b := range []rules.Carry{
		{Hands: 2, Scores: []int{1, 2}, Next: 1},
		{Hands: 1, Scores: []int{1, 3}, Next: 1},
		{Hands: 1, Scores: []int{1}, Next: 1},
		{Hands: 1, Scores: []int{1, 2}, Next: 0},
	} {
		if a.Equal(b) || !b.Equal(b) {
			t.Errorf("%+v and %+v", a, b)
		}
	}
}

// SPEC §5.3.
func TestCarryCheck(t *testing.T) {
	const most = 1 << 30
	good := rules.Carry{Hands: most, Scores: []int{-most, most}, Next: 1}
	if err := good.Check(2); err != nil {
		t.Error(err)
	}
	for _, c := range []rules.Carry{
		{Hands: most + 1, Scores: []int{0, 0}},
		{Hands: -1, Scores: []int{0, 0}},
		{Hands: 1, Scores: []int{most + 1, 0}},
		{Hands: 1, Scores: []int{0, -most - 1}},
		{Hands: 1, Scores: []int{0}},
		{Hands: 1, Scores: []int{0, 0}, Next: 2},
		{Hands: 1, Scores: []int{0, 0}, Next: -1},
	} {
		if c.Check(2) == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// SPEC §5.3: who may be taken over plays the next hand. Before the first hand, that is
// everybody.
func TestActive(t *testing.T) {
	for _, c := range []struct {
		carry rules.Carry
		want  []int
	}{
		{rules.Carry{Scores: []int{0, 0, 0}}, []int{0, 1, 2}},
		{rules.Carry{Hands: 3, Scores: []int{50, 200, 199}, Next: 1}, []int{0, 2}},
	} {
		rs := five.Rules
		o, err := rs.Validate(3, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := rs.Active(3, o, c.carry); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v", c.carry, got)
		}
	}
}
