package words

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"fives/cli/phrase"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Event says what has happened.
func Event(e api.Event) card.Sentence {
	switch e.Kind {
	case api.EventMove:
		return card.Text(Mover(e.Name, e.StandIn) + " ").With(phrase.Move(e.Game, e.Move)).Text(Late(e.Late))
	case api.EventReason:
		return card.Text(Name(e.Name) + "'s last move: ").With(card.Spelled(e.Text))
	case api.EventCover:
		return covering(e)
	}
	return card.Text(event(e))
}

// event is what Event says where no cards are in it.
func event(e api.Event) string {
	who := Name(e.Name)
	switch e.Kind {
	case api.EventStarted:
		return e.Title + " begins with " + list(e.Names)
	case api.EventLot:
		return who + " is drawn by lot to " + phrase.Duty(e.Game)
	case api.EventShuffle:
		return who + " has shuffled"
	case api.EventCards:
		if rules.Why(e.What) == rules.Cover {
			return standInCard(e)
		}
		return cards(rules.Why(e.What))
	case api.EventTurn:
		if e.Yours {
			return "it is your turn"
		}
		return who + " is to play"
	case api.EventSettled:
		return Settled(e)
	case api.EventOver:
		return phrase.Over(e.Names, e.Name)
	case api.EventHandover:
		return handingOver(e)
	case api.EventLeft:
		return who + " has left the table"
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
	return coded(e)
}

// coded says what has happened where the kind alone does not: What does.
func coded(e api.Event) string {
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
		return who + " calls for a new game: fives rematch " + phrase.Short(e.Table)
	case api.Continue:
		return who + " calls to go on " + From(e.From) + " with " + list(e.Names) + ": fives continue " + phrase.Short(e.Table)
	}
	return e.Text
}

// peer says who has come or gone.
func peer(e api.Event) string {
	// A name is what its owner likes it to be, also half a sentence.
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
		return fmt.Sprintf("table %s is now %s, with %d seats: it begins when all are back", phrase.Short(e.Was), phrase.Short(e.Table), e.Seats)
	case api.Reopened:
		return "table " + phrase.Short(e.Was) + " is open again, as " + phrase.Short(e.Table)
	case api.Moved:
		return "the host was restarted: table " + phrase.Short(e.Was) + " is now " + phrase.Short(e.Table)
	case api.Changed:
		return "the host has changed the table"
	case api.Withdrawn:
		return "the host has withdrawn the table"
	case api.Refused:
		return "the host refuses: " + cmp.Or(e.Text, noReason)
	case api.Closed:
		return "the table is not open any more"
	case api.NeedsCode:
		return "the seat is lost, and the table needs its code again: fives join " + phrase.Short(e.Table) + " --code CODE"
	}
	return e.Text
}

// ofWish says what has become of a seat that this node's person has asked for.
func ofWish(e api.Event) string {
	seat := Name(e.Handover.Seat)
	lost := "you do not get the seat of " + seat + ": "
	switch e.What {
	case api.Moved:
		return "the game goes on as table " + phrase.Short(e.Table) + "; you ask for the seat of " + seat + " there"
	case api.Refused:
		return lost + cmp.Or(e.Text, noReason)
	case api.Changed:
		return lost + "somebody else has it, or the table is another one by now"
	case api.Closed:
		return lost + "the game is over, or nobody there lets you in"
	case api.NeedsCode:
		return lost + "the table needs its code again: fives join " + phrase.Short(e.Table) + " --seat NAME --code CODE"
	}
	return e.Text
}

// watching says who looks on. A name is only a claim, so the fingerprint stands
// with it.
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

// Settled says how a hand ended.
func Settled(e api.Event) string {
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
