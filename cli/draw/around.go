package draw

import (
	"slices"
	"strings"
	"time"

	"fives/cli/words"
	"fives/p2p/control"
)

// Opponents are the others in the order in which they sit, clockwise from the player;
// for an onlooker all.
func Opponents(t control.Table) []Seat {
	seats := Seats(t)
	if t.You < 0 || t.You >= len(seats) {
		return seats
	}
	return slices.Concat(seats[t.You+1:], seats[:t.You])
}

// Together tells of a move, and of the one before, with what was gained by one of them,
// in the order in which it was.
func Together(before, move, gained string) string {
	verb, _, _ := strings.Cut(gained, " ")
	if gained == "" {
		return move
	}
	if i := strings.LastIndex(move, " and "+verb); i >= 0 {
		return move[:i] + ", " + gained
	}
	switch {
	case move == "" || strings.HasPrefix(move, verb):
		return gained
	case strings.HasPrefix(before, verb):
		return gained + ", " + move
	}
	return move + ", " + gained
}

// Away reports whether a player is not there.
func Away(s control.Seat) bool { return !s.You && !s.Online }

// Stuck reports whether a table waits for somebody who is not there, or for this node,
// which cannot go on.
func Stuck(t control.Table) bool {
	if t.Phase == control.PhaseStopped || t.Waiting.What == control.Stuck {
		return true
	}
	return t.Phase == control.PhasePlaying && slices.ContainsFunc(t.Seats, func(s control.Seat) bool { return s.Owes && !s.You && (Away(s) || s.Left) })
}

// A Trouble is something that is wrong with a player.
type Trouble struct {
	Text  string
	Key   string // the fingerprint of the key that can be accepted, "" for none
	Waits bool   // the hand waits for that player
}

// Troubles says what is wrong with the players of a table: who is away, has left, is at
// fault, or may be somebody else.
func Troubles(t control.Table, now time.Time) []Trouble {
	var all []Trouble
	for _, f := range t.Faults {
		all = append(all, Trouble{Text: words.Fault(f.Name, f.Reason)})
	}
	for _, w := range t.Warnings {
		all = append(all, Trouble{Text: words.Warning(w), Key: w.Fingerprint})
	}
	if t.Phase == control.PhaseStopped && len(t.Faults) == 0 {
		all = append(all, Trouble{Text: words.Waiting(t.Waiting)})
	}
	if t.Phase == control.PhaseOver {
		return all
	}
	for _, s := range t.Seats {
		switch {
		case s.Left && t.Phase != control.PhaseStopped:
			all = append(all, Trouble{Text: words.Name(s.Name) + " has left"})
		case !s.Left && Away(s):
			x := Trouble{Text: words.Name(s.Name) + " is " + words.Away(s.Away, now), Waits: s.Owes && t.Phase == control.PhasePlaying}
			if x.Waits {
				x.Text += ", and the hand waits"
			}
			all = append(all, x)
		}
	}
	return all
}
