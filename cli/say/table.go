package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Ended says when a finished game was played, and who won it. The time is what its proposer
// claims.
func Ended(m api.Summary, now time.Time) string {
	won := Won(m.Winners, m.Me())
	if m.Time == 0 {
		return won
	}
	return Day(time.Unix(int64(min(m.Time, latest)), 0), now) + ": " + won
}

// latest is the last second of the year 9999.
const latest = 253402300799

// Day writes a day in the reader's words, in the time zone of now.
func Day(t, now time.Time) string {
	t = t.In(now.Location())
	switch year, month, day := now.Date(); {
	case t.Year() == year && t.Month() == month && t.Day() == day:
		return "today"
	case t.Year() == year:
		return t.Format("2 January")
	}
	return t.Format("2 January 2006")
}

// Finals lists the players of a game that is over, with their totals.
func Finals(m api.Summary) string {
	list := make([]string, len(m.Seats))
	for i, s := range m.Seats {
		list[i] = fmt.Sprintf("%s %d", Name(s.Name), s.Score)
	}
	return strings.Join(list, ", ")
}

// Call says with whom, and from which hand, a game goes on or begins anew.
func Call(c api.Call) string {
	if c.Rematch {
		return "a new game with " + list(c.Names)
	}
	return From(c.From) + " with " + list(c.Names)
}

// Wanted says what others have called for.
func Wanted(c api.Call) string {
	who := "Others want"
	if c.By != "" {
		who = Name(c.By) + " wants"
	}
	if c.Rematch {
		return who + " to play again"
	}
	return who + " to play on " + Call(c)
}

// Offer describes an open table in one line: the game and its [Terms].
func Offer(o api.Offer) string {
	switch {
	case o.Game == "" && o.Running && !o.Private:
		return "a game that goes on from another, spectators"
	case o.Game == "":
		return "a private table"
	}
	return Title(o.Game) + ", " + Terms(o)
}

// AsOf says how old a node's word about a table is, in seconds.
func AsOf(ago int) string {
	if ago < 120 {
		return fmt.Sprintf("as of %d s ago", ago)
	}
	return fmt.Sprintf("as of %d min ago", ago/60)
}

// TableName is what people call a table: its game and who sits there beside the reader, who is called
// me or is not there. What a command takes for it stands behind.
func TableName(game string, names []string, me, id string) string {
	text := cmp.Or(Title(game), "a table")
	if others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == me }); len(others) > 0 {
		text += " with " + And(others)
	}
	return text + " (" + Short(id) + ")"
}

// OwnTable is [TableName] of a table of this node's.
func OwnTable(m api.Summary) string { return TableName(m.Game, m.Names(), m.Me(), m.ID) }

// Terms says who sits at an open table, and what is agreed there.
func Terms(o api.Offer) string {
	parts := []string{fmt.Sprintf("%d of %d seats taken", len(o.Taken), o.Seats)}
	if len(o.Taken) > 0 {
		parts[0] += " (" + Names(o.Taken, ", ") + ")"
	}
	return strings.Join(append(parts, Agreement(o)...), ", ")
}

// Agreement lists what all who sit down at an open table agree on: the options that differ from what
// is usual, and the terms.
func Agreement(o api.Offer) []string {
	parts := Options(o.Game, o.Options)
	if o.TurnLimit > 0 {
		parts = append(parts, TurnLimit(o.TurnLimit))
	}
	if o.Cover {
		parts = append(parts, Cover)
	}
	if o.Private {
		parts = append(parts, "private")
	}
	if o.Spectators {
		parts = append(parts, "spectators")
	}
	return parts
}

// Turn says whose turn it is at a table, "" if it is nobody's.
func Turn(m api.Summary) string {
	switch m.Turn {
	case "":
		return ""
	case m.Me():
		return "your turn"
	}
	return Name(m.Turn) + "'s turn"
}

// Leaving says what leaving a table did.
func Leaving(done string) string {
	switch done {
	case api.Withdrawn:
		return "the table is withdrawn"
	case api.GivenBack:
		return "taken back: you have no seat there, and ask for none"
	}
	return "you have left the table"
}

// SaidNo says who has turned a table down that was called for.
func SaidNo(who string) string { return who + " said no: the table does not begin" }

