package shown

import (
	"testing"

	"fives/p2p/api"
)

// Those that wait for the player's word come first, and at the end of the game there are none.
// The player's own offers are taken back as offers, everything else as a word.
func TestHandovers(t *testing.T) {
	table := api.Table{Summary: api.Summary{Phase: api.PhasePlaying}, Handovers: []api.Handover{
		{Seat: "Ada"}, {Seat: "ben", Agree: true}, {Seat: "cleo", Yours: true}, {Seat: "dan", Mine: true},
	}}
	seats := func(list []api.Handover) (s string) {
		for _, h := range list {
			s += h.Seat + " "
		}
		return s
	}
	if got := seats(Handovers(table)); got != "cleo Ada ben dan " {
		t.Errorf("%q", got)
	}
	table.Phase = api.PhaseOver
	if len(Handovers(table)) > 0 {
		t.Error("there are some when the game is over")
	}
	for _, c := range []struct {
		h    api.Handover
		want bool
	}{
		{api.Handover{Seat: "ana", To: "zoe", Mine: true}, true},
		{api.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Mine: true}, true},
		{api.Handover{Seat: "ben", To: "ana", Bot: true, Mine: true}, false},
		{api.Handover{Seat: "Ada", SeatBotOf: "ana", To: "zoe", Agree: true}, false},
	} {
		if got := OffersSeat(c.h, "ana"); got != c.want {
			t.Errorf("%+v: %v", c.h, got)
		}
	}
}
