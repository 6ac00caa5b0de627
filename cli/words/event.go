package words

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"fives/cli/phrase"
	"fives/engine/rules"
	"fives/p2p/control"
)

// Event says what has happened.
func Event(e control.Event) string {
	who := Name(e.Name)
	switch e.Kind {
	case control.EventStarted:
		return e.Title + " begins with " + list(e.Names)
	case control.EventLot:
		return who + " is drawn by lot to " + phrase.Duty(e.Game)
	case control.EventShuffle:
		return who + " has shuffled"
	case control.EventCards:
		if rules.Why(e.What) == rules.Cover {
			return standInCard(e)
		}
		return cards(rules.Why(e.What))
	case control.EventMove:
		return Mover(e.Name, e.StandIn) + " " + phrase.Move(e.Game, e.Move) + Late(e.Late)
	case control.EventTurn:
		if e.Yours {
			return "it is your turn"
		}
		return who + " is to play"
	case control.EventSettled:
		return Settled(e)
	case control.EventReason:
		return who + "'s last move: " + e.Text
	case control.EventOver:
		return phrase.Over(e.Names, e.Name)
	case control.EventCover:
		return covering(e)
	case control.EventHandover:
		return handingOver(e)
	case control.EventLeft:
		return who + " has left the table"
	case control.EventChat:
		return who + ": " + e.Text
	case control.EventPeer:
		return peer(e)
	case control.EventLobby:
		return inLobby(e)
	case control.EventWatch:
		return watching(e)
	case control.EventTwin:
		if e.What == control.Gone {
			return "your node runs nowhere else any more"
		}
		return cmp.Or(Warning(e.Warning), "your node also runs elsewhere")
	case control.EventWarning:
		return Warning(e.Warning)
	}
	return coded(e)
}

// coded says what has happened where the kind alone does not: What does.
func coded(e control.Event) string {
	who := Name(e.Name)
	switch e.What {
	case control.Guilty:
		return Fault(e.Name, e.Text)
	case control.Branch:
		return list(e.Names) + " has signed two different games: what stands is what all who played have signed, not what was shown before"
	case control.Stuck:
		return "this node cannot go on: " + e.Text
	case control.Away:
		return who + " is away"
	case control.Asleep:
		return who + "'s device is asleep"
	case control.Lacks:
		return Lacks(e.Name)
	case control.Twice:
		return who + " runs twice: waiting"
	case control.Back:
		return who + " is back"
	case control.Refetched:
		return "a table that the store had lost is fetched again from the others"
	case control.Rematch:
		return who + " calls for a new game: fives rematch " + phrase.Short(e.Table)
	case control.Continue:
		return who + " calls to go on " + From(e.From) + " with " + list(e.Names) + ": fives continue " + phrase.Short(e.Table)
	}
	return e.Text
}

// peer says who has come or gone.
func peer(e control.Event) string {
	// A name is what its owner likes it to be, also half a sentence.
	who := strconv.Quote(e.Name)
	if e.Name == "" {
		who = e.Fingerprint
	}
	switch e.What {
	case control.OtherProtocol:
		return who + " is here, but " + OtherProtocol(e.Protocol, e.Ours)
	case control.Gone:
		return who + " is gone"
	case control.Here:
		if e.Warning.Code != "" {
			return who + " is here (" + Warning(e.Warning) + ")"
		}
		return who + " is here"
	}
	return e.Text
}

// inLobby says what has happened at a table that has not begun.
func inLobby(e control.Event) string {
	if e.Handover != nil {
		return ofWish(e)
	}
	switch e.What {
	case control.Taken:
		if e.Seats == 0 {
			return "at the table: " + list(e.Names)
		}
		return fmt.Sprintf("%d of %d seats are taken: %s", len(e.Names), e.Seats, list(e.Names))
	case control.NewCode:
		return "somebody has been guessing the code; the new one is " + e.Code
	case control.WrongCode:
		return Name(cmp.Or(e.Name, "somebody")) + " (" + e.Fingerprint + ") has tried a wrong code; if you want them at the table, tell them the code once more"
	case control.Smaller:
		return fmt.Sprintf("table %s is now %s, with %d seats: it begins when all are back", phrase.Short(e.Was), phrase.Short(e.Table), e.Seats)
	case control.Reopened:
		return "table " + phrase.Short(e.Was) + " is open again, as " + phrase.Short(e.Table)
	case control.Moved:
		return "the host was restarted: table " + phrase.Short(e.Was) + " is now " + phrase.Short(e.Table)
	case control.Changed:
		return "the host has changed the table"
	case control.Withdrawn:
		return "the host has withdrawn the table"
	case control.Refused:
		return "the host refuses: " + cmp.Or(e.Text, noReason)
	case control.Closed:
		return "the table is not open any more"
	case control.NeedsCode:
		return "the seat is lost, and the table needs its code again: fives join " + phrase.Short(e.Table) + " --code CODE"
	}
	return e.Text
}

// ofWish says what has become of a seat that this node's person has asked for.
func ofWish(e control.Event) string {
	seat := Name(e.Handover.Seat)
	lost := "you do not get the seat of " + seat + ": "
	switch e.What {
	case control.Moved:
		return "the game goes on as table " + phrase.Short(e.Table) + "; you ask for the seat of " + seat + " there"
	case control.Refused:
		return lost + cmp.Or(e.Text, noReason)
	case control.Changed:
		return lost + "somebody else has it, or the table is another one by now"
	case control.Closed:
		return lost + "the game is over, or nobody there lets you in"
	case control.NeedsCode:
		return lost + "the table needs its code again: fives join " + phrase.Short(e.Table) + " --seat NAME --code CODE"
	}
	return e.Text
}

// watching says who looks on. A name is only a claim, so the fingerprint stands
// with it.
func watching(e control.Event) string {
	who := Name(cmp.Or(e.Name, "somebody")) + " (" + e.Fingerprint + ")"
	switch e.What {
	case control.Here:
		return who + " watches the table"
	case control.Gone:
		return who + " does not watch any more"
	}
	return e.Text
}

// Settled says how a hand ended.
func Settled(e control.Event) string {
	if e.Hand == nil {
		return "a hand is settled"
	}
	if e.Hand.Void {
		return phrase.Hand(e.Hand.Number) + " is void"
	}
	var parts []string
	for _, name := range e.Names {
		parts = append(parts, phrase.Score(name, e.Hand.Points[name], e.Hand.Scores[name]))
	}
	return phrase.Hand(e.Hand.Number) + ": " + strings.Join(parts, "; ")
}

// From says from which hand a game goes on.
func From(hand int) string {
	if hand == 0 {
		return "from the beginning"
	}
	return fmt.Sprintf("from hand %d", hand)
}

func cards(why rules.Why) string {
	switch why {
	case rules.Deal:
		return "the cards are dealt"
	case rules.Draw:
		return "a card is drawn"
	case rules.TurnUp:
		return "turned up"
	case rules.TakeUp:
		return "a packet is taken up"
	}
	return "the cards are shown"
}

func list(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return Names(names, ", ")
}
