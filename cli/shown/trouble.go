package shown

import (
	"slices"
	"time"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/record"
	"fives/p2p/api"
)

// Stuck reports whether a table waits for somebody who is not there, or for this node, which
// cannot go on.
func Stuck(t api.Table) bool {
	if Onward(t) || justCutOff(t, time.Now()) {
		return false
	}
	if t.Phase == api.PhaseStopped || t.Waiting.What == api.Stuck {
		return true
	}
	return t.Phase == api.PhasePlaying && slices.ContainsFunc(t.Seats, func(s api.Seat) bool {
		switch {
		case !s.Owes || s.You:
			return false
		case s.OnlyHeardBy != "", unvoted(s, time.Now()):
			return true
		}
		return (Away(s) || s.Left || s.Lacks) && s.CoverAt == nil // somebody for whom the others will play is no obstacle
	})
}

// A Trouble is something that is wrong with a player or with the table.
type Trouble struct {
	Kind  TroubleKind
	Says  card.Sentence
	Key   string // the fingerprint of the key that can be accepted, "" for none
	Waits bool   // the hand waits for that player
	Both  string // if it waits for several who can be left out together: "both" or "all of them"
	May   string // what this person does to stop waiting, "" if that makes no difference
}

// TroubleKind is the kind of a trouble.
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
	Missed                       // the others played for the person at this node
	Held                         // a device keeps the others from playing for a player
	CutOff                       // this device hears nobody
)

// Troubles says what is wrong with the players of a table: who is away, has left, is at fault,
// or may be somebody else.
func Troubles(t api.Table, now time.Time) []Trouble {
	var all []Trouble
	for _, f := range t.Faults {
		all = append(all, Trouble{Kind: Fault, Says: card.Text(say.Fault(f.Name, f.Reason))})
	}
	for _, w := range t.Warnings {
		all = append(all, Trouble{Kind: Warning, Says: card.Text(say.Warning(w)), Key: w.Fingerprint})
	}
	if t.Phase == api.PhaseStopped && (len(t.Faults) == 0 || Onward(t)) {
		all = append(all, Trouble{Kind: Stopped, Says: card.Text(say.Waiting(t.Waiting))})
	}
	if Onward(t) {
		return all
	}
	if t.Phase == api.PhaseOver {
		return append(all, Missing(t)...)
	}
	if _, cut := cutOff(t); cut {
		return append(all, Trouble{Kind: CutOff, Says: card.Text(say.CutOff(t.Seat >= 0))})
	}
	all = append(append(all, both(t)...), lacking(t)...)
	away := awayAtOnce(t)
	for _, s := range t.Seats {
		covered, is := covering(t, s, now)
		switch {
		case is:
			all = append(all, covered)
		case s.Left && t.Phase != api.PhaseStopped:
			all = append(all, Trouble{Kind: Gone, Says: card.Text(say.Name(s.Name) + " has left")})
		case !s.Left && Away(s) && !slices.Contains(away, device(t, s)):
			away = append(away, device(t, s))
			all = append(all, absent(t, device(t, s), now))
		}
		all = append(all, held(t, s, now)...)
	}
	if CoverHelps(t) {
		all = append(all, Trouble{Kind: Uncovered, Says: card.Text(say.CoverHelps)})
	}
	return append(all, Missing(t)...)
}

// Onward reports whether the game goes on at another table. Then nothing is wrong at the one
// that was left, and nobody is missing there.
func Onward(t api.Table) bool {
	return t.Waiting.What == api.Onward || t.Waiting.What == api.HandedOver
}

// cutOff reports whether all other devices of a table, at least two, are silent, and since when
// the last of them is. Then it is this device that has lost its network, rather than all the
// others.
func cutOff(t api.Table) (since time.Time, is bool) {
	var others []string
	for _, s := range t.Seats {
		switch {
		case s.Left || ownDevice(t, s):
			continue
		case !Away(s) || s.Asleep || s.Away == nil:
			return time.Time{}, false
		case !slices.Contains(others, device(t, s)):
			others = append(others, device(t, s))
		}
		if s.Away.After(since) {
			since = *s.Away
		}
	}
	return since, len(others) >= 2 && t.Phase == api.PhasePlaying
}

// ownDevice reports whether this device plays a seat.
func ownDevice(t api.Table, s api.Seat) bool {
	return s.You || s.BotOf != "" && s.BotOf == t.Me()
}

// Alone reports whether this device hears no other one at a table.
func Alone(t api.Table) bool {
	others := slices.DeleteFunc(slices.Clone(t.Seats), func(s api.Seat) bool { return s.Left || ownDevice(t, s) })
	return len(others) > 0 && !slices.ContainsFunc(others, func(s api.Seat) bool { return s.Online })
}

// patience is how long a player who is cut off is offered nothing: most networks are back by
// then.
const patience = 3 * time.Minute

func justCutOff(t api.Table, now time.Time) bool {
	since, is := cutOff(t)
	return is && now.Sub(since) < patience
}

// absent says that a device for which nobody acts is not there, and names the players whom it
// plays for.
func absent(t api.Table, who string, now time.Time) Trouble {
	x := Trouble{Kind: Absent}
	var first *api.Seat
	var with []string
	for i, s := range t.Seats {
		if device(t, s) != who || s.Left || !Away(s) {
			continue
		}
		x.Waits = x.Waits || s.Owes && t.Phase == api.PhasePlaying
		if first == nil {
			first = &t.Seats[i]
		} else {
			with = append(with, s.Name)
		}
	}
	x.Says = card.Text(say.IsAway(*first, now))
	if len(with) > 0 {
		x.Says = x.Says.Text(", with " + say.And(with))
	}
	if x.Waits {
		x.Says = x.Says.Text(", and the hand waits")
	}
	switch {
	case x.Waits && t.Cover && t.NoCover == api.FewNodes:
		x.Says = x.Says.Text(": " + say.CoverFew)
	case x.Waits && t.NoCover == api.OneADeal && first.CoverAt == nil:
		x.Says = x.Says.Text(": " + say.CoverOne)
	}
	return x
}

