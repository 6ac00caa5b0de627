package shown

import (
	"slices"
	"time"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/record"
	"fives/p2p/api"
)

// A Note is what people should know of how a table stands: what is wrong with a player or with the
// table, or what has happened meanwhile.
type Note struct {
	Kind  NoteKind
	Tone  Tone
	Says  card.Sentence
	Key   string // the fingerprint of the key that can be accepted, "" for none
	Waits bool   // the hand waits for that player
	May   string // what this person does to stop waiting, "" if that makes no difference
}

// NoteKind is the kind of a note.
type NoteKind int

// The kinds of notes.
const (
	Fault     NoteKind = iota // a player has broken the protocol
	Warning                   // a player may be somebody else, or does not answer
	Stopped                   // the table does not go on
	Gone                      // a player has left
	Absent                    // a player is not there
	Uncovered                 // the hand waits, and at a table with cover it would not
	Covered                   // the others play for a player, or will
	Missed                    // the others played for the person at this node
	Held                      // a device keeps the others from playing for a player
	CutOff                    // this device hears nobody
)

// Notes says what people should know of how a table stands, the worst first.
func Notes(t api.Table, now time.Time) []Note {
	var all []Note
	for _, f := range t.Faults {
		all = append(all, Note{Kind: Fault, Tone: Bad, Says: card.Text(say.Fault(f.Name, f.Reason))})
	}
	for _, w := range t.Warnings {
		if t.CutOff == nil || w.Code != api.WarnNoWay { // then the headline says whom this device looks for
			all = append(all, Note{Kind: Warning, Tone: Doubt(w), Says: card.Text(say.Warning(w)), Key: w.Fingerprint})
		}
	}
	if t.Phase == api.PhaseStopped && (len(t.Faults) == 0 || Onward(t)) {
		why := say.Waiting(t.Waiting)
		if t.Waiting.What == api.Withdrawn && slices.Contains(t.Waiting.Names, t.Me()) {
			why = say.SaidNo("you")
		}
		all = append(all, Note{Kind: Stopped, Tone: Told, Says: card.Text(why)})
	}
	if Onward(t) {
		return all
	}
	if t.Phase == api.PhaseOver {
		return append(all, Missing(t)...)
	}
	if t.CutOff != nil {
		return append(all, Note{Kind: CutOff, Tone: Calm, Says: card.Text(say.CutOff(t.Seat >= 0))})
	}
	all = append(append(all, both(t)...), lacking(t)...)
	away := awayAtOnce(t)
	for _, s := range t.Seats {
		covered, is := covering(t, s, now)
		switch {
		case is:
			all = append(all, covered)
		case s.Left && !s.You && t.Phase != api.PhaseStopped:
			all = append(all, Note{Kind: Gone, Tone: Told, Says: card.Text(say.Name(s.Name) + " has left")})
		case !s.Left && Away(t, s) && !slices.Contains(away, device(t, s)):
			away = append(away, device(t, s))
			all = append(all, absent(t, device(t, s), now))
		}
		all = append(all, held(t, s, now)...)
	}
	if CoverHelps(t) {
		all = append(all, Note{Kind: Uncovered, Says: card.Text(say.CoverHelps)})
	}
	return append(all, Missing(t)...)
}

// Doubt returns how loud a warning is told: somebody who may not be who the name says is no passing
// trouble, and neither is a second daemon with the own key.
func Doubt(w api.Warning) Tone {
	if Identity(w) || w.Code == api.WarnTwice || w.Code == api.WarnElsewhere {
		return Bad
	}
	return Told
}

