package games_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fives/engine/games"
	"fives/engine/rules"
)

var measure = flag.Bool("lengths", false, "measure how long games are, and write the games' lasts.txt anew")

const (
	lengthsMeasured = 40 // games for each line of a lasts.txt
	lengthsChecked  = 8  // games with which a line is checked
)

// TestLengths compares how long games are with the games' lasts.txt, at the defaults and
// the fewest seats; with -lengths it writes these files.
func TestLengths(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			t.Parallel()
			if *measure {
				writeLengths(t, rs)
				return
			}
			want := rs.Usual()
			if rs.Lasts == "" {
				t.Skip("nobody has measured it: go test ./engine/games -run TestLengths -lengths")
			}
			if len(want) == 0 || want[0].Seats != max(2, rs.MinSeats) || want[len(want)-1].Seats != most(rs) {
				t.Fatalf("lasts.txt has %v for the default", want)
			}
			for _, p := range rs.Presets() {
				if !slices.ContainsFunc(rs.Lengths(), func(l rules.Length) bool { return l.Value == p.Value }) {
					t.Errorf("nobody has measured %q: go test ./engine/games -run TestLengths -lengths", p.Name)
				}
			}
			got := lengthOf(t, rs, want[0].Value, want[0].Seats, lengthsChecked)
			if !near(got.Hands, want[0].Hands) || !near(got.Moves, want[0].Moves) {
				t.Errorf("measured %v, and lasts.txt has %v", got, want[0])
			}
		})
	}
}

// near reports whether two lengths are the same but for chance, in few games.
func near(got, want int) bool { return 2*got >= want && got <= 2*want }

// most is the most seats at which games are measured: of larger tables there are few.
func most(rs *rules.RuleSet) int { return min(rs.MaxSeats, 7) }

func writeLengths(t *testing.T, rs *rules.RuleSet) {
	var text strings.Builder
	name, values := "value", []int{0}
	if o := rs.Main(); o != nil {
		name, values = o.Name, []int{o.Default.(int) / 2}
		for _, p := range rs.Presets() {
			values = append(values, p.Value)
		}
		slices.Sort(values)
		values = slices.Compact(values)
	}
	fmt.Fprintf(&text, "# How long a game is on average over %d games of good and easy computer players in turn:\n", lengthsMeasured)
	fmt.Fprintf(&text, "# go test ./engine/games -run TestLengths -lengths\n# %s, seats, hands, moves\n", name)
	few := max(2, rs.MinSeats)
	for _, value := range values {
		for _, seats := range slices.Compact([]int{few, min(4, most(rs)), most(rs)}) {
			l := lengthOf(t, rs, value, seats, lengthsMeasured)
			fmt.Fprintln(&text, l.Value, l.Seats, l.Hands, l.Moves)
		}
	}
	folder := filepath.Join(".", strings.ReplaceAll(rs.Name, "-", ""))
	if err := os.WriteFile(filepath.Join(folder, "lasts.txt"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// lengthOf plays games in which every other seat is good, and the others easy: people are
// between them.
func lengthOf(t *testing.T, rs *rules.RuleSet, value, seats, games int) rules.Length {
	t.Helper()
	hands, moves := 0, 0
	for n := range games {
		m := match{rs: rs, seed: uint64(1 + n)}
		if o := rs.Main(); o != nil {
			m.given = map[string]any{o.Name: value}
		}
		for i := range seats {
			m.seats = append(m.seats, []who{good, easy}[(i+n)%2])
		}
		if _, err := m.play(nil, func(t turn) { moves++; hands += len(t.ended) }); err != nil {
			t.Fatal(err)
		}
	}
	mean := func(n int) int { return int(math.Round(float64(n) / float64(games))) }
	return rules.Length{Value: value, Seats: seats, Hands: mean(hands), Moves: mean(moves)}
}
