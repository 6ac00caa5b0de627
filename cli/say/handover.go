package say

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fives/p2p/api"
)

// Sentences about seats that change hands use no pronoun for anybody but the reader. you is the
// reader's label at the table, which no newcomer has, "" for somebody else: a name would not do,
// because a newcomer may have the same.

// Handover says what is wanted, and who has yet to agree: two sentences without the last full
// stop.
func Handover(h api.Handover, you string) string {
	return Wish(h, you) + ". " + Capital(Standing(h, you))
}

// Wish says who would take which seat, with what, and when.
func Wish(h api.Handover, you string) string {
	seat := "the seat of " + Name(h.Seat)
	if ownSeat(h, you) {
		seat = "your seat"
	}
	if h.SeatBotOf != "" && !(byProgram(h.Seat, h.SeatBotOf) && ownSeat(h, you)) {
		seat += ", " + playerAt(h.Seat, h.SeatBotOf, you)
	}
	if h.Namesake && !ownSeat(h, you) {
		seat += ", who has another key"
	}
	seat += ", with " + Count(h.Score, "point") + ", " + When(h.Now) + Then(h)
	switch {
	case !h.Asked:
		return me(giver(h), you) + " would like " + newcomer(h, you) + " to take " + seat
	case h.Bot:
		return newcomer(h, you) + " would take " + seat
	}
	return newcomer(h, you) + " would like to play, and would take " + seat
}

// Then says what else changes with a seat, "" for nothing. It stands after when the seat
// changes.
func Then(h api.Handover) (text string) {
	if n := len(h.Gone); n > 0 {
		verb := "leave"
		if n == 1 {
			verb = "leaves"
		}
		text = "; " + And(h.Gone) + " " + verb + " with " + Name(h.Seat)
	}
	if h.NoCover == api.FewNodes {
		text += "; from then on the table waits for whoever is away, with fewer than four devices"
	}
	return text
}

// ownSeat reports whether a seat is the reader's own.
func ownSeat(h api.Handover, you string) bool { return h.Seat == you && you != "" }

// When says when a seat changes hands.
func When(now bool) string {
	if now {
		return "at once, giving up the running hand"
	}
	return "from the next hand on"
}

// Standing says who has yet to agree to a handover, and when it goes without whoever has the
// seat, if their device is silent.
func Standing(h api.Handover, you string) string {
	if h.Without == nil {
		return waiting(h, you)
	}
	goer, when := giver(h), "now"
	if left := time.Until(*h.Without); left >= time.Second {
		when = "in " + Span(left)
	}
	h.Waits = slices.DeleteFunc(slices.Clone(h.Waits), func(name string) bool { return name == goer })
	switch {
	case len(h.Waits) > 0:
		return waiting(h, you) + "; without " + Name(goer) + "'s word " + when
	case !h.Now:
		when += ", after this hand"
	}
	return Takes(h, you) + " " + when + ", unless " + Name(goer) + " is back"
}

// waiting says whose word is missing. Until the newcomer has asked, or the host of the computer player
// has agreed, there is nothing that anybody else could agree to.
func waiting(h api.Handover, you string) string {
	waits := slices.Clone(h.Waits)
	if !h.Asked {
		waits = []string{h.To}
	}
	switch {
	case len(waits) == 0 && len(h.Agreed) == 0: // nobody at the table has answered yet
		return "waiting for the others"
	case len(waits) == 0:
		return "all have agreed"
	}
	for i, name := range waits {
		waits[i] = me(name, you)
	}
	last := len(waits) - 1
	if last == 0 {
		return "waiting for " + waits[0]
	}
	return "waiting for " + strings.Join(waits[:last], ", ") + " and " + waits[last]
}

// Takes writes a handover for where there is little room: "zoe takes Ada's seat".
func Takes(h api.Handover, you string) string {
	verb, whose := " takes ", Name(h.Seat)+"'s seat"
	if h.To == you && !h.Bot && you != "" {
		verb = " take "
	}
	if ownSeat(h, you) {
		whose = "your seat"
	}
	return newcomer(h, you) + verb + whose
}

// HandoverLine writes [Handover] in one line.
func HandoverLine(h api.Handover, you string) string {
	return TakesWith(h, you) + "; " + Standing(h, you)
}

// HandoverShort says what matters most about a handover if there is less room: what to agree
// to, or whom it waits for.
func HandoverShort(h api.Handover, you string) string {
	if h.Yours {
		return TakesWith(h, you)
	}
	return Takes(h, you) + "; " + Standing(h, you)
}

// TakesWith writes a handover with what goes along.
func TakesWith(h api.Handover, you string) string {
	return Takes(h, you) + ", with " + Count(h.Score, "point") + ", " + When(h.Now) + Then(h)
}

// Answer says, as on a button, what this person can do about a handover; "" if nothing.
func Answer(h api.Handover) string {
	switch {
	case h.Agree, h.Mine:
		return "take it back"
	case h.Yours:
		return "agree"
	}
	return ""
}

// OpenSeat says whose seat can be asked for at a running table, and what goes with it.
func OpenSeat(s api.OpenSeat) string {
	text := "the seat of " + Name(s.Name)
	if s.BotOf != "" {
		text += ", " + playerAt(s.Name, s.BotOf, "")
	}
	if state := seatState(s); state != "" {
		text += ", who " + state
	}
	return text + ", with " + Count(s.Score, "point")
}

// seatState says why the seat of a person can be had, "" if the person has to agree.
func seatState(s api.OpenSeat) string {
	switch {
	case s.ForYou:
		return "would like you to take it"
	case s.Left:
		return "has left"
	case s.Away:
		return "is away"
	}
	return ""
}

