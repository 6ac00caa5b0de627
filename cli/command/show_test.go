package command

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fives/cli/shown"
	"fives/p2p/api"
)

// What the person at a table can do when somebody is away: stop waiting, deal without them, or
// go on without them; and whom to leave out if a single device keeps the others from playing.
func TestAdvice(t *testing.T) {
	at := func(what string, change func(t *api.Table)) api.Table {
		tab := api.Table{Waiting: api.Waiting{What: what}, Summary: api.Summary{Cover: true, Seats: []api.Seat{
			{Name: "ana", You: true, Online: true}, {Name: "ben", Online: true}, {Name: "cleo", Online: true}, {Name: "dan", Online: true},
		}}}
		tab.Phase = api.PhasePlaying
		change(&tab)
		return tab
	}
	since := time.Now().Add(-10 * time.Second)
	silent := func(t *api.Table) {
		soon := time.Now().Add(12 * time.Second)
		t.Seats[1].Online, t.Seats[1].Owes, t.Seats[1].CoverAt, t.MayCover = false, true, &soon, []string{"ben"}
	}
	for want, tab := range map[string]api.Table{
		"fives continue: wait no longer for ben: the others play on": at("shares", silent),
		"fives continue: deal without ben":                           at("key", silent),
		"fives continue --without dan: go on from the last counted hand without dan; fives continue --without dan --without ben: go on from the last counted hand without dan and ben": at("shares", func(t *api.Table) {
			t.Seats[1].Owes, t.Seats[1].OnlyHeardBy = true, "dan"
		}),
		"fives continue --without ben --without cleo: go on from the last counted hand without ben and cleo": at("shares", func(t *api.Table) {
			for i := 1; i < 3; i++ {
				t.Seats[i].Online, t.Seats[i].Owes, t.Seats[i].Away = false, true, &since
			}
		}),
		"": at("move", func(t *api.Table) { t.Seats[3].FalseVotes = 5 }),
	} {
		if got := strings.Join(next(tab), "; "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Only who offers a seat can keep it. One whose computer player asks for somebody else's takes
// that back as any other word.
func TestHandoverHints(t *testing.T) {
	tab := api.Table{Summary: api.Summary{Seat: 2, Seats: []api.Seat{{Name: "ana"}, {Name: "Ada", BotOf: "ana"}, {Name: "ben", You: true}, {Name: "Bob", BotOf: "ben"}}}}
	const takesBack, keeps = "fives seat agree --not", "fives seat give zoe --not"
	for seat, want := range map[string][]string{"ana": {takesBack}, "Ada": {takesBack}, "ben": {keeps}, "Bob": {keeps}} {
		tab.Handovers = []api.Handover{{Seat: seat, SeatBotOf: map[string]string{"Ada": "ana", "Bob": "ben"}[seat], To: "zoe", Agree: true, Mine: true}}
		var got []string
		for _, d := range shown.Answers(tab) {
			got = append(got, d.Command())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", seat, got, want)
		}
	}
}
