package api

import (
	"strings"

	"fives/engine/record"
)

// None is an empty request or answer.
type None struct{}

// About names the table that a request is about: by its ID, by a prefix of the ID that fits no
// other table, or by "" if only one table fits the call.
type About struct {
	Table string `json:"-" query:"table"`
}

// TableRequest asks for a table as this node's seat sees it.
type TableRequest struct {
	About
	Public bool `json:"-" query:"public"` // instead, as somebody without a seat sees it
}

// TablesRequest asks for tables.
type TablesRequest struct {
	Mine bool `json:"-" query:"mine"` // only this node's own, without asking other nodes
}

// ContinueRequest asks to go on from a table.
type ContinueRequest struct {
	About
	Without []string `json:"-" query:"without"` // names of people to leave out
}

// ForgetRequest removes a table from this node.
type ForgetRequest struct {
	About
	Sure bool `json:"sure"` // even if others may still need it
}

// EvidenceRequest asks for the proof of a fault.
type EvidenceRequest struct {
	About
	Fault int `json:"-" query:"fault"` // its place in [Table.Faults]
}

// EventsRequest asks for a stream of events.
type EventsRequest struct {
	Views  bool   `json:"-" query:"views"`  // with views of the tables that change
	Public bool   `json:"-" query:"public"` // as somebody without a seat sees them, and nothing that is only for this node's person
	Since  uint64 `json:"-" query:"since"`  // the number of the last event that the client has, or FromNow
}

// HostRequest opens a table.
type HostRequest struct {
	Game       string            `json:"game"`
	Seats      int               `json:"seats"`
	Set        map[string]string `json:"set"`  // options as typed
	Bots       []string          `json:"bots"` // strengths, one for each computer player
	Private    bool              `json:"private"`
	Spectators bool              `json:"spectators"`
	TurnLimit  int               `json:"turn_limit"` // seconds
	Cover      bool              `json:"cover"`
	// Play is the strength of the computer player that takes this node's seat with its own key;
	// "" if the node's person plays.
	Play string `json:"play"`
}

// BeginRequest begins an open table of this node that still has free seats: computer players
// of this node take them (Fill), or the table is made smaller.
type BeginRequest struct {
	About
	Fill     bool   `json:"fill"`
	Strength string `json:"strength"` // of the computer players; "" for the strongest of the game's own
}

// SendAwayRequest frees the seat of somebody at an open table of this node's.
type SendAwayRequest struct {
	About
	Who string `json:"who"` // name, or fingerprint of the node
}

// JoinRequest takes a seat.
type JoinRequest struct {
	Table string `json:"table"` // the ID or a prefix of it; "" for the only one
	Code  string `json:"code"`
	Play  string `json:"play"` // as in HostRequest
	// Seat names the player whose seat at a running table this node's person would take over;
	// "" for a free seat at an open table. Now is as in [Handover].
	Seat string `json:"seat,omitempty"`
	Now  bool   `json:"now,omitempty"`
}

// HandoverRequest offers a seat of this node to somebody.
type HandoverRequest struct {
	About
	Seat string `json:"seat"` // who has it: a computer player of this node, or "" for its person
	To   string `json:"to"`   // a node, as in AdmitRequest
	Bot  bool   `json:"bot"`  // to a computer player of To
	Now  bool   `json:"now"`  // as in [Handover]
	Not  bool   `json:"not"`  // takes the offer back
}

// AgreeRequest agrees to a handover.
type AgreeRequest struct {
	About
	Seat string `json:"seat"` // who has it; "" if only one handover fits
	To   string `json:"to"`   // the newcomer, by name or fingerprint; "" as for Seat
	Not  bool   `json:"not"`  // takes the consent back
	// Later says "not now" to somebody without a seat who asks for one: for a while, no such wish is
	// told at this node, unless it is for a seat of this node, and none is taken at its door.
	Later bool `json:"later"`
	// Drawn is that of the handover as it was shown, "" if nothing was shown: then a handover
	// with a warning is refused.
	Drawn string `json:"drawn,omitempty"`
	// Strength is how well the computer player is to play, if one of this node takes the seat;
	// "" for the strongest.
	Strength string `json:"strength"`
}

// InviteRequest lets browsers in, or stops letting them in.
type InviteRequest struct {
	Off  bool `json:"off"`
	Port int  `json:"port"` // 0 for the usual one; if it is taken, the next free one is used
	// Archives is the folder of the files that the pages offer for download. "" offers none, or
	// keeps the folder of an invitation that is already on.
	Archives string `json:"archives"`
	// New wants another path, so that everybody needs the new address. Like another port than
	// before, it is refused while guests have seats, unless Sure: their pages find back at the
	// present address only.
	New  bool `json:"new"`
	Sure bool `json:"sure"`
}