// Waiting says what a table waits for, or why it does not go on.
func Waiting(w api.Waiting) string {
	who := Names(w.Names, " and ")
	switch w.What {
	case "over":
		return "the game is over"
	case api.Guilty:
		return "stopped: " + who + " at fault"
	case api.Withdrawn:
		return SaidNo(who)
	case api.Left:
		return who + " left: this hand cannot go on"
	case api.LeftBehind:
		return who + " have gone on at another table, or left: this hand cannot go on"
	case api.Onward:
		return "the game goes on at another table"
	case api.Changing:
		return "a seat changes hands"
	case api.HandedOver:
		return handedOver(who, w.Detail)
	case "violated":
		return "stopped: somebody broke a rule, as the hand's cards show"
	case api.Stuck:
		return "this node cannot go on: " + w.Detail
	case api.Twice:
		return "your node also runs elsewhere: it signs nothing here"
	case "unheard":
		return "waiting to hear from " + Names(owners(w), " and ")
	case string(record.KindMove):
		return who + " is to play"
	case string(record.KindAccept):
		return "waiting for " + Names(owners(w), " and ") + " to agree to go on"
	}
	if now := Doing(w); now != "" {
		return now + ": " + WaitingFor(w, "")
	}
	return w.What
}

// WaitingFor says for whose devices a table waits that do something by themselves. you is the name of
// the reader, "" for none.
func WaitingFor(w api.Waiting, you string) string {
	if names := owners(w); you != "" && len(names) == 1 && names[0] == you {
		return "waiting for your device"
	}
	return "waiting for " + devices(owners(w))
}

// owners names the people whose devices a table waits for; an older daemon names the players.
func owners(w api.Waiting) []string {
	if len(w.Devices) > 0 {
		return w.Devices
	}
	return w.Names
}

// devices names devices that do something by themselves.
func devices(names []string) string {
	switch len(names) {
	case 0:
		return "the others"
	case 1:
		return Name(names[0]) + "'s device"
	}
	owners := make([]string, len(names))
	for i, n := range names {
		owners[i] = Name(n) + "'s"
	}
	last := len(owners) - 1
	return strings.Join(owners[:last], ", ") + " and " + owners[last] + " devices"
}

// busy says what goes on at a table while it is nobody's turn, by the kind of the record that
// is missing.
var busy = map[string]string{
	string(record.KindRoster):  "the table is about to begin",
	string(record.KindSeal):    "the hand is about to begin",
	string(record.KindKey):     "the hand is about to begin",
	string(record.KindStack):   "the cards are being shuffled",
	string(record.KindProof):   "the cards are being shuffled",
	string(record.KindReceipt): "the hand is over",
}

// opening says what goes on while cards are opened.
var opening = map[rules.Why]string{
	rules.Deal:   "the cards are being dealt",
	rules.Draw:   "a card is being drawn",
	rules.TurnUp: "a card is being turned up",
	rules.TakeUp: "a packet is being taken up",
	rules.Show:   "the cards are being shown",
	rules.Cover:  "the card that the others play is being opened",
	rules.Lot:    "a draw decides who opens",
}

// NotYourTurn says why the player cannot move now: whose turn it is, or what goes on.
func NotYourTurn(w api.Waiting) string {
	switch {
	case w.What == "":
		return "it is not your turn"
	case w.What == string(record.KindMove):
		return "it is not your turn but " + Names(w.Names, ", ") + "'s"
	case Doing(w) == "":
		return Waiting(w)
	}
	return "it is not your turn: " + Waiting(w)
}

// Doing says what goes on at a table while it is nobody's turn, "" if nothing does.
func Doing(w api.Waiting) string {
	if w.What == string(record.KindShares) {
		return cmp.Or(opening[w.Why], "cards are being opened")
	}
	return busy[w.What]
}

// TurnLimit says how long a turn may take.
func TurnLimit(seconds int) string { return fmt.Sprintf("%d s a turn", seconds) }

// Late is said after a move that was made because the time had run out.
func Late(late bool) string {
	if !late {
		return ""
	}
	return " (the time had run out)"
}

// Violation says what a player did against the rules.
func Violation(v api.Violation) string {
	return fmt.Sprintf("%s broke a rule with %q: %s", Name(v.Name), v.Move, v.Rule)
}

// Fault says who is at fault, and why.
func Fault(name, reason string) string { return Name(name) + " is at fault: " + reason }

// Away says how long somebody has been away, as far as that is known, or that a device is
// asleep.
func Away(s api.Seat, now time.Time) string {
	text := "away"
	if s.Asleep {
		text = "asleep"
	}
	if s.Away == nil || s.Away.IsZero() {
		return text
	}
	return text + " for " + Span(now.Sub(*s.Away))
}

// IsAway says so in a sentence.
func IsAway(s api.Seat, now time.Time) string {
	who := Name(s.Name)
	if s.Asleep {
		who += "'s device"
	}
	return who + " is " + Away(s, now)
}

// Span writes a duration as people say it.
func Span(d time.Duration) string {
	switch d = max(d, 0); {
	case d < 90*time.Second:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < 90*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 36*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours()/24))
}
