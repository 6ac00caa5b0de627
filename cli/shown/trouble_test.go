package shown_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fives/cli/say"
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
	if !shown.Alone(all) || shown.Alone(silent(time.Minute, 1, 2)) || shown.Alone(api.Table{Summary: api.Summary{Seats: all.Seats[:1]}}) {
		t.Error("a device is alone if there are others, and none of them is heard")
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

// Devices that lack the key of a hand with cover are here: their people are told that the hand can
// be dealt anew with all, and nobody is left out.
func TestTwoLackTheKey(t *testing.T) {
	const both = "the devices of ben and cleo lack the key of this hand, and the others can play for one only: if all agree, it is dealt anew, and nobody is left out"
	at := time.Now()
	table := silent(0)
	table.Cover = true
	ben, cleo := &table.Seats[1], &table.Seats[3]
	ben.Lacks, ben.Owes, ben.CoverAt = true, true, &at
	if got := texts(table); got != "ben's device lacks the key of this hand: the others play on for it" || shown.Stuck(table) {
		t.Errorf("one lacks it: %q, stuck: %v", got, shown.Stuck(table))
	}
	ben.CoverAt, cleo.Lacks, cleo.Owes = nil, true, true
	if got := texts(table); got != both || !shown.Stuck(table) {
		t.Errorf("two lack it: %q, stuck: %v", got, shown.Stuck(table))
	}
	if all := shown.Covering(table, at); len(all) == 0 || all[0].Says.String() != both {
		t.Errorf("beside the others for whom nobody plays: %v", all)
	}
	if without := shown.Leave(table); len(without) != 1 || len(without[0]) > 0 {
		t.Errorf("%v are left out", without)
	}
	own := table
	own.Seats = slices.Clone(table.Seats)
	own.Seat = 3
	own.Seats[0].You, own.Seats[3].You = false, true
	if got := texts(own); got != both+"; "+say.YouStop {
		t.Errorf("one of the two reads %q", got)
	}
	own.Seats[1].Lacks, own.Seats[1].Owes, own.Seats[3].Owes = false, false, false
	if got := texts(own); got != say.YouLack {
		t.Errorf("who alone lacks it reads %q", got)
	}
}

// A seat that the program plays for somebody is called by its name, not by the key of its host.
func TestAwayByName(t *testing.T) {
	table := silent(time.Minute, 1, 2, 3)
	table.Cover = true
	for i := range table.Seats {
		table.Seats[i].Active = true
	}
	table.Seats[0].Online = true
	table.Seats[1].BotOf, table.Seats[2].BotOf, table.Seats[3].BotOf = "7352-aaaa", "", "0c52-bbbb"
	table.Seats[2].Online = true
	if got := texts(table); got != "ben and cleo are away, and the hand waits: the others can play for one only" {
		t.Errorf("%q", got)
	}
}