// both says that a hand with cover waits because more than one player is away.
func both(t api.Table) []Trouble {
	away := awayAtOnce(t)
	if len(away) == 0 {
		return nil
	}
	x := Trouble{Kind: Absent, Waits: true, Both: "both"}
	if len(away) > 2 {
		x.Both = "all of them"
	}
	x.Says = card.Text(say.And(away) + " are away, and the hand waits: the others can play for one only")
	return []Trouble{x}
}

// lacking says which devices lack the key of a hand that waits for them, because the others cannot
// play for them. Their people are here, and can play the next hand.
func lacking(t api.Table) []Trouble {
	var names []string
	for _, s := range t.Seats {
		if s.Lacks && s.Owes && s.CoverAt == nil && !s.Left && !Away(s) && !slices.Contains(names, device(t, s)) {
			names = append(names, device(t, s))
		}
	}
	switch {
	case len(names) == 0 || t.Phase != api.PhasePlaying:
		return nil
	case len(names) == 1 && names[0] == t.Me():
		return nil // said of the own device already
	case len(names) == 1:
		x := Trouble{Kind: Absent, Says: card.Text(say.Lacks(names[0]) + ", and the hand waits"), Waits: true}
		if t.NoCover == api.FewNodes {
			x.Says = x.Says.Text(": " + say.CoverFew)
		}
		return []Trouble{x}
	}
	return []Trouble{{Kind: Absent, Says: card.Text(say.LackBoth(names)), Waits: true}}
}

// manyFalse is how many votes must be false before people are told.
const manyFalse = 3

// held says which devices keep the others from playing for a seat, and which ones call people
// away who are not. While the table waits for a move, nobody is blamed, because the player may
// be thinking.
func held(t api.Table, s api.Seat, now time.Time) (all []Trouble) {
	if t.Phase != api.PhasePlaying {
		return nil
	}
	switch waits := ", and the hand waits"; {
	case !s.Owes:
	case s.OnlyHeardBy != "" && t.Waiting.What == string(record.KindMove):
		all = append(all, Trouble{Kind: Held, Says: card.Text(say.OnlyHeardBy(s)), Waits: true})
	case s.OnlyHeardBy != "":
		all = append(all, Trouble{Kind: Held, Says: card.Text(say.OnlyHeardBy(s) + waits), Waits: true})
	case unvoted(s, now):
		all = append(all, Trouble{Kind: Held, Says: card.Text(say.Unvoted(s) + waits), Waits: true})
	}
	if s.FalseVotes >= manyFalse && s.BotOf == "" && !s.You {
		all = append(all, Trouble{Kind: Held, Says: card.Text(say.FalseVotes(s.Name))})
	}
	return all
}

// Missing says what the person at this node has missed, if anything.
func Missing(t api.Table) []Trouble {
	if t.Phase == api.PhasePlaying && t.Seat >= 0 && t.Seat < len(t.Seats) {
		switch own := t.Seats[t.Seat]; {
		case own.Keyless:
			return []Trouble{{Kind: Missed, Says: card.Text(say.YouSlept)}}
		case own.Lacks && own.Owes && own.CoverAt == nil:
			return []Trouble{{Kind: Missed, Says: card.Text(say.YouStop)}}
		case own.Lacks:
			return []Trouble{{Kind: Missed, Says: card.Text(say.YouLack)}}
		}
	}
	if len(t.Missed) == 0 {
		return nil
	}
	return []Trouble{{Kind: Missed, Says: card.Text(say.Missed(len(t.Missed)) + " (").With(say.MissedMoves(t.Game, t.Missed)).Text(")")}}
}

// Covering says whom the others play for, or will, what keeps them from it, and what the person
// at this node has missed.
func Covering(t api.Table, now time.Time) []Trouble {
	all := append(both(t), lacking(t)...)
	for _, s := range t.Seats {
		if x, is := covering(t, s, now); is && t.Phase != api.PhaseOver {
			all = append(all, x)
		}
		all = append(all, held(t, s, now)...)
	}
	return append(all, Missing(t)...)
}

// covering says that the others play for a seat, or will.
func covering(t api.Table, s api.Seat, now time.Time) (x Trouble, is bool) {
	x = Trouble{Kind: Covered}
	dealing := say.Dealing(t.Waiting)
	if slices.Contains(t.MayCover, s.Name) {
		x.May = say.Impatient(s.Name, dealing)
	}
	switch {
	case s.You || t.Phase != api.PhasePlaying || s.Owes && (Away(s) || s.Left || s.Lacks) && s.CoverAt == nil:
		return x, false
	case s.Left && (s.Covered || s.CoverAt != nil):
		x.Says = card.Text(say.Name(s.Name) + " has left; " + say.CoverNow(s.Name))
	case s.Lacks:
		x.Says = card.Text(say.Lacks(s.Name) + ": the others play on for it")
	case Away(s) && s.Covered && !(dealing && s.CoverAt != nil): // before the cards they wait longer, also for one that they have played for
		x.Says = card.Text(say.CoverNow(s.Name))
	case s.Keyless && !s.Left:
		x.Says = card.Text(say.Slept(s.Name))
	case !Away(s):
		return x, false
	case s.CoverAt != nil:
		x.Says = card.Text(say.CoverSoon(s, s.CoverAt.Sub(now), dealing))
	default:
		return x, false
	}
	return x, true
}
