package shown

import (
	"fmt"
	"testing"
	"time"

	"fives/cli/say"
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
	tab.Seats[0].Active, tab.Seats[2].Left = true, true
	if s := Seats(tab); s[0].Out || !s[1].Out || s[2].Out {
		t.Errorf("out of the game: %+v", s)
	}
	tab.Phase = api.PhaseOver
	if Seats(tab)[1].Turn || Seats(tab)[1].Out {
		t.Error("it is somebody's turn, or somebody is out, when the game is over")
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

// TestOrder: a hand is drawn in the order that is asked for, else in the one that lays cards together, else sorted; an
// order that does not fit the hand is none, and a gap lies between two cards.
func TestOrder(t *testing.T) {
	by := func(name string) func(rules.Order) bool { return func(o rules.Order) bool { return o.Name == name } }
	received, sorted, melds := rules.Order{Name: "received", Index: []int{0, 1, 2}}, rules.Order{Name: "sorted", Index: []int{2, 0, 1}}, rules.Order{Name: "melds", Index: []int{1, 2, 0}, Breaks: []int{0, 2, 3}}
	for _, c := range []struct {
		orders []rules.Order
		n      int
		asked  string
		want   string
	}{
		{[]rules.Order{received, sorted, melds}, 3, "received", "received [0 1 2] []"},
		{[]rules.Order{received, sorted, melds}, 3, "", "melds [1 2 0] [2]"},
		{[]rules.Order{received, sorted}, 3, "", "sorted [2 0 1] []"},
		{[]rules.Order{received}, 3, "", "received [0 1 2] []"},
		{[]rules.Order{received, sorted}, 2, "", " [0 1] []"},
		{[]rules.Order{received, {Name: "wrong", Index: []int{0, 1, 3}}}, 3, "", " [0 1 2] []"},
		{nil, 2, "", " [0 1] []"},
	} {
		o := Order(c.orders, c.n, by(c.asked))
		if got := fmt.Sprint(o.Name, " ", o.Index, " ", o.Breaks); got != c.want {
			t.Errorf("%d cards, asked for %q: %s, want %s", c.n, c.asked, got, c.want)
		}
	}
	seven, six := card.Card{Rank: 7, Suit: card.Hearts}, card.Card{Rank: 6, Suit: card.Hearts}
	if got := PlacesOf([]card.Card{seven, seven, six, seven}, []card.Card{seven, six, seven}, []int{1, 2, 0}); fmt.Sprint(got) != "[1 2 0]" {
		t.Errorf("%v", got)
	}
}

// TestCompany: why nobody may be here is said when nobody has been for a while, whichever lobby shows it; a television
// counts as company, and not as a person.
func TestCompany(t *testing.T) {
	now := time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)
	screen := []api.Peer{{Name: say.ScreenName, Connected: true, Screen: true, Guest: true}}
	c := Company{}.With(nil, now)
	if got := c.Alone(api.Status{}, nil, "", now.Add(say.AloneAfter-time.Second)); got != "" {
		t.Errorf("at once: %q", got)
	}
	if got := c.Alone(api.Status{}, nil, "", now.Add(say.AloneAfter)); got == "" {
		t.Error("after a while nothing is said")
	}
	if got := c.Alone(api.Status{}, screen, "", now.Add(say.AloneAfter)); got != "" {
		t.Errorf("with a television: %q", got)
	}
	if got := c.With(screen, now.Add(time.Minute)).Alone(api.Status{}, nil, "", now.Add(time.Minute+time.Second)); got != "" {
		t.Errorf("when it has just gone: %q", got)
	}
	if got := say.Here(append(screen, api.Peer{Connected: true}, api.Peer{})); got != "2 here" {
		t.Errorf("%q", got)
	}
}

// TestUnit: what stands beside a name says what it counts, as the game does, and marks are something
// else: in All Fives a seat is not told its points of the hand beside a total that has them already.
func TestUnit(t *testing.T) {
	for game, want := range map[string][]string{"five": {"1 point", "0 points"}, "furious-five": {"1 chip", "0 chips"}, "unknown": {"1 point", "0 points"}} {
		table := api.Table{Summary: api.Summary{Game: game, Seats: []api.Seat{{Name: "ana"}, {Name: "ben"}}}, View: &rules.View{Scores: []int{1, 0}}}
		for i, s := range Seats(table) {
			if got := s.Total + " " + s.Unit; got != want[i] {
				t.Errorf("%s: %q, want %q", game, got, want[i])
			}
		}
	}
}