// SeatMark is what stands after the name of a seat that can be asked for, in a list.
func SeatMark(s api.OpenSeat) string {
	switch {
	case s.ForYou:
		return "for you"
	case s.BotOf != "":
		return Bot(s.Name, s.BotOf, "")
	case s.Left:
		return "left"
	case s.Away:
		return "away"
	}
	return ""
}

// TakeSeat says, as on a button, what a newcomer does.
func TakeSeat(s api.OpenSeat) string { return "take " + Name(s.Name) + "'s seat" }

// OwnSeat is said to a guest whose name is that of an absent player.
func OwnSeat(name string) string { return "You are " + Name(name) + "? Your seat is still here" }

// Since says from which hand on somebody has had a seat, "" if from the first.
func Since(s api.Seat) string {
	if s.Since == 0 {
		return ""
	}
	return "since " + Hand(s.Since)
}

// ToAgree says how many handovers at a table wait for this person.
func ToAgree(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "a seat is to change hands: your word is missing"
	}
	return Count(n, "seat") + " are to change hands: your word is missing"
}

// Handed says what came of a call: this person agrees, offers a seat, or takes either back.
func Handed(h api.Handover, you string, not bool) string {
	if not {
		return "taken back: " + Takes(h, you)
	}
	return Handover(h, you)
}

// SeatMarked names a seat that can be asked for, in a list, with the reason and its points.
func SeatMarked(s api.OpenSeat) string {
	text := Name(s.Name)
	if mark := SeatMark(s); mark != "" {
		text += " (" + mark + ")"
	}
	return text + ", " + Count(s.Score, "point")
}

// Quiet says what "not now" does.
const Quiet = "not now: for ten minutes you read of nobody who asks for a seat, and nobody can ask at your node"

// handingOver says what happened to a handover.
func handingOver(e api.Event) string {
	who, h := Name(e.Name), api.Handover{}
	if e.Handover != nil {
		h = *e.Handover
	}
	switch e.What {
	case api.Asked, api.Offered:
		return Wish(h, "")
	case api.Agreed:
		return who + " agrees: " + Takes(h, "")
	case api.TakenBack:
		return who + " does not agree any more: " + Takes(h, "")
	case api.Dropped:
		if e.Name == h.To {
			return who + " does not ask for " + Name(h.Seat) + "'s seat any more"
		}
		return who + " does not hand " + Name(h.Seat) + "'s seat over any more"
	case api.PutOff:
		text := Takes(h, "") + " after the next hand"
		if h.Now {
			text = Takes(h, "") + " in another hand, if all agree again"
		}
		if len(e.Names) == 0 {
			return text + ": not every device has signed in time"
		}
		return text + ": " + devices(e.Names) + " did not sign in time"
	case api.InVain:
		return who + " cannot take " + Name(h.Seat) + "'s seat at this table any more: it was tried 16 times, and not every device has signed. Somebody else can take it, or go on without " + Name(h.Seat)
	case api.Void:
		return who + " is here, so whoever had agreed is asked again: " + Takes(h, "")
	case api.ComeAndGo:
		return "somebody asks for seats and takes that back, again and again; only who goes on asking is told"
	case api.LeftWith:
		return who + ", " + player(e.Was, "") + ", has left with " + Name(e.Was)
	case api.ChangedHands:
		has := " has"
		if e.Yours {
			who, has = "you", " have"
		}
		text := who + has + " the seat of " + Name(cmp.Or(e.Was, h.Seat))
		if e.Was == e.Name {
			text = who + ", with another key than before," + has + " the seat"
		}
		if e.From > 0 {
			text += " from hand " + strconv.Itoa(e.From) + " on"
		}
		return text
	}
	return e.Text
}

// handedOver says who now has the seat that was this person's, or that of somebody else.
func handedOver(who, former string) string {
	if former == "" {
		return "you have handed your seat over to " + who + "; the game goes on without you"
	}
	return who + " has the seat of " + Name(former) + ", and the game goes on at another table"
}

// newcomer names who would take a seat.
func newcomer(h api.Handover, you string) string {
	switch {
	case h.Bot && h.Player != "":
		return Name(h.Player) + ", " + player(h.To, you) + ","
	case h.Bot:
		return player(h.To, you)
	}
	return me(h.To, you)
}

// giver names who offers a seat: its person, or the host of the computer player.
func giver(h api.Handover) string { return cmp.Or(h.SeatBotOf, h.Seat) }

// player names a computer player by whose it is.
func player(of, you string) string {
	if of == you && you != "" {
		return "a computer player of yours"
	}
	return "a computer player of " + Name(of) + "'s"
}

// playerAt names who plays at the seat of a computer player.
func playerAt(seat, of, you string) string {
	if byProgram(seat, of) {
		return "for whom the program plays"
	}
	return player(of, you)
}

// byProgram reports whether a seat is played by the program of the person whose name the seat
// has.
func byProgram(seat, of string) bool { return seat == of }

// me returns a name, or the word for the reader.
func me(name, you string) string {
	if name == you && you != "" {
		return "you"
	}
	return Name(name)
}

// Warned says why a newcomer may not be who the name suggests, and what they would take.
func Warned(e *api.Error) string {
	if e.Handover == nil {
		return "there is a warning about that"
	}
	return Warning(e.Handover.Warning) + "; " + Wish(*e.Handover, e.Handover.You)
}

// meant says what a handover is, after what is wrong with it.
func meant(h *api.Handover) string {
	if h == nil {
		return ""
	}
	return ": " + Takes(*h, h.You)
}
