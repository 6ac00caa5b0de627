package command

import (
	"testing"

	"fives/cli/invite"
	"fives/p2p/api"
)

// TestInvitedTable: the ID of a table may be typed as at any other command, and what fits more than one table, or none, is
// refused as there.
func TestInvitedTable(t *testing.T) {
	all := api.Tables{Mine: []api.Summary{{ID: "ab12"}, {ID: "ab34"}}, Open: []api.Offer{{ID: "ab34", Code: "7"}, {ID: "cd56"}}}
	for typed, want := range map[string]invite.Table{"ab1": {ID: "ab12"}, "AB3": {ID: "ab34", Code: "7"}, " cd": {ID: "cd56"}} {
		if got, err := invitedTable(all, typed); err != nil || got != want {
			t.Errorf("%q: %+v, %v", typed, got, err)
		}
	}
	for typed, want := range map[string]api.Reason{"ab": api.ReasonManyTables, "ef": api.ReasonNoTable} {
		if _, err := invitedTable(all, typed); api.ErrorIn(err).Reason != want {
			t.Errorf("%q: %v", typed, err)
		}
	}
}