// FarRequest lets nodes from outside the local network in, or stops that.
type FarRequest struct {
	// Address is where others reach this machine: a name or an IP address, with a TCP port behind a
	// colon or without one. "" keeps what is there; if nothing is, the router is asked.
	Address string `json:"address,omitempty"`
	Port    int    `json:"port,omitempty"` // of this machine, 0 for that of the address
	New     bool   `json:"new,omitempty"`  // wants another link; the present one is taken back
	Off     bool   `json:"off,omitempty"`  // lets nobody in any more; the link is taken back
}

// FarInvitation says who is let in from outside, and by which link.
type FarInvitation struct {
	Outside
	Link string `json:"link,omitempty"` // whoever has it is let in; it is in no other answer
}

// ConnectRequest names a node to connect to.
type ConnectRequest struct {
	Address string `json:"address"` // a multiaddr with a peer ID, or a link (PROTOCOL §2.6)
}

// ConnectAnswer says who is connected.
type ConnectAnswer struct {
	Peer    Peer `json:"peer"`
	Dialled bool `json:"dialled"` // connected at the given address, not at another one
	// Kept: it was a link, and is tried again whenever the node is not connected. Here are the names
	// of the others who are.
	Kept bool     `json:"kept,omitempty"`
	Here []string `json:"here,omitempty"`
}

// ForgetLinkRequest names a link that is not to be kept any more.
type ForgetLinkRequest struct {
	Who string `json:"who"` // the name, or the fingerprint or 12 or more digits of it, of the node; or the link
}

// AdmitRequest names a node that may watch a private table.
type AdmitRequest struct {
	About
	Peer string `json:"peer"` // its name, its fingerprint or the first 12 or more digits of that, or its peer ID
}

// A Person is somebody whose face is to be drawn.
type Person struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint,omitempty"`
}

// FacesRequest asks by which numbers people are drawn, in some lists of those who are seen together.
type FacesRequest struct {
	Lists [][]Person `json:"lists"`
}

// FacesAnswer has the numbers, in the order of the request.
type FacesAnswer struct {
	Numbers [][]int `json:"numbers"`
}

// TrustRequest names somebody whose new key is to be accepted.
type TrustRequest struct {
	Who string `json:"who"` // a name that only one new key claims, or a fingerprint
}

// Trusted says by which names the key with the fingerprint is known from now on.
type Trusted struct {
	Names       []string `json:"names"`
	Fingerprint string   `json:"fingerprint"`
}

// Admission says who may watch which table from now on.
type Admission struct {
	Table string `json:"table"`
	Peer  Peer   `json:"peer"`
}

// LeaveAnswer says what leaving did.
type LeaveAnswer struct {
	Done string `json:"done"` // one of the following
}

// Results of leaving. Before the game, this node's own table is [Withdrawn], and a seat at
// another's table is [GivenBack]; during the game, the others are told that the player has [Left].
const (
	Withdrawn = "withdrawn"
	GivenBack = "given-back"
	Left      = "left"
)

// PlayRequest makes a move, in the game's notation. If Step is given, the move is refused
// unless the table is at that step.
type PlayRequest struct {
	About
	Move string  `json:"move"`
	Step *uint64 `json:"step,omitempty"`
}

// SayRequest is a line of chat.
type SayRequest struct {
	About
	Text string `json:"text"`
}

// ReadingRequest says that the person is reading the result of a hand, or has read it (Done).
type ReadingRequest struct {
	About
	Hand int  `json:"hand"` // its place among the settled hands, from 1
	Done bool `json:"done,omitempty"`
}

// HintAnswer is the move that a computer player would make, and why.
type HintAnswer struct {
	Move string `json:"move"`
	Why  string `json:"why,omitempty"` // a line for people; it may speak of this seat's hidden cards
}

// Moves are the legal moves of this node's seat.
type Moves struct {
	YourTurn bool     `json:"your_turn"`
	Moves    []string `json:"moves"`
	Notation []string `json:"notation"`
}

// CoverAnswer names those for whom this node no longer waits.
type CoverAnswer struct {
	Names []string `json:"names"`
}

// TypedID returns the beginning of a table's ID that somebody has typed or pasted: in either case,
// with spaces in or around it, or in the digits of another script. Of a text in which nothing is
// left it makes nothing else, because no ID at all means another table than a wrong one.
func TypedID(text string) string {
	if id := strings.Join(strings.Fields(record.TypedASCII(text)), ""); id != "" {
		return strings.ToLower(id)
	}
	return text
}
