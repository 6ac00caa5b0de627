package words

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"fives/cli/phrase"
	"fives/engine/record"
	"fives/engine/rules"
	"fives/p2p/control"
)

// Summary says how a table of this node stands. What its player has to act on is
// written with strong.
func Summary(m control.Summary, strong func(string) string) string {
	switch {
	case m.Call != nil && m.Call.Rematch:
		return strong(fmt.Sprintf("fives rematch %s agrees to %s", phrase.Short(m.ID), Call(*m.Call)))
	case m.Call != nil:
		return strong(fmt.Sprintf("fives continue %s agrees to go on %s", phrase.Short(m.ID), Call(*m.Call)))
	case m.Phase == control.PhaseOver:
		return phrase.Won(m.Winners)
	case m.Turn != "" && m.Turn == m.You:
		return strong(phrase.Hand(m.Hand) + ", " + Turn(m))
	case m.Turn != "":
		return phrase.Hand(m.Hand) + ", " + Turn(m)
	case m.Hand > 0:
		return phrase.Hand(m.Hand)
	}
	return ""
}

// Call says with whom, and from which hand, a game goes on or begins anew.
func Call(c control.Call) string {
	if c.Rematch {
		return "a new game with " + list(c.Names)
	}
	return From(c.From) + " with " + list(c.Names)
}

// Wanted says what others have called for.
func Wanted(c control.Call) string {
	if c.Rematch {
		return "Others want to play " + Call(c)
	}
	return "Others want to play on " + Call(c)
}

// Offer says what an open table is, in one line: the game and its [Terms].
func Offer(o control.Offer) string {
	switch {
	case o.Game == "" && o.Running:
		return "a game that goes on from another, spectators"
	case o.Game == "":
		return "a private table"
	}
	return o.Game + ", " + Terms(o)
}

// Terms says who sits at an open table, and what is agreed there.
func Terms(o control.Offer) string {
	parts := []string{fmt.Sprintf("%d of %d seats taken", len(o.Taken), o.Seats)}
	if len(o.Taken) > 0 {
		parts[0] += " (" + Names(o.Taken, ", ") + ")"
	}
	for _, name := range slices.Sorted(maps.Keys(o.Options)) {
		parts = append(parts, name+"="+phrase.Value(o.Options[name]))
	}
	if o.TurnLimit > 0 {
		parts = append(parts, TurnLimit(o.TurnLimit))
	}
	if o.Cover {
		parts = append(parts, phrase.Cover)
	}
	if o.Private {
		parts = append(parts, "private")
	}
	if o.Spectators {
		parts = append(parts, "spectators")
	}
	return strings.Join(parts, ", ")
}

// Turn says whose turn it is at a table, "" if it is nobody's.
func Turn(m control.Summary) string {
	switch m.Turn {
	case "":
		return ""
	case m.You:
		return "your turn"
	}
	return Name(m.Turn) + "'s turn"
}

// Leaving says what leaving a table did.
func Leaving(done string) string {
	switch done {
	case control.Withdrawn:
		return "the table is withdrawn"
	case control.GivenBack:
		return "the seat is given back"
	}
	return "you have left the table; the others know"
}

// waits says what the others are waiting for a player to do, by the kind of record.
var waits = map[string]string{
	string(record.KindMove):    "to play",
	string(record.KindRoster):  "to sign the roster",
	string(record.KindAccept):  "to agree to go on",
	string(record.KindKey):     "to bring a key for the hand",
	string(record.KindStack):   "to shuffle",
	string(record.KindProof):   "to prove the shuffle",
	string(record.KindReceipt): "to sign the result",
}

// Waiting says what a table waits for, or why it does not go on.
func Waiting(w control.Waiting) string {
	who := Names(w.Names, ", ")
	switch w.What {
	case "over":
		return "the game is over"
	case control.Guilty:
		return "stopped: " + who + " at fault"
	case control.Left:
		return who + " left: this hand cannot go on"
	case "violated":
		return "stopped: somebody broke a rule, as the hand's cards show"
	case control.Stuck:
		return "this node cannot go on: " + w.Detail
	case "unheard":
		return "hearing from " + who + " after the restart"
	case string(record.KindShares):
		if w.Why == rules.Lot {
			return who + " to help draw who opens the game"
		}
		if w.Why == rules.Cover {
			return "the stand-in for " + who
		}
		return who + " to help " + string(w.Why)
	}
	if does := waits[w.What]; does != "" {
		return who + " " + does
	}
	return w.What
}

// busy says what goes on at a table while it is nobody's turn, and what is still to come
// from a player, by the kind of the missing record.
var busy = map[string]struct{ what, of string }{
	string(record.KindRoster):  {"the table is about to begin", "signature"},
	string(record.KindAccept):  {"the table has not begun", "consent"},
	string(record.KindKey):     {"the hand is about to begin", "key"},
	string(record.KindStack):   {"the cards are being shuffled", ""},
	string(record.KindProof):   {"the cards are being shuffled", "proof"},
	string(record.KindReceipt): {"the hand is over", "signature"},
}

// opening says what goes on while cards are opened.
var opening = map[rules.Why]string{
	rules.Deal:   "the cards are being dealt",
	rules.Draw:   "a card is being drawn",
	rules.TurnUp: "a card is being turned up",
	rules.TakeUp: "a packet is being taken up",
	rules.Show:   "the cards are being shown",
	rules.Cover:  "the cards of who is away are being opened",
	rules.Lot:    "it is being drawn who opens the game",
}

// NotYourTurn says why there is no move to make now: whose turn it is, or what goes
// on.
func NotYourTurn(w control.Waiting) string {
	who := Names(w.Names, ", ")
	now := doing(w)
	switch {
	case w.What == "":
		return "it is not your turn"
	case w.What == string(record.KindMove):
		return "it is not your turn but " + who + "'s"
	case now == "":
		return Waiting(w)
	}
	if of := busy[w.What].of; of != "" {
		who += "'s " + of
	}
	return "it is not your turn: " + now + ", waiting for " + who
}

// doing says what goes on, "" if nothing does.
func doing(w control.Waiting) string {
	if w.What == string(record.KindShares) {
		return cmp.Or(opening[w.Why], "cards are being opened")
	}
	return busy[w.What].what
}

// TurnLimit says how long a turn may take.
func TurnLimit(seconds int) string { return fmt.Sprintf("%d s a turn", seconds) }

// Late is said behind a move that was made because the time had run out.
func Late(late bool) string {
	if !late {
		return ""
	}
	return " (the time had run out)"
}

// Violation says what a player did against the rules.
func Violation(v control.Violation) string {
	return fmt.Sprintf("%s broke a rule with %q: %s", Name(v.Name), v.Move, v.Rule)
}

// Fault says who is at fault, and why.
func Fault(name, reason string) string { return Name(name) + " is at fault: " + reason }

// Away says for how long somebody has been away, as far as that is known.
func Away(since *time.Time, now time.Time) string {
	if since == nil || since.IsZero() {
		return "away"
	}
	return "away for " + Span(now.Sub(*since))
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
