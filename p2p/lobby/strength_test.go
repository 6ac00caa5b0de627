package lobby

import (
	"slices"
	"testing"
	"time"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/api"
)

// claims are the names that the seats of a table which has begun claim.
func (n *node) claims(id record.Hash) (list []string) {
	n.w.t.Helper()
	for _, j := range n.made.genesis(id).Joins {
		s, err := table.OpenJoin(j, id)
		if err != nil {
			n.w.t.Fatal(err)
		}
		list = append(list, s.Name)
	}
	return list
}

// TestStrengths: the names of computer players say how well they play, whoever brings
// them and whenever, also at a table that is proposed anew.
func TestStrengths(t *testing.T) {
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		id, _ := ana.opens(api.HostRequest{Seats: 4, Bots: []string{"easy"}})
		ben.mustJoin(api.JoinRequest{Play: "easy"})
		ana.mustBegin(api.BeginRequest{Fill: true})
		if got, want := ana.claims(id), []string{"ana", "Ada (easy)", "ben (easy)", "Bob (good)"}; !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	})
	inWorld(t, func(w *world) {
		ana, ben := w.start("ana"), w.start("ben")
		ana.opens(api.HostRequest{Seats: 4, Play: "good", Bots: []string{"easy"}})
		ben.mustJoin(api.JoinRequest{Play: "easy"})
		id, view := ana.mustBegin(api.BeginRequest{})
		time.Sleep(2 * time.Second) // ben follows
		if got, want := ana.claims(id), []string{"ana (good)", "Ada (easy)", "ben (easy)"}; !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
		if want := []string{"ana", "Ada"}; !slices.Equal(view.Taken, want) {
			t.Errorf("%q, not %q", view.Taken, want)
		}
	})
}
