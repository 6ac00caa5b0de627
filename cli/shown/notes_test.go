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
	for _, x := range shown.Notes(t, time.Now()) {
		all = append(all, x.Says.String())
	}
	return strings.Join(all, "; ")
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
	if all := shown.Notes(table, at); len(all) == 0 || all[0].Says.String() != both {
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
	table.Seats[2].Online, table.Seats[2].Away = true, nil
	if got := texts(table); got != "ben and cleo are away, and the hand waits: the others can play for one only" {
		t.Errorf("%q", got)
	}
}
