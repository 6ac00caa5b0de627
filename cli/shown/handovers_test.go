package shown

import (
	"testing"

	"fives/p2p/api"
)

// Those that wait for the player's word come first, then those in which the player has a part; at the end of the game there are none.
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
	if got := seats(Handovers(table)); got != "cleo ben dan Ada " {
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

// TestWishes: each handover of the list has its answer, and keeps its place as long as the list stays: one that is gone
// cannot be answered, and a new one comes behind all others. "Not now" stands once, at the end, with its key.
func TestWishes(t *testing.T) {
	zoe := api.Handover{Seat: "ben", To: "zoe", Fingerprint: "1", Asked: true, Waits: []string{"ana"}, Yours: true}
	eve := api.Handover{Seat: "ben", To: "eve", Fingerprint: "2", Asked: true, Waits: []string{"ben"}}
	fay := api.Handover{Seat: "ben", To: "fay", Fingerprint: "3", Asked: true, Waits: []string{"ana"}, Yours: true}
	x := api.Table{Summary: api.Summary{ID: "ab", Phase: api.PhasePlaying, Seat: 0, Seats: []api.Seat{{Name: "ana", You: true}, {Name: "ben"}}}, Handovers: []api.Handover{eve, zoe}}
	listed := func(s Sheet) (text string) {
		for _, d := range s.Choices {
			text += d.Key + map[bool]string{true: "+", false: "-"}[d.Offered()] + d.Label + "\n"
		}
		return text
	}
	s := Wishes(x, nil)
	const not = "N+not now: for ten minutes you read of nobody who asks for a seat, and nobody can ask at your node\n"
	if got, want := listed(s), "+agree: zoe takes ben's seat, with no points, from the next hand on; waiting for you\n-eve takes ben's seat, with no points, from the next hand on; waiting for ben\n"+not; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	x.Handovers = []api.Handover{fay, eve}
	if got, want := listed(Wishes(x, s.Handovers)), "-not wanted any more: zoe takes ben's seat\n-eve takes ben's seat, with no points, from the next hand on; waiting for ben\n+agree: fay takes ben's seat, with no points, from the next hand on; waiting for you\n"+not; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
