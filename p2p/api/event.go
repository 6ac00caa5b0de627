package api

import (
	"math"
	"time"
)

// FromNow, in place of the number of an event, makes a stream begin with what
// happens next.
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
	EventReason   EventKind = "reason"   // why a computer player of this node's made its last move of the hand
	EventOver     EventKind = "over"     // the game is over
	EventFault    EventKind = "fault"    // somebody is at fault
	EventAway     EventKind = "away"     // a seat is missing, or back
	EventCover    EventKind = "cover"    // the others act for a seat, or it does so itself again
	EventLeft     EventKind = "left"     // a seat left
	EventChat     EventKind = "chat"     // somebody said something
	EventOnward   EventKind = "onward"   // somebody calls for a continuation or a rematch
	EventHandover EventKind = "handover" // a seat is to change hands, or has
	EventWarning  EventKind = "warning"  // somebody may not be who their name suggests
	EventWatch    EventKind = "watch"    // a spectator came or went
	EventTwin     EventKind = "twin"     // another daemon runs with this node's key, or does no more
	// With views only; they are not kept, and have the number of the event before.
	EventTable EventKind = "table" // a table looks different, and no other event says why
	EventNow   EventKind = "now"   // the tables as they were when the stream began end here
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
	Names []string  `json:"names,omitempty"` // at the table, or who has won, or with whom it is to go on
	Seats int       `json:"seats,omitempty"` // of the table
	Code  string    `json:"code,omitempty"`  // of the table, a new one
	Was   string    `json:"was,omitempty"`   // the ID that the table had
	Move  string    `json:"move,omitempty"`  // in the game's notation
	Game  string    `json:"game,omitempty"`  // whose notation that is, or whose first hand
	Hand  *Hand     `json:"hand,omitempty"`  // as it was settled
	From  int       `json:"from,omitempty"`  // the hand from which it is to go on, 0 for the beginning
	// Handover is the one of which the event speaks, as it is then.
	Handover *Handover `json:"handover,omitempty"`
	// Fingerprint is the node's that has the name; it speaks Protocol, and this node Ours.
	Fingerprint string `json:"fingerprint,omitempty"`
	Protocol    int    `json:"protocol,omitempty"`
	Ours        int    `json:"ours,omitempty"`
	// Text is a line of chat, or why something is so: a reason, what a host says.
	Text    string  `json:"text,omitempty"`
	Warning Warning `json:"warning,omitzero"` // of the kind warning, and of a node that is here
	Late    bool    `json:"late,omitempty"`   // of a move: as in [Played]
	// StandIn says of a move that the stand-in has made it, and Missed has those that it
	// made for a seat that is back.
	StandIn bool     `json:"stand_in,omitempty"`
	Missed  []Played `json:"missed,omitempty"`
	Yours   bool     `json:"yours,omitempty"` // it is this node's turn, its seat, its fault
	// View is the table as this node's seat sees it when the event is sent, which
	// may be later than the event; Moves its legal moves if it is its turn. What a daemon
	// sends leaves out settled hands ([Table].Earlier); a client of package control gives whole tables.
	View  *Table `json:"view,omitempty"`
	Moves *Moves `json:"moves,omitempty"`
}
