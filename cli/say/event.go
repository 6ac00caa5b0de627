package say

import (
	"cmp"
	"fmt"
	"strconv"

	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/story"
	"fives/p2p/api"
)

// TurnElsewhere is said while that table is not on the screen.
const TurnElsewhere = "it is your turn at one of your tables"

// Event says what has happened. What a log can tell again, it says in the words that the log
// would use ([story.Event.Says]); everything else is told live only.
func Event(e api.Event) card.Sentence {
	if told, ok := inGame(e); ok {
		return told.Says().Text(Late(e.Late))
	}
	switch e.Kind {
	case api.EventLeft:
		return card.Text(SaidNo(Name(e.Name)))
	case api.EventReason:
		return card.Text(Name(e.Name) + "'s last move: ").With(card.Spelled(e.Text))
	case api.EventCover:
		return covering(e)
	}
	return card.Text(event(e))
}

// inGame returns what a daemon tells about the game itself; ok is false if the event is about
// something else.
func inGame(e api.Event) (told story.Event, ok bool) {
	told = story.Event{Name: e.Name, Yours: e.Yours}
	switch e.Kind {
	case api.EventLot:
		told.Kind, told.Duty = story.Drawn, Duty(e.Game)
	case api.EventShuffle:
		told.Kind, told.Names = story.Shuffled, []string{e.Name}
	case api.EventCards:
		told.Kind, told.Why = story.Opened, rules.Why(e.What)
	case api.EventMove:
		told.Kind, told.Move, told.StandIn = story.Moved, Move(e.Game, e.Move), e.StandIn
	case api.EventSettled:
		told = handEnd(e)
	case api.EventLeft:
		told.Kind = story.Left
		return told, e.What != api.Withdrawn
	case api.EventCover:
		return told, covers(e, &told)
	default:
		return told, false
	}
	return told, true
}

// covers says what happened around a seat that the others act for, except what only that seat's
// own person is told.
func covers(e api.Event, told *story.Event) bool {
	switch {
	case e.What == api.Covered:
		told.Kind = story.Covered
	case e.What == api.Again:
		told.Kind, told.Names = story.Again, e.Names
	case e.What == api.Returned && !e.Yours:
		told.Kind, told.Missed = story.Back, len(e.Missed)
	default:
		return false
	}
	return true
}

// handEnd returns how a hand ended.
func handEnd(e api.Event) story.Event {
	told := story.Event{Kind: story.Settled, Names: e.Names}
	if e.Hand == nil {
		return told
	}
	told.Hand, told.Void = e.Hand.Number, e.Hand.Void
	for _, name := range e.Names {
		told.Points, told.Scores = append(told.Points, e.Hand.Points[name]), append(told.Scores, e.Hand.Scores[name])
	}
	return told
}

// event says what happened if no cards are involved.
func event(e api.Event) string {
	who := Name(e.Name)
	switch e.Kind {
	case api.EventStarted:
		return e.Title + " begins with " + list(e.Names)
	case api.EventTurn:
		if e.Yours {
			return "it is your turn"
		}
		return who + " is to play"
	case api.EventOver:
		if !e.Yours { // in a room, it is for everybody
			return Over(e.Names, "")
		}
		return Over(e.Names, e.Name)
	case api.EventHandover:
		return handingOver(e)
	case api.EventChat:
		return who + ": " + e.Text
	case api.EventPeer:
		return peer(e)
	case api.EventLobby:
		return inLobby(e)
	case api.EventWatch:
		return watching(e)
	case api.EventTwin:
		if e.What == api.Gone {
			return "your node runs nowhere else any more"
		}
		return cmp.Or(Warning(e.Warning), "your node also runs elsewhere")
	case api.EventWarning:
		return Warning(e.Warning)
	}
	return whatHappened(e)
}

// whatHappened says what has happened if that depends on What as well as on the kind.
func whatHappened(e api.Event) string {
	who := Name(e.Name)
	switch e.What {
	case api.Guilty:
		return Fault(e.Name, e.Text)
	case api.Branch:
		return list(e.Names) + " has signed two different games: what stands is what all who played have signed, not what was shown before"
	case api.Stuck:
		return "this node cannot go on: " + e.Text
	case api.Away:
		return who + " is away"
	case api.Asleep:
		return who + "'s device is asleep"
	case api.Lacks:
		return Lacks(e.Name)
	case api.Twice:
		return who + " runs twice: waiting"
	case api.Back:
		return who + " is back"
	case api.Refetched:
		return "a table that the store had lost is fetched again from the others"
	case api.Rematch:
		return who + " wants to play again"
	case api.Continue:
		return who + " wants to go on " + From(e.From) + " with " + list(e.Names)
	}
	return e.Text
}

