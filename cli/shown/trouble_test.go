package shown_test

import (
	"strings"
	"testing"
	"time"

	"fives/cli/shown"
	"fives/p2p/api"
)

// silent is a table of ana, ben and cleo with a computer player of ben's, as ana sees it, at
// which some seats have been away for a time.
func silent(away time.Duration, seats ...int) api.Table {
	t := api.Table{Summary: api.Summary{Seats: []api.Seat{{Name: "ana", You: true, Online: true}, {Name: "ben", Online: true, Owes: true}, {Name: "ada", BotOf: "ben", Online: true}, {Name: "cleo", Online: true}}}}
	t.Phase = api.PhasePlaying
	since := time.Now().Add(-away)
	for _, s := range seats {
		t.Seats[s].Online, t.Seats[s].Away = false, &since
	}
	return t
}

func texts(t api.Table) string {
	var all []string
	for _, x := range shown.Troubles(t, time.Now()) {
		all = append(all, x.Says.String())
	}
	return strings.Join(all, "; ")
}

// A node that hears nobody has lost the network: that is one line, and nothing offers to drop
// the hand until it lasts.
func TestCutOff(t *testing.T) {
	const cut = "no connection to the others; your seat is kept"
	all := silent(time.Minute, 1, 2, 3)
	if got := texts(all); got != cut || shown.Stuck(all) {
		t.Errorf("all are away: %q, stuck: %v", got, shown.Stuck(all))
	}
	if long := silent(4*time.Minute, 1, 2, 3); texts(long) != cut || !shown.Stuck(long) {
		t.Errorf("all are away for long: %q, stuck: %v", texts(long), shown.Stuck(long))
	}
	one := silent(time.Minute, 1, 2)
	if got := texts(one); got != "ben is away for 60 s, with ada, and the hand waits" || !shown.Stuck(one) {
		t.Errorf("one device is away: %q, stuck: %v", got, shown.Stuck(one))
	}
	asleep := silent(time.Minute, 1, 2, 3)
	asleep.Seats[3].Asleep = true
	if got := texts(asleep); strings.Contains(got, cut) {
		t.Errorf("a device that said that it sleeps: %q", got)
	}
	two := silent(time.Minute, 1)
	two.Seats = two.Seats[:2]
	if got := texts(two); strings.Contains(got, cut) {
		t.Errorf("at a table of two: %q", got)
	}
	looking := silent(time.Minute, 1, 2, 3)
	looking.Seats[0] = api.Seat{Name: "dan", Away: looking.Seats[1].Away}
	looking.Seat = -1
	if got := texts(looking); got != "no connection to the table" {
		t.Errorf("who looks on reads %q", got)
	}
}
