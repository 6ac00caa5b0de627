package shown

import (
	"testing"
	"time"

	"fives/cli/phrase"
	"fives/p2p/control"
)

// Where a hand waits for one device of three or more, what would have helped is said
// once; nowhere else.
func TestCoverHelps(t *testing.T) {
	seat := func(name string, with func(s *control.Seat)) control.Seat {
		s := control.Seat{Name: name, Online: true, Active: true}
		with(&s)
		return s
	}
	here, you := func(*control.Seat) {}, func(s *control.Seat) { s.You = true }
	away := func(s *control.Seat) { s.Online, s.Owes = false, true }
	bot := func(s *control.Seat) { s.BotOf = "ana" }
	botAway := func(s *control.Seat) { s.BotOf, s.Online, s.Owes = "cleo", false, true }
	for name, c := range map[string]struct {
		change func(t *control.Table)
		seats  []control.Seat
		helps  bool
	}{
		"one of three":     {nil, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", away)}, true},
		"and its computer": {nil, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", away), seat("olga", botAway)}, true},
		"two of four":      {nil, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", away), seat("dan", away)}, false},
		"two devices":      {nil, []control.Seat{seat("ana", you), seat("olga", bot), seat("cleo", away)}, false},
		"nobody":           {nil, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", here)}, false},
		"not waited for":   {nil, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", func(s *control.Seat) { s.Online = false })}, false},
		"sits out":         {nil, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", func(s *control.Seat) { s.Online, s.Active = false, false })}, false},
		"left":             {nil, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", func(s *control.Seat) { s.Online, s.Owes, s.Left = false, true, true })}, false},
		"with cover":       {func(t *control.Table) { t.Cover = true }, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", away)}, false},
		"over":             {func(t *control.Table) { t.Phase = control.PhaseOver }, []control.Seat{seat("ana", you), seat("ben", here), seat("cleo", away)}, false},
	} {
		tab := control.Table{Seats: c.seats}
		tab.Phase = control.PhasePlaying
		if c.change != nil {
			c.change(&tab)
		}
		said := 0
		for _, x := range Troubles(tab, time.Unix(0, 0)) {
			if x.Text == phrase.CoverHelps {
				said++
			}
		}
		if CoverHelps(tab) != c.helps || (said == 1) != c.helps || said > 1 {
			t.Errorf("%s: %v, said %d times", name, CoverHelps(tab), said)
		}
	}
}
