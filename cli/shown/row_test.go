package shown_test

import (
	"strings"
	"testing"
	"time"

	"fives/cli/shown"
	"fives/p2p/api"
)

// TestGroups: free seats come before what is only watched, and what is over comes last.
func TestGroups(t *testing.T) {
	mine := func(id string, phase api.Phase, time uint64) api.Summary {
		return api.Summary{ID: id, Phase: phase, Time: time}
	}
	var got []string
	for _, g := range shown.Groups(api.Tables{
		Mine: []api.Summary{mine("old", api.PhaseOver, 5), mine("new", api.PhaseOver, 9), mine("stopped", api.PhaseStopped, 1), mine("here", api.PhasePlaying, 2), mine("soon", api.PhaseSeated, 3)},
		Open: []api.Offer{{ID: "full", Running: true, Full: true}, {ID: "halted", Running: true, Full: true, Stopped: true}, {ID: "free"}, {ID: "own", Mine: true}},
	}, time.Now()) {
		line := g.Heading + ":"
		for _, r := range g.Rows {
			line += " " + r.ID
		}
		if g.Over != (g.Heading == "Finished") {
			t.Errorf("%s: over %t", g.Heading, g.Over)
		}
		got = append(got, line)
	}
	if want := "Your tables: here soon; Open seats: free own; Being played by others: full; Stopped: stopped halted; Finished: new old"; strings.Join(got, "; ") != want {
		t.Errorf("%s", strings.Join(got, "; "))
	}
	if g := shown.Groups(api.Tables{}, time.Now()); len(g) != 0 {
		t.Errorf("%+v", g)
	}
}

// TestRowStates: what a table of this node's is to the person here.
func TestRowStates(t *testing.T) {
	now := time.Now()
	ana, leftIt := []api.Seat{{Name: "ana"}}, []api.Seat{{Name: "ana", You: true, Left: true}}
	for want, m := range map[string]api.Summary{
		"called: from the beginning with ana": {Call: &api.Call{Names: []string{"ana"}}, Phase: api.PhaseOver},
		"called: a new game with ana":         {Call: &api.Call{Rematch: true, Names: []string{"ana"}}},
		"hand 2, your turn":                   {Phase: api.PhasePlaying, Hand: 2, Turn: "ana", Seats: ana},
		"you have left this table":            {Phase: api.PhasePlaying, Hand: 2, Turn: "ana", Seats: leftIt, Cover: true, ToAgree: 1},
		"hand 2":                              {Phase: api.PhaseStopped, Hand: 2, Turn: "ana", Seats: ana},
		"hand 3; a seat is to change hands: your word is missing": {Phase: api.PhasePlaying, Hand: 3, ToAgree: 1},
		"won by ben": {Phase: api.PhaseOver, Winners: []string{"ben"}, ToAgree: 1},
		"2 seats are to change hands: your word is missing": {Phase: api.PhasePlaying, ToAgree: 2},
		"playing":                             {Phase: api.PhasePlaying},
		"about to begin":                      {Phase: api.PhaseSeated},
		"to go on, when all have agreed":      {Phase: api.PhaseSeated, Parent: "ab"},
		"goes on at another table (7fa80da0)": {Phase: api.PhaseStopped, Hand: 2, Child: "7fa80da0aaaa"},
		"you have handed your seat over to zoe; the game goes on without you": {Phase: api.PhaseStopped, Hand: 2, HandedTo: "zoe"},
	} {
		if r := shown.OwnRow(m, now); r.State != want {
			t.Errorf("%q, want %q", r.State, want)
		} else if left := want == "you have left this table"; left && (r.Urgent || r.Plays || r.Free) {
			t.Errorf("%s: it waits for the person here: %+v", want, r)
		}
	}
}

// TestOldWord: a table whose node has not answered lately says so, beside what else there is to say.
func TestOldWord(t *testing.T) {
	for want, o := range map[string]api.Offer{
		"":                                       {},
		"as of 20 s ago":                         {Ago: 20},
		"being played, as of 119 s ago":          {Ago: 119, Running: true},
		"join it with its code, as of 2 min ago": {Ago: 120, Private: true},
	} {
		if r := shown.OpenRow(o); r.State != want {
			t.Errorf("%q, want %q", r.State, want)
		}
	}
}

// TestLeavingSaysTheSame: before somebody leaves, the lobby asks what the table asks: whether the
// others play on, can begin again, or are too few, is known in both places.
func TestLeavingSaysTheSame(t *testing.T) {
	ana, ben := api.Seat{Name: "ana", You: true}, api.Seat{Name: "ben"}
	for want, m := range map[string]api.Summary{
		"The game ends for all.":          {Seats: []api.Seat{ana, ben}},
		"The game ends for all":           {Seats: []api.Seat{ana, ben, {Name: "ada", BotOf: "ana"}}, Cover: true, NoCover: api.FewNodes},
		"The others play on without you.": {Seats: []api.Seat{ana, ben}, Cover: true},
		"This hand ends for all; the others can begin it anew without you.": {Seats: []api.Seat{ana, ben, {Name: "cleo"}}},
	} {
		m.ID, m.Game, m.Phase = "ab", "five", api.PhasePlaying
		at, _ := shown.Find(shown.Deeds(api.Table{Summary: m}), shown.ActLeave)
		row, _ := shown.Find(shown.OwnRow(m, time.Now()).Deeds, shown.ActLeave)
		if at.Ask == nil || row.Ask == nil || strings.Join(at.Ask.Says, " ") != strings.Join(row.Ask.Says, " ") || !strings.Contains(strings.Join(row.Ask.Says, " "), want) {
			t.Errorf("%+v and %+v, want %q", at.Ask, row.Ask, want)
		}
	}
}
