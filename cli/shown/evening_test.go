package shown

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fives/p2p/api"
)

// night is a game of an evening: hours after noon on the 26th, and who has won.
func night(hours int, winner string, seats ...string) api.Summary {
	t := over("five", uint64(noon.Add(time.Duration(hours)*time.Hour).Unix()), seats, nil, make([]int, len(seats))...)
	if winner != "" {
		t.Winners = strings.Split(winner, "+")
	}
	t.ID = fmt.Sprint(hours)
	return t
}

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.FixedZone("", 3600))

// Tonight counts the games that began since six in the morning and that at least two people
// played to the end, whether or not this node was one of them.
func TestTonight(t *testing.T) {
	three := []string{"ana A", "ben B", "cleo C"}
	running := night(9, "", three...)
	running.Phase = api.PhasePlaying
	unknown := night(9, "ben", three...)
	unknown.Time = 0
	all := []api.Summary{
		night(-7, "ben", three...), // at five in the morning: the night before
		night(-6, "cleo", three...),
		night(8, "cleo", three...), night(7, "ana", three...),
		night(13, "cleo", "cleo C", "ben B", "Ada bot of cleo"), // at one in the morning, and ana only looked on
		night(9, "Ada", "ana A", "Ada bot of ana"),              // practice
		running, unknown,
	}
	e := Tonight(all, "", noon.Add(17*time.Hour))
	if got := e.Line(); got != "After 4 games: cleo 3, you 1" {
		t.Error(got)
	}
	if e.Headline() != "cleo leads tonight" || e.Games[0].ID != "13" || e.Games[3].ID != "-6" || len(e.Rows) != 4 {
		t.Errorf("%s, %d rows of %v", e.Headline(), len(e.Rows), e.Games)
	}
	if e.Place(0) != 1 || e.Place(1) != 2 || e.Place(2) != 3 || e.Place(3) != 3 {
		t.Errorf("places %d %d %d %d", e.Place(0), e.Place(1), e.Place(2), e.Place(3))
	}
	if e := Tonight(all, "", noon.Add(18*time.Hour)); e.Line() != "" || len(e.Games) > 0 {
		t.Errorf("the next morning: %s", e.Line())
	}
	if e := Tonight([]api.Summary{night(1, "", three...)}, "", noon.Add(2*time.Hour)); e.Line() != "After 1 game: nobody has won" || e.Headline() != "Nobody has won yet" {
		t.Errorf("%s; %s", e.Line(), e.Headline())
	}
}

// The hands that were played before a game went on at another table count for those who played them.
func TestTonightGoesOn(t *testing.T) {
	first, second := night(1, "", "ana A", "ben B", "cleo C"), night(2, "ana", "ana A", "ben B")
	first.Phase, first.Hand, first.Dealt, first.Seats[2].Left = api.PhaseStopped, 4, true, true
	second.Parent, second.Before, second.Hand, second.From = first.ID, 3, 5, []int{0, 1}
	other := night(3, "", "ana A", "ben B") // nobody has finished it
	other.Phase, other.Hand = api.PhaseStopped, 7
	e := Tonight([]api.Summary{other, second, first}, "", noon.Add(9*time.Hour))
	got := map[string]string{}
	for _, st := range Tally(append(e.Games, e.From...)) {
		got[st.Name] = fmt.Sprintf("%d games, %d hands, %d quits", st.Games, st.Hands, st.Quits)
	}
	for name, want := range map[string]string{"ana": "1 games, 5 hands, 0 quits", "ben": "1 games, 5 hands, 0 quits", "cleo": "0 games, 3 hands, 1 quits"} {
		if got[name] != want {
			t.Errorf("%s: %s, not %s", name, got[name], want)
		}
	}
	if e.Line() != "After 1 game: you 1" || len(e.Rows) != 2 {
		t.Errorf("%s, %+v", e.Line(), e.Rows)
	}
}

// A match is decided by the game that decides it, whatever is played after it.
func TestMatch(t *testing.T) {
	three := []string{"ana A", "ben B", "cleo C"}
	for _, c := range []struct {
		match   Match
		winners string // of the games, the first one first
		want    string
	}{
		{"", "ana ana ana", "You lead tonight"},
		{"", "ana ben", "You and ben are level"},
		{"first to 2", "ana ben", "You and ben are level"},
		{"first to 2", "ana ben ana ben ben ben", "You win the evening"},
		{"first to 2", "ana+ben ana+ben", "You and ben win the evening"},
		{"best of 3", "ben", "ben leads tonight"},
		{"best of 3", "ben ben", "ben wins the evening"},
		{"best of 3", "ben cleo ana", "You, ben and cleo are level"},
		{"best of 3", "ben cleo ana cleo", "cleo wins the evening"},
		{"best of 5", "ben cleo ben", "ben leads tonight"},
		{"best of 5", "ben cleo ben ana", "ben leads tonight"}, // who has won one may come level
		{"best of 5", "ben cleo ben ana cleo", "ben and cleo are level"},
		{"best of 5", "ben cleo ben ana ana ben", "ben wins the evening"},
		{"best of 5", "ben ben ben cleo cleo cleo", "ben wins the evening"},
	} {
		var all []api.Summary
		for i, w := range strings.Fields(c.winners) {
			all = append(all, night(i, w, three...))
		}
		if got := Tonight(all, c.match, noon.Add(9*time.Hour)).Headline(); got != c.want {
			t.Errorf("%s, won by %s: %s, not %s", c.match, c.winners, got, c.want)
		}
	}
	for text, want := range map[string]Match{"best of 3": "best of 3", "best of 999999": "", "x": "", "": ""} {
		if MatchOf(text) != want {
			t.Errorf("%q is %q", text, MatchOf(text))
		}
	}
	for _, m := range Matches {
		if (m.Goal() == 0) != (m == "") {
			t.Errorf("%q takes %d", m, m.Goal())
		}
	}
}

// The league has a month for each month in which games began, and distinguishes players by
// keys, not by names.
func TestLeague(t *testing.T) {
	last := night(0, "ben", "ana A", "ben B")
	last.Time = uint64(time.Date(2026, 11, 1, 2, 0, 0, 0, noon.Location()).Unix()) // an evening of October
	other := night(2, "ben", "ana A", "ben D")
	var got []string
	for _, m := range League([]api.Summary{last, night(1, "ana", "ana A", "ben B"), other, over("five", 0, []string{"ana A", "ben B"}, nil, 1, 2)}, noon) {
		for _, st := range Overall(m.List) {
			got = append(got, fmt.Sprint(m.Name, " ", st.Name, " ", st.Fingerprint, " ", st.Games, " ", st.Wins))
		}
	}
	if text := strings.Join(got, "; "); text != "2026-11 ana A 2 1; 2026-11 ben D 1 1; 2026-11 ben B 1 0; 2026-10 ben B 1 1; 2026-10 ana A 1 0" {
		t.Error(text)
	}
}
