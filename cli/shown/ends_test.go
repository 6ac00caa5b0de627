package shown

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"fives/p2p/api"
)

// Chips are settled in the fewest payments: three pairs that owe each other need three, where
// paying the largest creditor first would take more.
func TestPayments(t *testing.T) {
	for _, c := range []struct {
		totals []int
		want   string
	}{
		{[]int{0, 0}, "[]"},
		{[]int{12, -12}, "[[1 0 12]]"},
		{[]int{30, 7, 2, -19, -20}, "[[4 0 20] [3 0 10] [3 1 7] [3 2 2]]"},
		{[]int{5, 5, -4, -3, -3}, "4"},
		{[]int{6, 4, -5, -5, 3, -3}, "4"}, // with the 3s by themselves
		{[]int{7, -4, -3, 6, -6}, "3"},
		{[]int{1, 1}, "[]"}, // they are no chips
	} {
		got := settleChips(c.totals)
		if len(c.want) == 1 && fmt.Sprint(len(got)) != c.want || len(c.want) > 1 && fmt.Sprint(got) != c.want {
			t.Errorf("%v: %v, not %s", c.totals, got, c.want)
		}
	}
	tab := api.Table{Summary: api.Summary{Game: "furious-five", Phase: api.PhaseOver, Seats: []api.Seat{{Name: "ana", Score: 3}, {Name: "ben", Score: -3}}}}
	if got := Payments(tab); len(got) != 1 || got[0].From.Name != "ben" || got[0].To.Name != "ana" || got[0].Chips != 3 {
		t.Errorf("%+v", got)
	}
	tab.Game = "five"
	if got := Payments(tab); got != nil {
		t.Errorf("points are settled: %+v", got)
	}
}

// Whatever the totals are, all are 0 after the payments, and nobody is in a payment for
// nothing; no other choice of groups needs fewer.
func TestPaymentsSettle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		totals := rapid.SliceOfN(rapid.IntRange(-6, 6), 1, 6).Draw(t, "totals")
		rest := 0
		for _, n := range totals {
			rest -= n
		}
		totals = append(totals, rest)
		left := append([]int{}, totals...)
		all := settleChips(totals)
		for _, p := range all {
			if p[2] <= 0 {
				t.Fatalf("%v pays nothing", p)
			}
			left[p[0]] += p[2]
			left[p[1]] -= p[2]
		}
		for _, n := range left {
			if n != 0 {
				t.Fatalf("%v is left of %v after %v", left, totals, all)
			}
		}
		if n := fewest(totals, 0); len(all) != n {
			t.Fatalf("%d payments, and %d do", len(all), n)
		}
	})
}

// fewest tries every payment between every two.
func fewest(totals []int, from int) int {
	for from < len(totals) && totals[from] == 0 {
		from++
	}
	if from == len(totals) {
		return 0
	}
	best := len(totals)
	for i := from + 1; i < len(totals); i++ {
		if totals[i]*totals[from] < 0 {
			totals[i] += totals[from]
			best = min(best, 1+fewest(totals, from+1))
			totals[i] -= totals[from]
		}
	}
	return best
}

// The hands that decided a game are those in which most changed between the first two.
func TestSwings(t *testing.T) {
	tab := api.Table{Summary: api.Summary{Phase: api.PhaseOver, Winners: []string{"ben"}, Seats: []api.Seat{{Name: "ana", Score: 90}, {Name: "ben", Score: 40}, {Name: "cleo", Score: 203}}}}
	for i, points := range [][2]int{{10, 5}, {0, 30}, {45, 0}, {35, 5}} {
		tab.Hands = append(tab.Hands, api.Hand{Sheet: api.Sheet{Number: i + 1, Points: map[string]int{"ana": points[0], "ben": points[1], "cleo": 50}}})
	}
	said := func() (text string) {
		for _, s := range Swings(tab) {
			text += fmt.Sprintf("%d %s %s %d;", s.Hand, s.Winner.Name, s.Other.Name, s.By)
		}
		return text
	}
	if got := said(); got != "2 ben ana -30;3 ben ana 45;" && got != "3 ben ana 45;4 ben ana 30;" {
		t.Error(got)
	}
	tab.Seats[0].Score, tab.Seats[1].Score, tab.Seats[2].Score = 40, 90, 3 // where much is good
	if got := said(); got != "2 ben ana 30;3 ben ana -45;" {
		t.Error(got)
	}
	tab.Winners = []string{"ben", "ana"}
	if got := said(); got != "" {
		t.Errorf("two have won: %s", got)
	}
}

// Limit applies to games whose totals run up to something, and is what was agreed.
func TestLimit(t *testing.T) {
	for game, want := range map[string]int{"five": 60, "furious-five": 0, "five-crowns": 0, "x": 0} {
		tab := api.Table{Summary: api.Summary{Game: game}, Options: map[string]any{"limit": 60.0, "target": 0.0, "hands": 5.0}}
		if got := Limit(tab); got != want {
			t.Errorf("%s: %d, not %d", game, got, want)
		}
	}
	if Limit(api.Table{Summary: api.Summary{Game: "five"}}) != 0 {
		t.Error("without options it has a limit")
	}
}
