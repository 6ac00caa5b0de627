package shown

import (
	"slices"
	"strings"
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
		{"all-fives", []api.Played{{Name: "ana", Move: "play 9c"}}, rules.Moment{What: "takes the trick with", Cards: nine, Points: 3}, "played 9c, took the trick: 3", true},
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
		{"all-fives", "play 9c", "takes the trick with", "played 9c, took the trick"},
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

// TestTaken: whoever has taken a trick since the player moved is said to have, with the move that did
// it, also when others have moved since, so that nobody wonders why somebody else leads.
func TestTaken(t *testing.T) {
	cards := func(text ...string) []card.Card { list, _ := card.ParseAll(text); return list }
	moves := func(list ...string) (all []api.Played) {
		for _, m := range list {
			name, move, _ := strings.Cut(m, ": ")
			all = append(all, api.Played{Name: name, Move: move})
		}
		return all
	}
	run := rules.Moment{Seat: 1, What: "clears the trick with", Cards: cards("1", "2", "3", "4", "5")}
	nine := rules.Moment{What: "takes the trick with", Cards: cards("9c"), Points: 3}
	for _, c := range []struct {
		game  string
		seat  int
		taken rules.Moment
		since int
		last  []api.Played
		want  string
	}{
		{"five-three-five", 0, run, 2, moves("ana: lead 1 2 3", "ben: add 4 5", "ben: lead 11", "cleo: over 12"), "ben added 4 5, cleared the trick, led 11; cleo covered with 12"},
		{"five-three-five", 0, run, 1, moves("ana: lead 1 2 3", "ben: add 4 5", "cleo: pass", "ben: lead 11"), "cleo passed; ben cleared the trick, led 11"},
		{"five-three-five", 0, run, 0, moves("ben: lead 1", "ana: pass", "cleo: pass"), "cleo passed; ben led 1, cleared the trick with 1 2 3 4 5, leads now"},
		{"five-three-five", 0, run, 3, moves("ben: add 4 5", "ben: lead 11", "ana: over 12", "cleo: pass"), "cleo passed"},
		{"all-fives", 0, nine, 0, moves("ana: play 9c", "ben: play 8c", "cleo: play 7c"), "ben played 8c; cleo played 7c; ana played 9c, took the trick: 3"},
		{"all-fives", 1, nine, 0, moves("ana: play 9c", "ben: play 8c"), "ben played 8c; ana played 9c, took the trick: 3, leads now"},
		{"all-fives", 1, nine, 1, moves("ana: play 9c", "ben: play 8c", "ana: play 6c"), "ana took the trick: 3, played 6c"},
	} {
		tab := api.Table{Last: c.last, View: &rules.View{Taken: &c.taken, Turn: c.taken.Seat}}
		if c.taken.Moves = c.since; c.since == 0 {
			tab.View.Moments = []rules.Moment{c.taken}
		}
		tab.Seats, tab.Seat = []api.Seat{{Name: "ana"}, {Name: "ben"}, {Name: "cleo"}}, c.seat
		tab.Game, tab.Phase = c.game, api.PhasePlaying
		var got []string
		for _, name := range MovedSince(tab) {
			did, _ := Did(tab, Seat{Seat: api.Seat{Name: name}})
			got = append(got, name+" "+did.String())
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%v: %q, want %q", c.last, got, c.want)
		}
	}
}
