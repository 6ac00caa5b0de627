package api

import (
	"math"
	"time"
)

// FromNow in place of an event's number makes a stream begin with the next event.
const FromNow = math.MaxUint64

// EventKind says what happened.
type EventKind string

// The kinds of events.
const (
	EventPeer     EventKind = "peer"     // a node came or went
	EventLobby    EventKind = "lobby"    // something happened at a table not yet begun
	EventStarted  EventKind = "started"  // a table's roster is complete
	EventLot      EventKind = "lot"      // a seat is drawn to open the first hand
	EventShuffle  EventKind = "shuffle"  // a seat has shuffled
	EventCards    EventKind = "cards"    // cards were dealt, drawn, turned up or shown
	EventMove     EventKind = "move"     // a seat moved
	EventTurn     EventKind = "turn"     // it is a seat's turn
	EventSettled  EventKind = "settled"  // a hand was settled
	EventReason   EventKind = "reason"   // why a computer player of this node made its last move of the hand
	EventOver     EventKind = "over"     // the game is over
	EventFault    EventKind = "fault"    // somebody is at fault
	EventAway     EventKind = "away"     // a seat is missing, or back
	EventCover    EventKind = "cover"    // the others act for a seat, or it acts for itself again
	EventLeft     EventKind = "left"     // a seat left
	EventChat     EventKind = "chat"     // somebody said something
	EventOnward   EventKind = "onward"   // somebody calls for a continuation or a rematch
	EventHandover EventKind = "handover" // a seat is to change hands, or has
	EventWarning  EventKind = "warning"  // somebody may not be who their name suggests
	EventWatch    EventKind = "watch"    // a spectator came or went
	EventTwin     EventKind = "twin"     // another daemon runs with this node's key, or no longer does
	// Only in streams with views. These are not kept, and have the number of the event before.
	EventTable EventKind = "table" // a table looks different, and no other event says why
	EventNow   EventKind = "now"   // all tables as they were when the stream began have been sent
)

// Event is something that happened, in the daemon's own order.
type Event struct {
	Seq   uint64    `json:"seq"`
	Time  time.Time `json:"time"`
	Kind  EventKind `json:"kind"`
	Table string    `json:"table,omitempty"`
	Step  uint64    `json:"step,omitempty"`
	Name  string    `json:"name,omitempty"`  // who
	What  string    `json:"what,omitempty"`  // what happened, where Kind alone does not say it
	Title string    `json:"title,omitempty"` // of the game that begins
	Names []string  `json:"names,omitempty"` // who sits at the table, who has won, or who is to play on
	Seats int       `json:"seats,omitempty"` // of the table
	Code  string    `json:"code,omitempty"`  // the table's new code
	Was   string    `json:"was,omitempty"`   // the ID that the table had, or the name of who had the seat before
	Move  string    `json:"move,omitempty"`  // in the game's notation
	Game  string    `json:"game,omitempty"`  // the game of Move, or of the first hand
	Hand  *Hand     `json:"hand,omitempty"`  // as it was settled
	From  int       `json:"from,omitempty"`  // the hand to go on from, 0 for the beginning
	// Handover is the handover that the event is about, as it then stands.
	Handover *Handover `json:"handover,omitempty"`
	// Fingerprint is that of the node called Name. That node speaks version Protocol of the
	// protocol between nodes, and this one speaks Ours.
	Fingerprint string `json:"fingerprint,omitempty"`
	Protocol    int    `json:"protocol,omitempty"`
	Ours        int    `json:"ours,omitempty"`
	// Text is a line of chat, or says why: a reason, or what a host says.
	Text    string  `json:"text,omitempty"`
	Warning Warning `json:"warning,omitzero"` // of the kinds warning and twin, and of a node that is here
	Late    bool    `json:"late,omitempty"`   // of a move: as in [Played]
	// StandIn says that the stand-in made the move; Missed are the moves that it made for a
	// seat that is back.
	StandIn bool     `json:"stand_in,omitempty"`
	Missed  []Played `json:"missed,omitempty"`
	Yours   bool     `json:"yours,omitempty"` // it is this node's turn, its seat, its fault
	// View is the table as this node's seat sees it when the event is sent, which may be later
	// than the event; Moves are the seat's legal moves if it is its turn. A daemon leaves settled
	// hands out of views ([Table].Earlier); a client of package control puts them back.
	View  *Table `json:"view,omitempty"`
	Moves *Moves `json:"moves,omitempty"`
}
