package sim

import (
	"fmt"
	"strings"
)

// Counts says how often each thing happened in a run.
type Counts struct {
	Crash, Outage, Restart, Restored, Break, Part, OneWay, FullDisk, SlowDisk, Sleep, Jump int

	Lost, Doubled, Reordered, Penalized     int
	Forks, Invalid, Withheld, Noise, Lies   int
	Proofs                                  int
	Left, Gone, Proven                      int
	Called, Earlier, Begun, Ended, Watched  int
	Turned, Pages, Opened, Dialled          int
	Votes, Covered, Again, Shown, StoodIn   int
	Keyless                                 int
	Wishes, TakenBack, PutOff, Changed      int
	BotToPerson, PersonToPerson, ToBot      int
	Replaced, AtOnce, CameBack, Decided     int
	Steps, Messages, Bytes, Records, Repeat int
}

// each calls f with each count and its name.
func (c *Counts) each(f func(name string, n *int)) {
	f("crashes between two effects", &c.Crash)
	f("outages of all nodes", &c.Outage)
	f("restarts", &c.Restart)
	f("homes restored from an old copy", &c.Restored)
	f("broken connections", &c.Break)
	f("partitions", &c.Part)
	f("one-way links", &c.OneWay)
	f("writes refused by a full disk", &c.FullDisk)
	f("slow disks", &c.SlowDisk)
	f("sleeping nodes", &c.Sleep)
	f("clock jumps", &c.Jump)
	f("messages lost", &c.Lost)
	f("messages doubled", &c.Doubled)
	f("messages out of order", &c.Reordered)
	f("deliveries penalized", &c.Penalized)
	f("forks", &c.Forks)
	f("invalid records", &c.Invalid)
	f("records withheld", &c.Withheld)
	f("noise", &c.Noise)
	f("false claims", &c.Lies)
	f("proofs of cheats against themselves", &c.Proofs)
	f("seats that left", &c.Left)
	f("nodes gone for good", &c.Gone)
	f("seats found at fault", &c.Proven)
	f("continuations called for", &c.Called)
	f("continuations accepted from before the last settled hand", &c.Earlier)
	f("continuations begun", &c.Begun)
	f("continuations that ended", &c.Ended)
	f("onlookers", &c.Watched)
	f("logs given up for another branch", &c.Turned)
	f("nodes in a browser", &c.Pages)
	f("stores of browsers opened", &c.Opened)
	f("connections that browsers made", &c.Dialled)
	f("votes in logs that a seat is away", &c.Votes)
	f("steps in which a seat was covered", &c.Covered)
	f("steps that were owed once more", &c.Again)
	f("records shown to who had voted them away", &c.Shown)
	f("moves of stand-ins", &c.StoodIn)
	f("hands of a seat without a key", &c.Keyless)
	f("wishes that a seat changes hands", &c.Wishes)
	f("of these taken back", &c.TakenBack)
	f("next hands that waited in vain", &c.PutOff)
	f("seats that changed hands", &c.Changed)
	f("from a computer player to a person", &c.BotToPerson)
	f("from a person to another", &c.PersonToPerson)
	f("to a computer player", &c.ToBot)
	f("of who had left or was away", &c.Replaced)
	f("at once", &c.AtOnce)
	f("to who had sat there before", &c.CameBack)
	f("begun in the moment in which a move decided the game", &c.Decided)
	f("steps folded", &c.Steps)
	f("messages", &c.Messages)
	f("bytes", &c.Bytes)
	f("records sent", &c.Records)
	f("records sent again on one connection", &c.Repeat)
}

// Add adds the counts of another run.
func (c *Counts) Add(d Counts) {
	var ns []int
	d.each(func(_ string, n *int) { ns = append(ns, *n) })
	i := 0
	c.each(func(_ string, n *int) { *n += ns[i]; i++ })
}

func (c Counts) String() string {
	var b strings.Builder
	c.each(func(name string, n *int) { fmt.Fprintf(&b, "%10d %s\n", *n, name) })
	return b.String()
}
