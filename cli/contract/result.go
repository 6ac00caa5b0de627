package contract

import (
	"fives/cli/shown"
	"fives/p2p/api"
)

// A Result is a table at which a hand has been counted, and what a front end says of it.
type Result struct {
	Name   string
	Table  api.Table
	Says   []string    // everywhere
	Below  string      // to those at the table
	Offers []shown.Act // to them, too
	On     string      // what leads away from it
}

// Results lists the ways in which a hand can have ended.
func Results() []Result {
	hand := func(change func(t *api.Table, h *api.Hand)) api.Table {
		t := api.Table{Summary: api.Summary{ID: Table, Game: "five", Phase: api.PhasePlaying, Hand: 3, Seats: []api.Seat{
			{Name: "ana", Fingerprint: "a", You: true, Online: true, Active: true}, {Name: "ben", Fingerprint: "b", Online: true, Active: true},
		}}}
		h := api.Hand{Sheet: api.Sheet{Number: 3, Points: map[string]int{"ana": 9}, Scores: map[string]int{"ana": 29, "ben": 4}, Items: map[string][]api.Item{
			"ana": {{What: "left", Points: 9, Cards: []string{"9h"}, Rule: "10"}}, "ben": {{What: "ended with", Cards: []string{"4c"}, Rule: "10"}},
		}, What: "ended with 4, the lowest", Who: []string{"ben"}, Why: map[string]string{"ben": "ended with 4"}}}
		change(&t, &h)
		t.Hands = []api.Hand{h}
		return t
	}
	broken := func(_ *api.Table, h *api.Hand) {
		h.Violations = []api.Violation{{Name: "ben", Rule: "keep to the rules (rule 4)", Move: "end"}}
	}
	void := func(_ *api.Table, h *api.Hand) {
		h.Void, h.What, h.Who, h.Why, h.Items = true, "the hand was void at the cap", nil, nil, nil
	}
	over := func(t *api.Table, _ *api.Hand) { t.Phase, t.Winners = api.PhaseOver, []string{"ben"} }
	const ended, behind = "Ben ended with 4, the lowest", "ben leads with 4. You are 25 behind."
	return []Result{
		{"counted", hand(func(*api.Table, *api.Hand) {}), []string{ended, "ended with 4"}, behind, []shown.Act{shown.ActLookBack}, "next hand"},
		{"a rule broken", hand(broken), []string{ended, "ben broke a rule"}, behind, []shown.Act{shown.ActLookBack}, "next hand"},
		{"void", hand(void), []string{"The hand was void at the cap"}, "Nobody scores. " + behind, nil, "next hand"},
		{"over", hand(over), []string{ended}, "The game is over: ben won.", []shown.Act{shown.ActRematch, shown.ActLookBack}, "to the table"},
	}
}
