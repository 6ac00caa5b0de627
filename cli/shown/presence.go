package shown

import (
	"slices"
	"time"

	"fives/cli/say"
	"fives/p2p/api"
)

// Away reports whether people are told that the player of a seat is not there. Nobody is away at a
// table that is over or was left for another one, nor as long as it is this device that is cut off.
func Away(t api.Table, s api.Seat) bool {
	return missing(s) && t.CutOff == nil && t.Phase != api.PhaseOver && !Onward(t)
}

// missing reports whether a seat is not heard, for whatever reason.
func missing(s api.Seat) bool { return s.Away != nil && !s.You && !s.Left }

// Absence says in a word or two why a player does not act, "" for one who does. The others play for
// a covered player until that player moves again.
func Absence(t api.Table, s api.Seat) string {
	switch {
	case Onward(t):
		return "" // whoever has left this table may sit at the other one
	case t.Waiting.What == api.LeftBehind && t.Seat < 0 && s.Left:
		return "" // nor does an onlooker know
	case t.Waiting.What == api.Withdrawn && (s.You || !s.Left):
		return "" // of the person here, a note says it
	case t.Waiting.What == api.Withdrawn:
		return "said no"
	case s.Left:
		return "left"
	case t.Phase == api.PhaseOver:
		return ""
	case s.Lacks && !s.You && t.CutOff == nil:
		return LacksKey
	case s.Keyless, Away(t, s) && s.Covered:
		return OthersPlay
	case Away(t, s) && s.Asleep:
		return "asleep"
	case Away(t, s):
		return "away"
	}
	return ""
}

// OthersPlay is said of a seat for which the others act, LacksKey of one whose device lacks the key of
// the running hand.
const (
	OthersPlay = "others play"
	LacksKey   = "lacks the key"
)

// Shorter says an absence in one word, for a place in which it would be cut.
func Shorter(absence string) string {
	switch absence {
	case OthersPlay:
		return "covered"
	case LacksKey:
		return "no key"
	}
	return absence
}

// AbsenceFor is [Absence], and says for how long somebody has been away.
func AbsenceFor(t api.Table, s api.Seat, now time.Time) string {
	word := Absence(t, s)
	switch {
	case word == "" || !Away(t, s) || s.Lacks:
		return word
	case word == OthersPlay:
		return word + ", " + say.Away(s, now)
	}
	return say.Away(s, now)
}

// Onward reports whether the game goes on at another table, or is about to. Then nothing is wrong at
// the one that was left, and nobody is missing there.
func Onward(t api.Table) bool {
	return t.Waiting.What == api.Onward || t.Waiting.What == api.HandedOver || t.Waiting.What == api.Changing
}

// patience is how long a player who is cut off is offered nothing: most networks are back by
// then.
const patience = 3 * time.Minute

func justCutOff(t api.Table, now time.Time) bool {
	return t.CutOff != nil && now.Sub(*t.CutOff) < patience
}

// Alone reports whether this device hears no other one at a table.
func Alone(t api.Table) bool {
	others := slices.DeleteFunc(slices.Clone(t.Seats), func(s api.Seat) bool { return s.Left || ownDevice(t, s) })
	return len(others) > 0 && !slices.ContainsFunc(others, func(s api.Seat) bool { return s.Online })
}

// ownDevice reports whether this device plays a seat.
func ownDevice(t api.Table, s api.Seat) bool {
	return s.You || s.BotOf != "" && s.BotOf == t.Me()
}

// HoldUp names those who hold up a running hand until the others go on without it, or deal it anew:
// who is not there, and nobody will play for them; and who is there, but lacks the key of the hand.
func HoldUp(t api.Table) (gone, lack []string) {
	if t.Phase != api.PhasePlaying {
		return nil, nil
	}
	for _, s := range t.Seats {
		switch {
		case !s.Owes || s.CoverAt != nil: // somebody for whom the others will play is no obstacle
		case !s.You && (missing(s) || s.Left):
			gone = append(gone, s.Name)
		case s.Lacks:
			lack = append(lack, s.Name)
		}
	}
	return gone, lack
}

// Stuck reports whether a table waits for somebody who is not there, or for this node, which
// cannot go on.
func Stuck(t api.Table) bool {
	now := time.Now()
	switch {
	case Onward(t) || justCutOff(t, now) || t.Waiting.What == api.Withdrawn:
		return false
	case t.Phase == api.PhaseStopped || t.Waiting.What == api.Stuck:
		return true
	}
	gone, lack := HoldUp(t)
	return len(gone) > 0 || slices.ContainsFunc(lack, func(name string) bool { return name != t.Me() }) || Divided(t, now)
}

// Divided reports whether a hand waits because devices do not agree on who is away.
func Divided(t api.Table, now time.Time) bool {
	return t.Phase == api.PhasePlaying && slices.ContainsFunc(t.Seats, func(s api.Seat) bool {
		return s.Owes && !s.You && (s.OnlyHeardBy != "" || unvoted(s, now))
	})
}
