package shown

import (
	"fmt"
	"strings"
	"testing"

	"fives/p2p/control"
)

// over is a table whose game is over. A seat is "NAME KEY", or "NAME bot of X"
// for a computer player.
func over(game string, time uint64, seats, winners []string, scores ...int) control.Summary {
	t := control.Summary{Game: game, Time: time, Phase: control.PhaseOver, Winners: winners, Scores: scores}
	for i, s := range seats {
		name, rest, _ := strings.Cut(s, " ")
		seat := control.Player{Name: name, Fingerprint: rest, You: rest == "A"}
		if host, ok := strings.CutPrefix(rest, "bot of "); ok {
			seat.BotOf, seat.Fingerprint = host, game+string(rune('a'+i))
		}
		t.Players = append(t.Players, seat)
	}
	return t
}

func TestTally(t *testing.T) {
	tables := []control.Summary{
		over("x", 1, []string{"ana A", "ben B"}, []string{"ana"}, 10, 30),
		over("x", 2, []string{"ben B", "ana A", "cleo C"}, []string{"ben", "ana"}, 1, 2, 3),
		over("y", 3, []string{"cleo C", "ana A"}, nil, -4, 0),
		over("x", 4, []string{"ben D", "anna A", "Ada bot of anna"}, []string{"ben"}, 5, 6, 7), // another ben, ana's new name
		over("y", 5, []string{"Ada bot of anna", "anna A"}, []string{"Ada"}, 1, 1),
		over("y", 5, []string{"ana~2 E", "ana A"}, nil),
	}
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
	stopped.Phase, stopped.Dealt, stopped.Players[1].Left = control.PhaseStopped, true, true
	early := over("five", 4, []string{"ana A", "ben B"}, nil, 0, 0)
	early.Phase, early.Players[1].Left = control.PhaseStopped, true // before the cards
	whole := over("five", 2, []string{"ana A", "ben B"}, []string{"ana"}, 0, 9)
	quits, games := map[string]int{}, map[string]int{}
	for _, st := range Tally([]control.Summary{stopped, early, whole}) {
		quits[st.Name], games[st.Name] = st.Quits, st.Games
	}
	if quits["ben"] != 1 || quits["ana"] != 0 || games["ben"] != 1 || games["ana"] != 1 || len(games) != 2 {
		t.Errorf("quits %v, games %v", quits, games)
	}
}

// So does a hand in which the others acted for somebody.
func TestTallyCovered(t *testing.T) {
	covered := over("five", 3, []string{"ana A", "ben B", "cleo C"}, []string{"ana"}, 1, 2, 3)
	covered.Players[1].Covered = 2
	again := covered
	again.Time = 4
	for _, st := range Overall(Tally([]control.Summary{covered, again})) {
		if want := map[string]string{"ben": "covered in 4 hands"}[st.Name]; st.Absent() != want {
			t.Errorf("%s: %q, want %q", st.Name, st.Absent(), want)
		}
	}
}

// Whom the others went on without is told from the summaries alone.
func TestBrokenOff(t *testing.T) {
	stopped := over("five", 3, []string{"ana A", "ben B", "cleo C"}, nil, 0, 0, 0)
	stopped.ID, stopped.Phase, stopped.Dealt = "1", control.PhaseStopped, true
	stopped.Players[0].Left, stopped.Players[2].Left = true, true // they play on at the next
	next := over("five", 4, []string{"ana A", "cleo C"}, []string{"ana"}, 1, 2)
	next.ID, next.Parent = "2", "1"
	for i, want := range []bool{false, true, false} {
		if got := brokenOff(stopped, []control.Summary{stopped, next}).Players[i].Left; got != want {
			t.Errorf("%s: %t", stopped.Players[i].Name, got)
		}
	}
	if brokenOff(stopped, nil).Dealt {
		t.Error("nobody alone has left, and still somebody broke the hand off")
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
		tab := control.Table{Summary: control.Summary{Phase: control.PhaseOver, Winners: c.winners, Scores: c.scores}}
		for _, name := range []string{"ana", "ben", "cleo", "dora"} {
			tab.Seats = append(tab.Seats, control.Seat{Name: name})
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
