package shown

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fives/p2p/api"
)

// over is a table whose game is over. A seat is "NAME KEY", or "NAME bot of X"
// for a computer player.
func over(game string, time uint64, seats, winners []string, scores ...int) api.Summary {
	t := api.Summary{Game: game, Time: time, Phase: api.PhaseOver, Winners: winners, Seat: -1}
	for i, s := range seats {
		name, rest, _ := strings.Cut(s, " ")
		seat := api.Seat{Name: name, Fingerprint: rest, You: rest == "A"}
		if seat.You {
			t.Seat = i
		}
		if i < len(scores) {
			seat.Score = scores[i]
		}
		if host, ok := strings.CutPrefix(rest, "bot of "); ok {
			seat.BotOf, seat.Fingerprint = host, game+string(rune('a'+i))
		}
		t.Seats = append(t.Seats, seat)
	}
	return t
}

func TestTally(t *testing.T) {
	tables := []api.Summary{
		over("x", 1, []string{"ana A", "ben B"}, []string{"ana"}, 10, 30),
		over("x", 2, []string{"ben B", "ana A", "cleo C"}, []string{"ben", "ana"}, 1, 2, 3),
		over("y", 3, []string{"cleo C", "ana A"}, nil, -4, 0),
		over("x", 4, []string{"ben D", "anna A", "Ada bot of anna"}, []string{"ben"}, 5, 6, 7), // another ben, ana's new name
		over("y", 5, []string{"Ada bot of anna", "anna A"}, []string{"Ada"}, 1, 1),
		over("y", 5, []string{"ana~2 E", "ana A"}, nil),
	}
	tables[len(tables)-1].Phase = api.PhaseSeated // it has not begun
	got := Tally(tables)
	want := []Standing{
		{Game: "x", Name: "anna", Fingerprint: "A", You: true, Games: 3, Wins: 2, Points: 18, Average: 6, Last: 4, who: "A"},
		{Game: "x", Name: "ben", Fingerprint: "B", Games: 2, Wins: 1, Points: 31, Average: 15.5, Last: 2, who: "B"},
		{Game: "x", Name: "ben", Fingerprint: "D", Games: 1, Wins: 1, Points: 5, Average: 5, Last: 4, who: "D"},
		{Game: "x", Name: "Ada", BotOf: "anna", Games: 1, Points: 7, Average: 7, Last: 4, who: "Ada of A"},
		{Game: "x", Name: "cleo", Fingerprint: "C", Games: 1, Points: 3, Average: 3, Last: 2, who: "C"},
		{Game: "y", Name: "Ada", BotOf: "anna", Games: 1, Wins: 1, Points: 1, Average: 1, Last: 5, who: "Ada of A"},
		{Game: "y", Name: "anna", Fingerprint: "A", You: true, Games: 2, Points: 1, Average: 0.5, Last: 5, who: "A"},
		{Game: "y", Name: "cleo", Fingerprint: "C", Games: 1, Points: -4, Average: -4, Last: 3, who: "C"},
	}
	if len(got) != len(want) {
		t.Fatalf("%d standings: %+v", len(got), got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
	sum := Overall(got)
	if len(sum) != 5 || sum[0].Name != "anna" || sum[0].Games != 5 || sum[0].Wins != 2 || sum[2].who != "B" {
		t.Errorf("%+v", sum)
	}
}

// Quitting leaves a trace: a hand that somebody broke off counts against them.
func TestTallyQuits(t *testing.T) {
	stopped := over("five", 3, []string{"ana A", "ben B", "cleo C"}, nil, 0, 0, 0)
	stopped.Phase, stopped.Dealt, stopped.Seats[1].Left = api.PhaseStopped, true, true
	early := over("five", 4, []string{"ana A", "ben B"}, nil, 0, 0)
	early.Phase, early.Seats[1].Left = api.PhaseStopped, true // before the cards
	whole := over("five", 2, []string{"ana A", "ben B"}, []string{"ana"}, 0, 9)
	quits, games := map[string]int{}, map[string]int{}
	for _, st := range Tally([]api.Summary{stopped, early, whole}) {
		quits[st.Name], games[st.Name] = st.Quits, st.Games
	}
	if quits["ben"] != 1 || quits["ana"] != 0 || games["ben"] != 1 || games["ana"] != 1 || len(games) != 2 {
		t.Errorf("quits %v, games %v", quits, games)
	}
}

// So does a hand in which the others acted for somebody.
func TestTallyCovered(t *testing.T) {
	covered := over("five", 3, []string{"ana A", "ben B", "cleo C"}, []string{"ana"}, 1, 2, 3)
	covered.Seats[1].HandsCovered = 2
	again := covered
	again.Time = 4
	for _, st := range Overall(Tally([]api.Summary{covered, again})) {
		if want := map[string]string{"ben": "covered in 4 hands"}[st.Name]; st.Absent() != want {
			t.Errorf("%s: %q, want %q", st.Name, st.Absent(), want)
		}
	}
}

// The summaries alone show whom the others went on without.
func TestBrokenOff(t *testing.T) {
	stopped := over("five", 3, []string{"ana A", "ben B", "cleo C"}, nil, 0, 0, 0)
	stopped.ID, stopped.Phase, stopped.Dealt = "1", api.PhaseStopped, true
	stopped.Seats[0].Left, stopped.Seats[2].Left = true, true // they play on at the next
	next := over("five", 4, []string{"ana A", "cleo C"}, []string{"ana"}, 1, 2)
	next.ID, next.Parent = "2", "1"
	for i, want := range []bool{false, true, false} {
		if got := brokenOff(stopped, []api.Summary{stopped, next}).Seats[i].Left; got != want {
			t.Errorf("%s: %t", stopped.Seats[i].Name, got)
		}
	}
	if brokenOff(stopped, nil).Dealt {
		t.Error("nobody alone has left, and still somebody broke the hand off")
	}
}

// A game whose seats changed hands counts for those who have the seats at its end, and so does
// winning it. Its hands count for whoever had a seat then, by key: ana hands hers over to zoe
// after two hands and comes back in that of the computer player. Hands that do not stand count
// for nobody, and a player whose seat went to somebody else has broken nothing off.
func TestTallyHands(t *testing.T) {
	at := func(id, parent string, before, hand int, from []int, sum api.Summary) api.Summary {
		sum.ID, sum.Parent, sum.Before, sum.Hand, sum.From = id, parent, before, hand, from
		sum.Seat = slices.Index(sum.Names(), "ben")
		return sum
	}
	first := at("1", "", 0, 3, nil, over("five", 1, []string{"ana A", "ben B", "Ada bot of ben"}, nil, 0, 0, 0))
	first.Phase = api.PhasePlaying // nobody plays there any more: the third hand was given up
	second := at("2", "1", 2, 5, []int{0, 1, 2}, over("five", 2, []string{"zoe Z", "ben B", "Ada bot of ben"}, nil, 0, 0, 0))
	second.Phase, second.Dealt, second.Seats[2].Left = api.PhaseStopped, true, true
	third := at("3", "2", 4, 9, []int{0, 1, 2}, over("five", 3, []string{"zoe Z", "ben B", "ana A"}, []string{"zoe"}, 10, 20, 30))
	rematch := at("4", "3", 0, 3, []int{1, 2, 0}, over("five", 4, []string{"ben B", "ana A", "zoe Z"}, []string{"ben"}, 1, 2, 3))
	other := at("5", "", 2, 4, nil, over("five", 5, []string{"ben B", "dan D"}, nil, 0, 0)) // nobody has finished it
	other.Phase, other.Dealt, other.Seats[1].Left = api.PhaseStopped, true, true
	got := map[string]string{}
	for _, st := range Tally(Finished([]api.Summary{other, third, rematch, first, second})) {
		got[st.Name] = fmt.Sprintf("%d games, %d hands, %d won, %d points, %d quits", st.Games, st.Hands, st.Wins, st.Points, st.Quits)
	}
	for name, want := range map[string]string{
		"ana": "2 games, 10 hands, 0 won, 32 points, 0 quits", // 2 in her first seat, 5 in the other, 3 in the rematch
		"ben": "2 games, 12 hands, 1 won, 21 points, 0 quits",
		"zoe": "2 games, 10 hands, 1 won, 13 points, 0 quits",
		"Ada": "0 games, 4 hands, 0 won, 0 points, 0 quits",
		"dan": "0 games, 0 hands, 0 won, 0 points, 1 quits",
	} {
		if got[name] != want {
			t.Errorf("%s: %s, not %s", name, got[name], want)
		}
	}
	// A player who came late does not know the first table.
	for _, st := range Overall(Tally(Finished([]api.Summary{third, second}))) {
		if want := map[string]int{"ana": 5, "ben": 7, "zoe": 7, "Ada": 2}[st.Name]; st.Hands != want {
			t.Errorf("%s: %d hands, not %d", st.Name, st.Hands, want)
		}
	}
	// A seat that nobody takes over is different.
	third.From, third.Seats = []int{0, 1}, third.Seats[:2]
	for _, st := range Tally(Finished([]api.Summary{third, second})) {
		if st.Quits != map[string]int{"Ada": 1}[st.Name] {
			t.Errorf("%s: %d quits", st.Name, st.Quits)
		}
	}
}

// The places of a game: the winners first, then those whose totals are nearest to theirs,
// whichever end of the scale wins.
func TestRanks(t *testing.T) {
	for _, c := range []struct {
		scores  []int
		winners []string
		want    string
	}{
		{[]int{58, 0, 58, 101}, []string{"ben"}, "1 ben, 2 ana, 2 cleo, 4 dora"},
		{[]int{3, 61, -4, 20}, []string{"ben"}, "1 ben, 2 dora, 3 ana, 4 cleo"},
		{[]int{7, 1, 7, 0}, []string{"ana", "cleo"}, "1 ana, 1 cleo, 3 ben, 4 dora"},
		{[]int{7, 1, 7, 0}, nil, "0 ana, 0 ben, 0 cleo, 0 dora"},
	} {
		tab := api.Table{Summary: api.Summary{Phase: api.PhaseOver, Winners: c.winners}}
		for i, name := range []string{"ana", "ben", "cleo", "dora"} {
			tab.Seats = append(tab.Seats, api.Seat{Name: name, Score: c.scores[i]})
		}
		var got []string
		for _, r := range Ranks(tab) {
			got = append(got, fmt.Sprint(r.Place, " ", r.Name))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%v: %s, not %s", c.scores, text, c.want)
		}
	}
}
