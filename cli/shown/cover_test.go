package shown

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
)

// If a hand waits for a single device out of four or more, what would have helped is said once,
// and otherwise never.
func TestCoverHelps(t *testing.T) {
	seat := func(name string, with func(s *api.Seat)) api.Seat {
		s := api.Seat{Name: name, Online: true, Active: true}
		with(&s)
		return s
	}
	here, you := func(*api.Seat) {}, func(s *api.Seat) { s.You = true }
	since := time.Unix(0, 0)
	away := func(s *api.Seat) { s.Online, s.Owes, s.Away = false, true, &since }
	bot := func(s *api.Seat) { s.BotOf = "ana" }
	botAway := func(s *api.Seat) { s.BotOf, s.Online, s.Owes, s.Away = "cleo", false, true, &since }
	for name, c := range map[string]struct {
		change func(t *api.Table)
		seats  []api.Seat
		helps  bool
	}{
		"one of four":      {nil, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", away)}, true},
		"and its computer": {nil, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", away), seat("olga", botAway)}, true},
		"two of five":      {nil, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", away), seat("dan", away)}, false},
		"three devices":    {nil, []api.Seat{seat("ana", you), seat("ben", here), seat("olga", bot), seat("cleo", away)}, false},
		"nobody":           {nil, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", here)}, false},
		"not waited for":   {nil, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", func(s *api.Seat) { s.Online = false })}, false},
		"sits out":         {nil, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", func(s *api.Seat) { s.Online, s.Active = false, false })}, false},
		"left":             {nil, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", func(s *api.Seat) { s.Online, s.Owes, s.Left = false, true, true })}, false},
		"with cover":       {func(t *api.Table) { t.Cover = true }, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", away)}, false},
		"over":             {func(t *api.Table) { t.Phase = api.PhaseOver }, []api.Seat{seat("ana", you), seat("ben", here), seat("eve", here), seat("cleo", away)}, false},
	} {
		tab := api.Table{Summary: api.Summary{Seats: c.seats}}
		tab.Phase = api.PhasePlaying
		if c.change != nil {
			c.change(&tab)
		}
		said := 0
		for _, x := range Notes(tab, time.Unix(0, 0)) {
			if x.Says.String() == say.CoverHelps {
				said++
			}
		}
		if CoverHelps(tab) != c.helps || (said == 1) != c.helps || said > 1 {
			t.Errorf("%s: %v, said %d times", name, CoverHelps(tab), said)
		}
	}
}

// What keeps the others from playing for somebody is said, with what people can do and who can
// be left out.
func TestHeldUp(t *testing.T) {
	now := time.Now()
	ago := func(d time.Duration) *time.Time { at := now.Add(-d); return &at }
	seats := func(change ...func(s []api.Seat)) []api.Seat {
		s := []api.Seat{{Name: "ana", You: true}, {Name: "ben"}, {Name: "cleo"}, {Name: "dan"}, {Name: "eve"}}
		for i := range s {
			s[i].Online, s[i].Active = true, true
		}
		for _, c := range change {
			c(s)
		}
		return s
	}
	silent := func(i int) func(s []api.Seat) {
		return func(s []api.Seat) { s[i].Online, s[i].Owes, s[i].Away = false, true, ago(30*time.Second) }
	}
	soon := func(s []api.Seat) { s[1].CoverAt = ago(-45*time.Second - time.Second/2) }
	heard := func(s []api.Seat) { s[1].Owes, s[1].OnlyHeardBy = true, "eve" }
	unvoted := func(late time.Duration) func(s []api.Seat) {
		return func(s []api.Seat) { s[1].CoverAt, s[1].Unvoted = ago(late), []string{"eve"} }
	}
	lacks := func(s []api.Seat) { s[1].Owes, s[1].Lacks = true, true }
	for name, c := range map[string]struct {
		what  string // the table waits for
		few   bool   // devices
		seats []api.Seat
		says  []string
		waits int // of these, how many have the hand wait
		stuck bool
		leave [][]string
	}{
		"nobody":          {"shares", false, seats(), nil, 0, false, [][]string{nil}},
		"one, soon":       {"shares", false, seats(silent(1), soon), []string{"ben's device is silent; the others play for ben in 45 s"}, 0, false, [][]string{{"ben"}}},
		"at a deal":       {"key", false, seats(silent(1), soon), []string{"ben's device is silent; the hand is dealt without ben in 45 s"}, 0, false, [][]string{{"ben"}}},
		"and covered":     {"seal", false, seats(silent(1), soon, func(s []api.Seat) { s[1].Covered = true }), []string{"ben's device is silent; the hand is dealt without ben in 45 s"}, 0, false, [][]string{{"ben"}}},
		"few devices":     {"shares", true, seats(silent(1)), []string{"ben is away for 30 s, and the hand waits: cover needs four devices"}, 1, true, [][]string{{"ben"}}},
		"one a deal":      {"proof", false, seats(silent(1)), []string{"ben is away for 30 s, and the hand waits: " + say.CoverOne}, 1, true, [][]string{{"ben"}}},
		"two":             {"shares", false, seats(silent(1), silent(2)), []string{"ben and cleo are away, and the hand waits: the others can play for one only"}, 1, true, [][]string{{"ben", "cleo"}}},
		"three":           {"shares", false, seats(silent(1), silent(2), silent(3)), []string{"ben, cleo and dan are away, and the hand waits: the others can play for one only"}, 1, true, [][]string{{"ben", "cleo", "dan"}}},
		"heard by one":    {"shares", false, seats(heard), []string{"only eve's device hears ben, and the hand waits"}, 1, true, [][]string{{"eve"}, {"eve", "ben"}}},
		"and may think":   {"move", false, seats(heard), []string{"only eve's device hears ben"}, 1, true, [][]string{{"eve"}, {"eve", "ben"}}},
		"a vote missing":  {"shares", false, seats(silent(1), unvoted(21*time.Second)), []string{"the others play for ben now", "eve's device does not say whether ben is away, and the hand waits"}, 1, true, [][]string{{"ben", "eve"}}},
		"not for long":    {"shares", false, seats(silent(1), unvoted(19*time.Second)), []string{"the others play for ben now"}, 0, false, [][]string{{"ben"}}},
		"lacks the key":   {"shares", false, seats(lacks, soon), []string{"ben's device lacks the key of this hand: the others play on for it"}, 0, false, [][]string{nil}},
		"and few devices": {"shares", true, seats(lacks), []string{"ben's device lacks the key of this hand, and the hand waits: cover needs four devices"}, 1, true, [][]string{nil}},
		"slept":           {"shares", false, seats(func(s []api.Seat) { s[1].Keyless, s[1].Covered = true, true }), []string{"ben slept through the deal; the others play this hand for ben"}, 0, false, [][]string{nil}},
		"false votes":     {"shares", false, seats(func(s []api.Seat) { s[4].FalseVotes, s[3].FalseVotes = 3, 2 }), []string{"eve's device keeps saying that others are away who are here"}, 0, false, [][]string{nil}},
		"you slept":       {"move", false, seats(func(s []api.Seat) { s[0].Keyless = true }), []string{say.YouSlept}, 0, false, [][]string{nil}},
		"you lack":        {"shares", false, seats(func(s []api.Seat) { s[0].Lacks = true }), []string{say.YouLack}, 0, false, [][]string{nil}},
		"and stop it":     {"shares", false, seats(func(s []api.Seat) { s[0].Lacks, s[0].Owes = true, true }), []string{say.YouStop}, 0, false, [][]string{nil}},
		"lacks, and away": {"shares", false, seats(lacks, silent(1)), []string{"ben is away for 30 s, and the hand waits"}, 1, true, [][]string{{"ben"}}},
	} {
		tab := api.Table{Summary: api.Summary{Cover: true, Seats: c.seats}, Waiting: api.Waiting{What: c.what}}
		tab.Phase = api.PhasePlaying
		switch {
		case c.few:
			tab.NoCover = api.FewNodes
		case name == "one a deal":
			tab.NoCover = api.OneADeal
		}
		waits := 0
		var said []string
		for _, x := range Notes(tab, now) {
			if said = append(said, x.Says.String()); x.Waits {
				waits++
			}
		}
		match := len(said) == len(c.says)
		for i := range min(len(said), len(c.says)) {
			match = match && strings.HasSuffix(said[i], c.says[i])
		}
		if !match || waits != c.waits {
			t.Errorf("%s: %d of them wait, %q", name, waits, said)
		}
		if got := Leave(tab); Stuck(tab) != c.stuck || !reflect.DeepEqual(got, c.leave) {
			t.Errorf("%s: stuck %v, without %q", name, Stuck(tab), got)
		}
	}
}
