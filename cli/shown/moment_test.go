package shown

import (
	"slices"
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
		{"five", []api.Played{{Name: "ana", Move: "drop 7h draw", Late: true}}, rules.Moment{What: "draws", Cards: nine}, "dropped 7h, drew 9c (the time had run out)", true},
		{"five", []api.Played{{Name: "ana", Move: "drop 7h draw", StandIn: true}, {Name: "ben", Move: "end"}}, rules.Moment{Seat: 1}, "the others dropped 7h and drew", false},
		{"five-crowns", []api.Played{{Name: "ana", Move: "draw"}, {Name: "ana", Move: "discard 5t"}}, rules.Moment{What: "draws", Cards: nine}, "drew 9c, discarded 5t", true},
		{"five", []api.Played{{Name: "ana", Move: "drop 7h draw"}}, rules.Moment{What: "draws", Cards: []card.Card{{}}}, "dropped 7h and drew", true},
		{"five-crowns", []api.Played{{Name: "ana", Move: "draw"}, {Name: "ana", Move: "discard 5t"}}, rules.Moment{What: "draws", Cards: []card.Card{{}}}, "drew, discarded 5t", true},
		{"all-fives", []api.Played{{Name: "ana", Move: "play 9c"}}, rules.Moment{What: "takes the trick with", Cards: nine, Points: 3}, "played 9c, took the trick with 9c: 3", true},
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

// TestMovedSince: a player is told who has moved since, in the order of their last moves; before anybody
// has, and without a seat, it is the last move.
func TestMovedSince(t *testing.T) {
	played := func(names ...string) (list []api.Played) {
		for _, n := range names {
			list = append(list, api.Played{Name: n})
		}
		return list
	}
	for _, c := range []struct {
		seat        int
		moves, want []string
	}{
		{0, []string{"ben", "cleo"}, []string{"ben", "cleo"}},
		{0, []string{"cleo", "ana", "ben", "ben", "cleo"}, []string{"ben", "cleo"}},
		{0, []string{"ana", "ben", "cleo", "ben"}, []string{"cleo", "ben"}},
		{0, []string{"ben", "ana"}, []string{"ana"}},
		{-1, []string{"ana", "ben", "cleo"}, []string{"cleo"}},
		{0, nil, nil},
	} {
		tab := api.Table{Last: played(c.moves...)}
		tab.Seats, tab.Phase, tab.Seat = []api.Seat{{Name: "ana"}, {Name: "ben"}, {Name: "cleo"}}, api.PhasePlaying, c.seat
		if got := MovedSince(tab); !slices.Equal(got, c.want) {
			t.Errorf("seat %d after %v: %v, want %v", c.seat, c.moves, got, c.want)
		}
	}
}

// TestDidInEveryGame: what a seat did follows a name and "you" alike, in every game.
func TestDidInEveryGame(t *testing.T) {
	nine := []card.Card{{Rank: 9, Suit: card.Clubs}}
	for _, c := range []struct{ game, move, gained, want string }{
		{"five", "drop 7h draw", "draws", "dropped 7h, drew 9c"},
		{"five", "drop 7h take", "takes", "dropped 7h, took 9c"},
		{"five", "end", "", "ended the hand"},
		{"furious-five", "call", "", "called"},
		{"five-crowns", "draw", "draws", "drew 9c"},
		{"five-crowns", "lay 3s 4s 5s discard 5t", "", "laid 3s 4s 5s and discarded 5t"},
		{"five-crowns", "out 3s 4s 5s discard 5t", "", "went out with 3s 4s 5s and discarded 5t"},
		{"all-fives", "play 9c", "takes the trick with", "played 9c, took the trick with 9c"},
		{"all-fives", "stand", "", "stood"}, {"all-fives", "beg", "", "begged"}, {"all-fives", "take-one", "", "gave a point"}, {"all-fives", "run", "", "ran the cards"},
		{"five-three-five", "lead 3", "", "led 3"}, {"five-three-five", "over 4", "", "covered with 4"}, {"five-three-five", "add 5", "", "added 5"},
		{"five-three-five", "pass", "", "passed"}, {"five-three-five", "add 8", "clears the trick with", "added 8, cleared the trick with 9c"},
	} {
		tab := api.Table{Last: []api.Played{{Name: "ana", Move: c.move}}, View: &rules.View{}}
		if c.gained != "" {
			tab.View.Moments = []rules.Moment{{What: c.gained, Cards: nine}}
		}
		tab.Seats = []api.Seat{{Name: "ana"}}
		tab.Game, tab.Phase = c.game, api.PhasePlaying
		if did, _ := Did(tab, Seat{Seat: tab.Seats[0]}); did.String() != c.want {
			t.Errorf("%s, %s: %q, want %q", c.game, c.move, did, c.want)
		}
	}
}
