package shown

import (
	"slices"
	"time"

	"fives/cli/phrase"
	"fives/cli/words"
	"fives/p2p/control"
)

// Stuck reports whether a table waits for somebody who is not there, or for this node,
// which cannot go on.
func Stuck(t control.Table) bool {
	if t.Phase == control.PhaseStopped || t.Waiting.What == control.Stuck {
		return true
	}
	return t.Phase == control.PhasePlaying && slices.ContainsFunc(t.Seats, func(s control.Seat) bool { return s.Owes && !s.You && (Away(s) || s.Left) })
}

// A Trouble is something that is wrong with a player, or with the table.
type Trouble struct {
	Kind  TroubleKind
	Text  string
	Key   string // the fingerprint of the key that can be accepted, "" for none
	Waits bool   // the hand waits for that player
}

// TroubleKind tells troubles apart.
type TroubleKind int

// The kinds of troubles.
const (
	Fault     TroubleKind = iota // a player has broken the protocol
	Warning                      // a player may be somebody else
	Stopped                      // the table does not go on
	Gone                         // a player has left
	Absent                       // a player is not there
	Uncovered                    // the hand waits, and at a table with cover it would not
)

// Troubles says what is wrong with the players of a table: who is away, has left, is at
// fault, or may be somebody else.
func Troubles(t control.Table, now time.Time) []Trouble {
	var all []Trouble
	for _, f := range t.Faults {
		all = append(all, Trouble{Kind: Fault, Text: words.Fault(f.Name, f.Reason)})
	}
	for _, w := range t.Warnings {
		all = append(all, Trouble{Kind: Warning, Text: words.Warning(w), Key: w.Fingerprint})
	}
	if t.Phase == control.PhaseStopped && len(t.Faults) == 0 {
		all = append(all, Trouble{Kind: Stopped, Text: words.Waiting(t.Waiting)})
	}
	if t.Phase == control.PhaseOver {
		return all
	}
	for _, s := range t.Seats {
		switch {
		case s.Left && t.Phase != control.PhaseStopped:
			all = append(all, Trouble{Kind: Gone, Text: words.Name(s.Name) + " has left"})
		case !s.Left && Away(s):
			x := Trouble{Kind: Absent, Text: words.Name(s.Name) + " is " + words.Away(s.Away, now), Waits: s.Owes && t.Phase == control.PhasePlaying}
			if x.Waits {
				x.Text += ", and the hand waits"
			}
			all = append(all, x)
		}
	}
	if CoverHelps(t) {
		all = append(all, Trouble{Kind: Uncovered, Text: phrase.CoverHelps})
	}
	return all
}
