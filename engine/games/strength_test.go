package games_test

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/gametest"
	"fives/engine/rules"
	"fives/engine/search"
)

var (
	strengthGames  = flag.Int("games", 400, "games for each figure of TestStrength")
	strengthOnly   = flag.String("only", "", "the figures of TestStrength that match this expression")
	strengthSeed   = flag.Uint64("seed", 1, "shuffle of the first game of TestStrength; whatever players go by was fitted on shuffles below 20000000")
	strengthAtOnce = flag.Int("at-once", 2, "games of TestStrength at a time")
)

// A figure is a line of the table of TestStrength.
type figure struct {
	what    string
	series  series
	measure func(s series, games int) (result, error)
}

type result struct {
	measured string
	must     string
	missed   bool
}

// TestHabits checks the figures of habits in a few games.
func TestHabits(t *testing.T) {
	for _, f := range habits(t) {
		t.Run(f.what, func(t *testing.T) {
			t.Parallel()
			r, err := f.measure(f.series, 12)
			if err != nil || r.missed {
				t.Errorf("measured %s, must be %s (%v)", r.measured, r.must, err)
			}
		})
	}
}

// TestStrength plays the computer players against those of another revision, the program
// in FIVES_RIVAL, and prints a table of figures. It is run by make strength.
func TestStrength(t *testing.T) {
	program := os.Getenv("FIVES_RIVAL")
	if program == "" {
		t.Skip("make strength runs this")
	}
	only := regexp.MustCompile(*strengthOnly)
	const row = "%-62s %18s %10s %6v\n"
	fmt.Printf(row, "what", "measured", "must", "games")
	for _, f := range slices.Concat(habits(t), matches(t, program), searched(t), reasonable(t)) {
		if !only.MatchString(f.what) {
			continue
		}
		r, err := f.measure(f.series, *strengthGames)
		if err != nil {
			t.Fatalf("%s: %v", f.what, err)
		}
		if r.missed {
			r.measured = "missed: " + r.measured
		}
		fmt.Printf(row, f.what, r.measured, r.must, *strengthGames)
	}
}

var (
	easy, good       = who{level: "easy"}, who{level: "good"}
	strong           = who{level: search.Strong}
	oldEasy, oldGood = who{"easy", true}, who{"good", true}
)

// among is a series of players of one kind.
func among(t *testing.T, game string, w who, seats int) series {
	return series{rs: find(t, game), first: w, rest: w, seats: seats}
}

