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
		Open: []api.Offer{{ID: "full", Running: true, Full: true}, {ID: "free"}, {ID: "own", Mine: true}},
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
	if want := "Your tables: here soon; Open seats: free own; Being played by others: full; Stopped: stopped; Finished: new old"; strings.Join(got, "; ") != want {
		t.Errorf("%s", strings.Join(got, "; "))
	}
	if g := shown.Groups(api.Tables{}, time.Now()); len(g) != 0 {
		t.Errorf("%+v", g)
	}
}
