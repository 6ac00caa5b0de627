package shown

import (
	"testing"

	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// TestDid: a gain replaces the words of the move that announce it, or stands beside the move on
// its own side; that the time had run out is said after both.
func TestDid(t *testing.T) {
	nine := []card.Card{{Rank: 9, Suit: card.Clubs}}
	for _, c := range []struct {
		game   string
		moves  []api.Played
		gained rules.Moment
		want   string
		latest bool
	}{
		{"five", []api.Played{{Name: "ana", Move: "drop 7h draw", Late: true}}, rules.Moment{What: "draws", Cards: nine}, "drops 7h, draws 9c (the time had run out)", true},
		{"five", []api.Played{{Name: "ana", Move: "drop 7h draw", StandIn: true}, {Name: "ben", Move: "end"}}, rules.Moment{Seat: 1}, "stand-in: drops 7h and draws", false},
		{"five-crowns", []api.Played{{Name: "ana", Move: "draw"}, {Name: "ana", Move: "discard 5t"}}, rules.Moment{What: "draws", Cards: nine}, "draws 9c, discards 5t", true},
		{"all-fives", []api.Played{{Name: "ana", Move: "play 9c"}}, rules.Moment{What: "takes the trick with", Cards: nine, Points: 3}, "plays 9c, takes the trick with 9c: 3", true},
	} {
		tab := api.Table{Last: c.moves, View: &rules.View{Moments: []rules.Moment{c.gained}}}
		tab.Seats = []api.Seat{{Name: "ana"}, {Name: "ben"}}
		tab.Game, tab.Phase = c.game, api.PhasePlaying
		did, latest := Did(tab, Seat{Seat: tab.Seats[0]})
		if did.String() != c.want || latest != c.latest {
			t.Errorf("%q, %v, want %q, %v", did, latest, c.want, c.latest)
		}
	}
}