func find(t *testing.T, game string) *rules.RuleSet {
	rs, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// habits are the figures of games among computer players of one kind.
func habits(t *testing.T) []figure {
	list := []figure{
		{"Furious Five, 3 good: positions that come again", among(t, "furious-five", good, 3), repeats},
		{"Five Crowns, 2 easy: wild cards discarded before the last turns", among(t, "five-crowns", easy, 2), discarded},
		{"Five Crowns, 2 easy: positions that come again", among(t, "five-crowns", easy, 2), repeats},
		{"Five, 6 easy: games with a hand at the lap cap", among(t, "five", easy, 6), voids},
		{"Five, 6 easy: moves a hand", among(t, "five", easy, 6), length},
		{"Five, 2 easy: takes of the rank that is dropped", among(t, "five", easy, 2), swaps},
	}
	for seats := 2; seats <= 5; seats++ {
		what := fmt.Sprintf("Furious Five, %d good: games with a void hand", seats)
		list = append(list, figure{what, among(t, "furious-five", good, seats), voids})
	}
	return list
}

// matches are the figures of games against the players of another revision.
func matches(t *testing.T, program string) []figure {
	against := func(game string, seats int, rest who) series {
		return series{rs: find(t, game), first: good, rest: rest, seats: seats}
	}
	return []figure{
		{"Furious Five: good wins at 2 seats against the old", against("furious-five", 2, oldGood), wins(program, 55)},
		{"Furious Five: good wins at 4 seats against three of the old", against("furious-five", 4, oldGood), wins(program, 25)},
		{"Five: good wins at 4 seats against three of the old", against("five", 4, oldGood), wins(program, 33)},
		{"Five: good wins at 2 seats against the old", against("five", 2, oldGood), wins(program, 50)},
		{"Five: good wins at 2 seats against easy", against("five", 2, easy), wins("", 82)},
		{"Five: easy wins at 4 seats against three good", series{rs: find(t, "five"), first: easy, rest: good, seats: 4}, loses("", 4)},
		{"Five Three Five: good wins at 2 seats against the old", against("five-three-five", 2, oldGood), wins(program, 60)},
		{"Five Three Five: good wins at 4 seats against three easy", against("five-three-five", 4, oldEasy), wins(program, 50)},
		{"All Fives: good wins at 2 seats against the old", against("all-fives", 2, oldGood), wins(program, 54)},
		{"All Fives: good wins at 3 seats against two of the old", against("all-fives", 3, oldGood), wins(program, 33)},
		{"Five Crowns: good is ahead of the old at 2 seats, by hands", against("five-crowns", 2, oldGood), duels(program, 0.3)},
		{"Five: good is ahead of the old at 2 seats, by hands", against("five", 2, oldGood), duels(program, 0)},
	}
}

// searched are the figures of the player that searches. Where that is enough, they are points a hand, which tell
// as much from a tenth of the moves: what a player needs who wins 52 of 100 games of Five, 60 of Furious Five,
// 55 of the others, and 38 of All Fives at three seats.
func searched(t *testing.T) []figure {
	against := func(game string, seats int) series {
		return series{rs: find(t, game), first: strong, rest: good, seats: seats}
	}
	return []figure{
		{"Five: strong is ahead of good at 2 seats, by hands", against("five", 2), duels("", 0.6)},
		{"Furious Five: strong is ahead of good at 2 seats, by hands", against("furious-five", 2), duels("", 1.6)},
		{"Five Three Five: strong is ahead of good at 2 seats, by hands", against("five-three-five", 2), duels("", 1.7)},
		{"All Fives: strong is ahead of good at 2 seats, by hands", against("all-fives", 2), duels("", 0.21)},
		{"All Fives: strong is ahead of two good at 3 seats, by hands", against("all-fives", 3), duels("", 0.26)},
		{"Five Crowns: strong is ahead at 2 seats of good", against("five-crowns", 2), ahead("", 1)},
	}
}

// reasonable are the figures of every game: repeated positions, and the time of a move.
func reasonable(t *testing.T) []figure {
	var list []figure
	for _, rs := range games.All() {
		for _, seats := range []int{2, rs.MaxSeats} {
			for _, w := range []who{easy, good} {
				what := fmt.Sprintf("%s, %d %s: ", rs.Title, seats, w.level)
				list = append(list,
					figure{what + "positions that come again", among(t, rs.Name, w, seats), repeats},
					figure{what + "99th percentile of a move", among(t, rs.Name, w, seats), times})
			}
		}
	}
	return list
}

// wins measures how many games the first player wins, at least so many in a hundred.
func wins(program string, least float64) func(series, int) (result, error) {
	return func(s series, games int) (result, error) {
		share, measured, err := s.share(games, program)
		return result{measured, fmt.Sprintf(">= %.0f %%", least), share < least}, err
	}
}

// loses measures how many games the first player wins, at most so many in a hundred.
func loses(program string, most float64) func(series, int) (result, error) {
	return func(s series, games int) (result, error) {
		share, measured, err := s.share(games, program)
		return result{measured, fmt.Sprintf("<= %.0f %%", most), share > most}, err
	}
}

// duels measures how many points a player is ahead of the others in the first hands of games, at least so many.
func duels(program string, least float64) func(series, int) (result, error) {
	measure := ahead(program, least)
	return func(s series, games int) (result, error) {
		s.hands = 1
		return measure(s, games)
	}
}

// ahead measures how many points a hand the first player is ahead of the mean of the others, at least so many.
func ahead(program string, least float64) func(series, int) (result, error) {
	return func(s series, games int) (result, error) {
		leads := make([]float64, games)
		hands := make([]int, games)
		_, err := s.play(games, program, func(game int, t turn) {
			for _, e := range t.ended {
				leads[game] += s.lead(e.Points(), game%s.seats)
				hands[game]++
			}
		})
		for game := range leads {
			leads[game] /= float64(max(hands[game], 1))
		}
		mean, chance := s.mean(leads)
		return result{fmt.Sprintf("%+.2f ± %.2f a hand", mean, chance), fmt.Sprintf(">= %+.2g", least), mean < least}, err
	}
}

// lead is how many points a seat is ahead of the mean of the others.
func (s series) lead(points []int, seat int) float64 {
	others := 0
	for other, n := range points {
		if other != seat {
			others += n
		}
	}
	lead := float64(points[seat]) - float64(others)/float64(len(points)-1)
	if !s.rs.HighWins {
		return -lead
	}
	return lead
}

// share is how many of a hundred games the first player wins, and how it is written: with
// two standard deviations of chance.
func (s series) share(games int, program string) (share float64, measured string, err error) {
	won, err := s.play(games, program, func(int, turn) {})
	share, chance := s.mean(won)
	return 100 * share, fmt.Sprintf("%.1f ± %.1f %%", 100*share, 100*chance), err
}

// mean returns the mean of a value of each game, and two standard deviations of chance. The
// games in which the first player takes one seat after the other have the same deals, so they
// count as one: a good hand helps both players in turn.
func (s series) mean(games []float64) (mean, chance float64) {
	var sum, squares, n float64
	for deal := range slices.Chunk(games, s.seats) {
		value := 0.
		for _, v := range deal {
			value += v / float64(len(deal))
		}
		sum, squares, n = sum+value, squares+value*value, n+1
	}
	mean = sum / n
	return mean, 2 * math.Sqrt((squares/n-mean*mean)/n)
}

// voids counts the games with a void hand.
func voids(s series, games int) (result, error) {
	void := map[int]bool{}
	_, err := s.play(games, "", func(n int, t turn) {
		for _, e := range t.ended {
			void[n] = void[n] || e.Void
		}
	})
	n := 0
	for _, v := range void {
		if v {
			n++
		}
	}
	return result{fmt.Sprint(n), "0", n > 0}, err
}

// length measures the mean number of moves in a hand.
func length(s series, games int) (result, error) {
	const must = 40
	hands, moves := 0, 0
	_, err := s.play(games, "", func(_ int, t turn) {
		moves++
		hands += len(t.ended)
	})
	mean := float64(moves) / float64(hands)
	return result{fmt.Sprintf("%.1f", mean), fmt.Sprintf("< %d", must), mean >= must}, err
}

// repeats counts positions that are repeated while nobody draws from the stock.
func repeats(s series, games int) (result, error) {
	n := 0
	trails := map[int]*gametest.Trail{}
	_, err := s.play(games, "", func(game int, t turn) {
		if trails[game] == nil {
			trails[game] = &gametest.Trail{}
		}
		if trails[game].Again(t.before, t.faces) {
			n++
		}
	})
	return result{fmt.Sprint(n), "0", n > 0}, err
}

// swaps counts moves that take a card of the rank that they drop.
func swaps(s series, games int) (result, error) {
	n := 0
	_, err := s.play(games, "", func(_ int, t turn) {
		words := strings.Fields(t.move)
		if words[len(words)-1] != "take" {
			return
		}
		if dropped, err := card.Parse(words[1]); err == nil && dropped.Rank == top(t).Rank {
			n++
		}
	})
	return result{fmt.Sprint(n), "0", n > 0}, err
}

// top is the card on the pile.
func top(t turn) card.Card {
	for _, z := range t.before.View(rules.Onlooker, t.faces).Zones {
		if z.Kind == rules.PileZone {
			g := z.Groups[len(z.Groups)-1]
			return g.Cards[len(g.Cards)-1]
		}
	}
	return card.Card{}
}

// discarded counts discards of wild cards and jokers by seats that hold another card, before
// the last turns.
func discarded(s series, games int) (result, error) {
	n := 0
	_, err := s.play(games, "", func(_ int, t turn) {
		words := strings.Fields(t.move)
		if words[0] != "discard" {
			return
		}
		names := make([]string, s.seats)
		for i := range names {
			names[i] = fmt.Sprint(i)
		}
		keys := t.before.Keys(names, t.faces)
		if keys["last"] == true {
			return
		}
		c, err := card.Parse(words[1])
		wild := func(c card.Card) bool { return c.Rank == card.Joker || int(c.Rank) == t.before.Status().Hand+2 }
		held := t.faces.Cards(t.before.Status().Hands[t.seat])
		if err == nil && wild(c) && !allOf(held, wild) {
			n++
		}
	})
	return result{fmt.Sprint(n), "0", n > 0}, err
}

func allOf(cards []card.Card, is func(card.Card) bool) bool {
	return !slices.ContainsFunc(cards, func(c card.Card) bool { return !is(c) })
}

// times measures the time of a move, at the 99th percentile.
func times(s series, games int) (result, error) {
	var all []time.Duration
	_, err := s.play(min(games, 20), "", func(_ int, t turn) { all = append(all, t.took) })
	if err != nil || len(all) == 0 {
		return result{}, err
	}
	slices.SortFunc(all, func(a, b time.Duration) int { return cmp.Compare(a, b) })
	sum := time.Duration(0)
	for _, d := range all {
		sum += d
	}
	p99 := all[len(all)*99/100]
	return result{
		fmt.Sprintf("%s (mean %s)", p99.Round(100*time.Microsecond), (sum / time.Duration(len(all))).Round(100*time.Microsecond)),
		"<= 300ms", p99 > 300*time.Millisecond,
	}, nil
}