// Command is what a person types to answer an event, "" if it asks for nothing.
func Command(e api.Event) string {
	switch {
	case e.Kind == api.EventOnward && e.What == api.Rematch:
		return "fives rematch " + Short(e.Table)
	case e.Kind == api.EventOnward:
		return "fives continue " + Short(e.Table)
	case e.Kind == api.EventHandover && e.Yours && e.What != api.ChangedHands:
		return "fives seat agree"
	case e.Kind != api.EventLobby || e.What != api.NeedsCode:
		return ""
	case e.Handover != nil:
		return "fives join " + Short(e.Table) + " --seat NAME --code CODE"
	}
	return "fives join " + Short(e.Table) + " --code CODE"
}

// peer says who has come or gone.
func peer(e api.Event) string {
	// A name is whatever its owner likes, even half a sentence.
	who := strconv.Quote(e.Name)
	if e.Name == "" {
		who = e.Fingerprint
	}
	switch e.What {
	case api.OtherProtocol:
		return who + " is here, but " + OtherProtocol(e.Protocol, e.Ours)
	case api.Gone:
		return who + " is gone"
	case api.Here:
		if e.Warning.Code != "" {
			return who + " is here (" + Warning(e.Warning) + ")"
		}
		return who + " is here"
	}
	return e.Text
}

// inLobby says what has happened at a table that has not begun.
func inLobby(e api.Event) string {
	if e.Handover != nil {
		return ofWish(e)
	}
	switch e.What {
	case api.Taken:
		if e.Seats == 0 {
			return "at the table: " + list(e.Names)
		}
		return fmt.Sprintf("%d of %d seats are taken: %s", len(e.Names), e.Seats, list(e.Names))
	case api.NewCode:
		return "somebody has been guessing the code; the new one is " + e.Code
	case api.WrongCode:
		return Name(cmp.Or(e.Name, "somebody")) + " (" + e.Fingerprint + ") has tried a wrong code; if you want them at the table, tell them the code once more"
	case api.Smaller:
		return fmt.Sprintf("the table has %d seats now (%s): it begins when all are back", e.Seats, Short(e.Table))
	case api.Reopened:
		return "the table is open again (" + Short(e.Table) + ")"
	case api.Moved:
		return "the host was restarted, and the table is open again (" + Short(e.Table) + ")"
	case api.Changed:
		return "the host has changed the table"
	case api.Withdrawn:
		return "the host has withdrawn the table"
	case api.Refused:
		return "the host refuses: " + cmp.Or(e.Text, noReason)
	case api.Closed:
		return "the table is not open any more"
	case api.NeedsCode:
		return "the seat is lost, and the table needs its code again"
	}
	return e.Text
}

// ofWish says what has become of this person's wish for a seat.
func ofWish(e api.Event) string {
	seat := Name(e.Handover.Seat)
	lost := "you do not get the seat of " + seat + ": "
	switch e.What {
	case api.Moved:
		return "the game goes on at another table (" + Short(e.Table) + "); you ask for the seat of " + seat + " there"
	case api.Refused:
		return lost + cmp.Or(e.Text, noReason)
	case api.Changed:
		return lost + "somebody else has it, or the table is another one by now"
	case api.Closed:
		return lost + "the game is over, or nobody there lets you in"
	case api.NeedsCode:
		return lost + "the table needs its code again"
	}
	return e.Text
}

// watching says who looks on. A name is only a claim, so the fingerprint stands beside it.
func watching(e api.Event) string {
	who := Name(cmp.Or(e.Name, "somebody")) + " (" + e.Fingerprint + ")"
	switch e.What {
	case api.Here:
		return who + " watches the table"
	case api.Gone:
		return who + " does not watch any more"
	}
	return e.Text
}

// From says from which hand a game goes on.
func From(hand int) string {
	if hand == 0 {
		return "from the beginning"
	}
	return fmt.Sprintf("from hand %d", hand)
}

func list(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return Names(names, ", ")
}
