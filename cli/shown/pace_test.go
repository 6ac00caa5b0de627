package shown

import (
	"testing"

	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// The pace of people comes from the games that people played here in one sitting, and from no
// others.
func TestPace(t *testing.T) {
	five, err := games.Find("five")
	if err != nil {
		t.Fatal(err)
	}
	usual, ok := five.Lasting(200, 4)
	if !ok {
		t.Fatal("nobody has measured it")
	}
	played := func(seconds int, change func(*api.Summary)) api.Summary {
		s := api.Summary{Game: "five", Time: 1000, Ended: 1000 + uint64(seconds*usual.Moves), Hand: usual.Hands, Seats: make([]api.Seat, 4)}
		if change != nil {
			change(&s)
		}
		return s
	}
	for name, c := range map[string]struct {
		all  []api.Summary
		want int
		here bool
	}{
		"none":             {nil, rules.Pace, false},
		"one":              {[]api.Summary{played(9, nil)}, 9, true},
		"two":              {[]api.Summary{played(8, nil), played(12, nil)}, 10, true},
		"nobody moves so":  {[]api.Summary{played(1, nil)}, fastest, true},
		"with a computer":  {[]api.Summary{played(9, func(s *api.Summary) { s.Seats[1].BotOf = "ana" })}, rules.Pace, false},
		"over two days":    {[]api.Summary{played(9, func(s *api.Summary) { s.Ended += 30 * 3600 })}, rules.Pace, false},
		"without an end":   {[]api.Summary{played(9, func(s *api.Summary) { s.Ended = 0 })}, rules.Pace, false},
		"it went on":       {[]api.Summary{played(9, func(s *api.Summary) { s.Before = 3 })}, rules.Pace, false},
		"an unknown game":  {[]api.Summary{played(9, func(s *api.Summary) { s.Game = "x" })}, rules.Pace, false},
		"clocks that lie":  {[]api.Summary{played(9, func(s *api.Summary) { s.Ended = 500 })}, rules.Pace, false},
		"the end of times": {[]api.Summary{played(9, func(s *api.Summary) { s.Ended = 1 << 63 })}, rules.Pace, false},
	} {
		if got, here := Pace(c.all); got != c.want || here != c.here {
			t.Errorf("%s: %d, %t", name, got, here)
		}
	}
}
