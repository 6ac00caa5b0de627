package shown

import (
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// What there is to show about a seat: whose turn it is while the game is played, and the hands
// of others of which a card is known.
func TestSeats(t *testing.T) {
	open, _ := card.ParseAll([]string{"7h", "Kc"})
	hand := func(seat int, cards ...card.Card) rules.Zone {
		return rules.Zone{Kind: rules.HandZone, Seat: seat, Count: len(cards), Groups: []rules.Group{{Cards: cards}}}
	}
	tab := api.Table{
		Summary: api.Summary{Seats: []api.Seat{{Name: "ana", You: true}, {Name: "ben"}, {Name: "cleo"}}},
		View: &rules.View{
			Turn: 1, Scores: []int{3, -4}, Notes: [][]string{nil, {"dealer"}},
			Zones: []rules.Zone{hand(0, open...), hand(1, card.Card{}, open[0]), hand(2, card.Card{}, card.Card{})},
		},
	}
	tab.Phase = api.PhasePlaying
	s := Seats(tab)
	if s[0].Turn || !s[1].Turn || s[1].Total != "-4" || s[2].Total != "" || len(s[1].Notes) != 1 || len(s[2].Notes) != 0 {
		t.Errorf("%+v", s)
	}
	if len(s[0].Seen) != 0 || len(s[1].Seen) != 2 || len(s[2].Seen) != 0 || !s[2].Hands || s[2].Hand.Count != 2 {
		t.Errorf("seen: %+v", s)
	}
	tab.Phase = api.PhaseOver
	if Seats(tab)[1].Turn {
		t.Error("it is somebody's turn when the game is over")
	}
	tab.View = nil
	if s := Seats(tab); s[0].Hands || s[0].Turn || s[0].Total != "" {
		t.Errorf("nothing is seen, and shown: %+v", s)
	}
}

// What a hand brought: somebody who did not play in it has nothing to show.
func TestResults(t *testing.T) {
	tab := api.Table{Summary: api.Summary{Seats: []api.Seat{{Name: "ana"}, {Name: "ben"}, {Name: "cleo"}}}}
	r := Results(tab, api.Hand{Sheet: api.Sheet{
		Points: map[string]int{"ana": 5, "ben": 0, "cleo": 0}, Scores: map[string]int{"ana": 7, "ben": 1},
		Items: map[string][]api.Item{"ana": {{What: "cards left", Points: 5}}, "ben": {{What: "no card left"}}},
	}})
	if !r[0].Played || r[0].Points != 5 || r[0].Total != 7 || len(r[0].Items) != 1 {
		t.Errorf("ana: %+v", r[0])
	}
	if !r[1].Played || len(r[1].Items) != 1 {
		t.Errorf("ben: %+v", r[1])
	}
	if r[2].Played {
		t.Errorf("cleo: %+v", r[2])
	}
}
