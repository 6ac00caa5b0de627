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
	return t.Phase == control.PhasePlaying && slices.ContainsFunc(t.Seats, func(s control.Seat) bool {
		return s.Owes && !s.You && (Away(s) || s.Left) && s.CoverAt == nil // for whom the others will play is no obstacle
	})
}

// A Trouble is something that is wrong with a player, or with the table.
type Trouble struct {
	Kind  TroubleKind
	Text  string
	Key   string // the fingerprint of the key that can be accepted, "" for none
	Waits bool   // the hand waits for that player
	May   bool   // this node's person may decide not to wait any longer
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
	Covered                      // the others play for a player, or will
	Missed                       // they played for this node's person
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
		return append(all, Missing(t)...)
	}
	for _, s := range t.Seats {
		covered, is := covering(t, s, now)
		switch {
		case is:
			all = append(all, covered)
		case s.Left && t.Phase != control.PhaseStopped:
			all = append(all, Trouble{Kind: Gone, Text: words.Name(s.Name) + " has left"})
		case !s.Left && Away(s):
			x := Trouble{Kind: Absent, Text: words.IsAway(s, now), Waits: s.Owes && t.Phase == control.PhasePlaying}
			if x.Waits {
				x.Text += ", and the hand waits"
			}
			all = append(all, x)
		}
	}
	if CoverHelps(t) {
		all = append(all, Trouble{Kind: Uncovered, Text: phrase.CoverHelps})
	}
	return append(all, Missing(t)...)
}

// Missing is what the person of this node has missed, if anything.
func Missing(t control.Table) []Trouble {
	if len(t.Missed) == 0 {
		return nil
	}
	open := t.You >= 0 && t.You < len(t.Seats) && t.Seats[t.You].Open
	return []Trouble{{Kind: Missed, Text: words.Missed(len(t.Missed), open) + " (" + words.MissedMoves(t.Game, t.Missed) + ")"}}
}

// Covering says for whom the others play, or will, and what the person of this node has
// missed.
func Covering(t control.Table, now time.Time) []Trouble {
	var all []Trouble
	for _, s := range t.Seats {
		if x, is := covering(t, s, now); is && t.Phase != control.PhaseOver {
			all = append(all, x)
		}
	}
	return append(all, Missing(t)...)
}

// covering says that the others play for a seat, or will.
func covering(t control.Table, s control.Seat, now time.Time) (x Trouble, is bool) {
	x = Trouble{Kind: Covered, May: slices.Contains(t.MayCover, s.Name)}
	switch {
	case s.You || t.Phase != control.PhasePlaying || s.Owes && (Away(s) || s.Left) && s.CoverAt == nil:
		return x, false
	case s.Left && (s.Covered || s.CoverAt != nil):
		x.Text = words.Name(s.Name) + " has left; " + words.CoverNow(s.Name)
	case !Away(s):
		return x, false
	case s.Covered:
		x.Text = words.CoverNow(s.Name)
	case s.CoverAt != nil:
		x.Text = words.CoverSoon(s, s.CoverAt.Sub(now))
	default:
		return x, false
	}
	return x, true
}
