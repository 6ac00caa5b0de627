package shown

import (
	"slices"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A News is an event as all front ends tell it: in which words, how loud, and where. The zero
// News is not told.
type News struct {
	Says  card.Sentence // the whole, without a full stop
	Who   string        // stands before Line in a story: who has moved, or said it
	Line  card.Sentence // Says, or what follows Who
	Aside string        // stands behind either, less loud
	Tone  Tone

	Talk   bool // somebody says it
	Story  bool // a line of the story of its table; if not, the table itself shows it
	Aloud  bool // to be read aloud
	Public bool // a screen for the whole room tells it, too
	// Of is whose presence it is about: a story keeps the last such line of each.
	Of string
	// Passing says that it is told only until the next news, as progress.
	Passing bool
	// Here says that it is seen at its table even where there is no room for the story.
	Here bool
	// Elsewhere is what is shown while its table is not on the screen, "" for nothing.
	Elsewhere string
	Rings     bool // with Elsewhere, it calls for the person
	// Lost says that this node has lost the seat that it had asked for at a table.
	Lost bool
	// Command is what a person types in answer, where there is no key and no button.
	Command string
}

// Whole is all that is said.
func (n News) Whole() card.Sentence { return slices.Clone(n.Says).Text(n.Aside) }

// kinds says how events of each kind are told, as far as their kind alone decides.
var kinds = map[api.EventKind]News{
	api.EventPeer:     {Aloud: true},
	api.EventLobby:    {Tone: Told, Aloud: true},
	api.EventStarted:  {Tone: Good, Story: true, Aloud: true, Public: true},
	api.EventLot:      {Tone: Told, Story: true, Aloud: true, Public: true},
	api.EventShuffle:  {Passing: true},
	api.EventCards:    {Tone: Told, Aloud: true},
	api.EventMove:     {Tone: Told, Story: true, Aloud: true, Public: true},
	api.EventTurn:     {Tone: Told, Aloud: true},
	api.EventSettled:  {Tone: Good, Story: true, Aloud: true}, // on a screen for the room there is the sheet
	api.EventReason:   {Tone: Told, Story: true, Aloud: true}, // too long to be read from afar
	api.EventOver:     {Tone: Good, Story: true, Aloud: true, Public: true},
	api.EventFault:    {Tone: Bad, Story: true, Aloud: true, Public: true},
	api.EventAway:     {Tone: Told, Story: true, Aloud: true, Public: true},
	api.EventCover:    {Tone: Told, Story: true, Aloud: true, Public: true},
	api.EventLeft:     {Tone: Bad, Story: true, Aloud: true, Public: true},
	api.EventChat:     {Tone: Told, Talk: true, Story: true, Aloud: true, Public: true, Here: true},
	api.EventOnward:   {Tone: Told, Story: true, Aloud: true, Public: true}, // its table is the one to come
	api.EventHandover: {Tone: Told, Story: true, Aloud: true},
	api.EventWarning:  {Tone: Bad, Story: true, Aloud: true}, // what a node thinks of somebody is for its person
	api.EventWatch:    {Story: true, Aloud: true},            // of nobody who plays
	api.EventTwin:     {Tone: Bad, Aloud: true},
	api.EventTable:    {},
	api.EventNow:      {},
}

// NewsOf says how an event is told.
func NewsOf(e api.Event) News {
	n, told := kinds[e.Kind], say.Event(e)
	if len(told.String()) == 0 || e.Kind == api.EventTable || e.Kind == api.EventNow {
		return News{}
	}
	n.Aside, e.Late = say.Late(e.Late), false
	n.Says = say.Event(e)
	n.Line, n.Command = n.Says, say.Command(e)
	switch e.Kind {
	case api.EventPeer:
		if Identity(e.Warning) {
			n.Tone = Bad
		}
	case api.EventLobby:
		return n.atDoor(e)
	case api.EventCards:
		if rules.Why(e.What) == rules.Cover { // the table does not show why this card is open
			n.Story, n.Public = true, true
		}
	case api.EventLeft:
		if e.What == api.Withdrawn { // nobody has lost a game
			n.Tone, n.Elsewhere = Told, told.String()
		}
	case api.EventMove:
		n.Who, n.Line = say.Mover(e.Name, e.Yours, e.StandIn), say.Move(e.Game, e.Move)
	case api.EventTurn:
		if e.Yours {
			n.Tone, n.Elsewhere, n.Rings = Good, say.TurnElsewhere, true
		}
	case api.EventAway:
		if e.What == api.Back || e.What == api.Refetched {
			n.Tone = Calm
		}
		n.Of = e.Name
	case api.EventCover:
		if e.What == api.Returned {
			n.Tone = Calm
		}
	case api.EventChat:
		n.Who, n.Line = say.Name(e.Name), card.Text(e.Text)
	case api.EventOnward:
		n.Elsewhere = told.String()
	case api.EventHandover:
		return n.ofSeat(e)
	case api.EventWarning:
		if !Identity(e.Warning) {
			n.Tone = Told
		}
	case api.EventTwin:
		if e.What == api.Gone {
			n.Tone = Calm
		}
	}
	return n
}

// atDoor is news of a table that has not begun, or of a seat that this node asks for.
func (n News) atDoor(e api.Event) News {
	switch e.What {
	case api.Withdrawn, api.Changed, api.Refused, api.Closed, api.NeedsCode:
		n.Tone, n.Lost = Bad, true
	case api.NewCode, api.WrongCode:
	default:
		return n
	}
	n.Here, n.Elsewhere = true, n.Says.String()
	return n
}

// ofSeat is news of a seat that is to change hands, or has.
func (n News) ofSeat(e api.Event) News {
	asks := slices.Contains([]string{api.Asked, api.Offered, api.Void}, e.What)
	switch {
	case e.What == api.ChangedHands:
		n.Tone, n.Here = Good, true
	case e.Yours:
		n.Tone = Good
	}
	if n.Here || asks && e.Yours {
		n.Elsewhere, n.Rings = n.Says.String(), !n.Here
	}
	n.Public = n.Here || e.What == api.Asked // the rest is for those at the table
	return n
}

// Identity reports whether a warning says that somebody may not be who their name suggests.
func Identity(w api.Warning) bool {
	return slices.Contains([]api.WarningCode{api.WarnOwnName, api.WarnNewKey, api.WarnLikeKnown, api.WarnLikeAnother}, w.Code)
}