// absent says that a device for which nobody acts is not there, and names the players whom it
// plays for.
func absent(t api.Table, who string, now time.Time) Note {
	x := Note{Kind: Absent, Tone: Told}
	var first *api.Seat
	var with []string
	for i, s := range t.Seats {
		if device(t, s) != who || s.Left || !Away(t, s) {
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
func both(t api.Table) []Note {
	away := awayAtOnce(t)
	if len(away) == 0 {
		return nil
	}
	return []Note{{Kind: Absent, Tone: Told, Waits: true, Says: card.Text(say.And(away) + " are away, and the hand waits: the others can play for one only")}}
}

// lacking says which devices lack the key of a hand that waits for them, because the others cannot
// play for them. Their people are here, and can play the next hand.
func lacking(t api.Table) []Note {
	var names []string
	for _, s := range t.Seats {
		if s.Lacks && s.Owes && s.CoverAt == nil && !s.Left && !Away(t, s) && !slices.Contains(names, device(t, s)) {
			names = append(names, device(t, s))
		}
	}
	switch {
	case len(names) == 0 || t.Phase != api.PhasePlaying:
		return nil
	case len(names) == 1 && names[0] == t.Me():
		return nil // said of the own device already
	case len(names) == 1:
		x := Note{Kind: Absent, Tone: Told, Says: card.Text(say.Lacks(names[0]) + ", and the hand waits"), Waits: true}
		if t.NoCover == api.FewNodes {
			x.Says = x.Says.Text(": " + say.CoverFew)
		}
		return []Note{x}
	}
	return []Note{{Kind: Absent, Says: card.Text(say.LackBoth(names)), Waits: true}}
}

// manyFalse is how many votes must be false before people are told.
const manyFalse = 3

// held says which devices keep the others from playing for a seat, and which ones call people
// away who are not. While the table waits for a move, nobody is blamed, because the player may
// be thinking.
func held(t api.Table, s api.Seat, now time.Time) (all []Note) {
	if t.Phase != api.PhasePlaying {
		return nil
	}
	switch waits := ", and the hand waits"; {
	case !s.Owes:
	case s.OnlyHeardBy != "" && t.Waiting.What == string(record.KindMove):
		all = append(all, Note{Kind: Held, Tone: Told, Says: card.Text(say.OnlyHeardBy(s)), Waits: true})
	case s.OnlyHeardBy != "":
		all = append(all, Note{Kind: Held, Tone: Told, Says: card.Text(say.OnlyHeardBy(s) + waits), Waits: true})
	case unvoted(s, now):
		all = append(all, Note{Kind: Held, Tone: Told, Says: card.Text(say.Unvoted(s) + waits), Waits: true})
	}
	if s.FalseVotes >= manyFalse && s.BotOf == "" && !s.You {
		all = append(all, Note{Kind: Held, Tone: Told, Says: card.Text(say.FalseVotes(s.Name))})
	}
	return all
}

// Missing says what the person at this node has missed, if anything.
func Missing(t api.Table) []Note {
	if t.Phase == api.PhasePlaying && t.Seat >= 0 && t.Seat < len(t.Seats) {
		switch own := t.Seats[t.Seat]; {
		case own.Left:
			return nil // who has left misses nothing
		case own.Keyless:
			return []Note{{Kind: Missed, Says: card.Text(say.YouSlept)}}
		case own.Lacks && own.Owes && own.CoverAt == nil:
			return []Note{{Kind: Missed, Says: card.Text(say.YouStop)}}
		case own.Lacks:
			return []Note{{Kind: Missed, Says: card.Text(say.YouLack)}}
		}
	}
	if len(t.Missed) == 0 {
		return nil
	}
	return []Note{{Kind: Missed, Says: card.Text(say.Missed(len(t.Missed)) + " (").With(say.MissedMoves(t.Game, t.Missed)).Text(")")}}
}

// covering says that the others play for a seat, or will.
func covering(t api.Table, s api.Seat, now time.Time) (x Note, is bool) {
	x = Note{Kind: Covered, Tone: Calm}
	dealing := say.Dealing(t.Waiting)
	if slices.Contains(t.MayCover, s.Name) {
		x.May = say.Impatient(s.Name, dealing)
	}
	switch {
	case s.You || t.Phase != api.PhasePlaying || s.Owes && (Away(t, s) || s.Left || s.Lacks) && s.CoverAt == nil:
		return x, false
	case s.Left && (s.Covered || s.CoverAt != nil):
		x.Says = card.Text(say.Name(s.Name) + " has left; " + say.CoverNow(s.Name))
	case s.Lacks:
		x.Says = card.Text(say.Lacks(s.Name) + ": the others play on for it")
	case Away(t, s) && s.Covered && !(dealing && s.CoverAt != nil): // before the cards they wait longer, also for one that they have played for
		x.Says = card.Text(say.CoverNow(s.Name))
	case s.Keyless && !s.Left:
		x.Says = card.Text(say.Slept(s.Name))
	case !Away(t, s):
		return x, false
	case s.CoverAt != nil:
		x.Says = card.Text(say.CoverSoon(s, s.CoverAt.Sub(now), dealing))
	default:
		return x, false
	}
	return x, true
}
