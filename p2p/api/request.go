package api

// None is an empty request or answer.
type None struct{}

// About names the table that a request is about: by its ID, by a beginning of
// it that fits no other, or by "" where only one fits the call.
type About struct {
	Table string `json:"-" query:"table"`
}

// TableRequest asks for a table, as this node's seat sees it.
type TableRequest struct {
	About
	Public bool `json:"-" query:"public"` // as one without a seat sees it
}

// TablesRequest asks for tables.
type TablesRequest struct {
	Mine bool `json:"-" query:"mine"` // this node's own only: nobody else is asked
}

// ContinueRequest goes on from a table.
type ContinueRequest struct {
	About
	Without []string `json:"-" query:"without"` // names
}

// ForgetRequest removes a table from this node.
type ForgetRequest struct {
	About
	Sure bool `json:"sure"` // also where others may still need it
}

// EvidenceRequest asks for the proof of a fault.
type EvidenceRequest struct {
	About
	Fault int `json:"-" query:"fault"` // its place in [Table.Faults]
}

// EventsRequest asks for what happens.
type EventsRequest struct {
	Views  bool   `json:"-" query:"views"`  // with the tables that have changed
	Public bool   `json:"-" query:"public"` // those as one without a seat sees them, and nothing for this node's person alone
	Since  uint64 `json:"-" query:"since"`  // the number of the last event that is known
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
	// Play is the strength of the computer player that takes this node's seat,
	// with a key of its own; "" for its person.
	Play string `json:"play"`
}

// BeginRequest begins an open table of this node's that has free seats: with computer
// players of this node in them, or with fewer seats.
type BeginRequest struct {
	About
	Fill     bool   `json:"fill"`
	Strength string `json:"strength"` // of the computer players; "" for the strongest
}

// JoinRequest takes a seat.
type JoinRequest struct {
	Table string `json:"table"` // ID or a beginning of it; "" for the only one
	Code  string `json:"code"`
	Play  string `json:"play"` // as in HostRequest
	// Seat names who has the seat of a running table that this node's person would take
	// over; "" for a free seat of an open table. Now is as in [Handover].
	Seat string `json:"seat,omitempty"`
	Now  bool   `json:"now,omitempty"`
}

// HandoverRequest offers a seat of this node to somebody.
type HandoverRequest struct {
	About
	Seat string `json:"seat"` // who has it: "" for this node's person, or a computer player of this node's
	To   string `json:"to"`   // a node, as in AdmitRequest
	Bot  bool   `json:"bot"`  // to a computer player of To's
	Now  bool   `json:"now"`  // as in [Handover]
	Not  bool   `json:"not"`  // takes the offer back
}

// AgreeRequest agrees to a handover.
type AgreeRequest struct {
	About
	Seat string `json:"seat"` // who has it; "" where only one handover is meant
	To   string `json:"to"`   // the newcomer, by name or fingerprint; as Seat
	Not  bool   `json:"not"`  // takes that back
	// Strength is that of the computer player that is to take the seat, if it is this
	// node's; "" for the strongest.
	Strength string `json:"strength"`
}

// InviteRequest lets browsers in, or ends that.
type InviteRequest struct {
	Off  bool `json:"off"`
	Port int  `json:"port"` // 0 for the usual one; one that is taken is followed by the next free one
	// Archives is a folder of what the pages offer to download, "" for none, or for that of
	// the invitation that is on.
	Archives string `json:"archives"`
}

// ConnectRequest names a node to connect to.
type ConnectRequest struct {
	Address string `json:"address"` // a multiaddr with a peer ID
}

// ConnectAnswer says who is connected.
type ConnectAnswer struct {
	Peer    Peer `json:"peer"`
	Dialled bool `json:"dialled"` // at the address that was given, not at another one
}

// AdmitRequest names a node that may watch a private table.
type AdmitRequest struct {
	About
	Peer string `json:"peer"` // its name, its fingerprint or at least 12 digits of its beginning, or its peer ID
}

// TrustRequest names somebody whose new key is accepted.
type TrustRequest struct {
	Who string `json:"who"` // a name that only one new key claims, or a fingerprint
}

// Trusted says who goes by which names from now on.
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

// Results of leaving: a table of one's own is [Withdrawn] before it begins, a seat is
// [GivenBack], and at a table that is played all are told that one has [Left].
const (
	Withdrawn = "withdrawn"
	GivenBack = "given-back"
	Left      = "left"
)

// PlayRequest makes a move: a text in the game's notation. If Step is given, the
// move is for that step of the table, and refused at any other.
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

// ReadingRequest says that the result of a hand is read.
type ReadingRequest struct {
	About
	Hand int  `json:"hand"` // its place among the settled ones, from 1
	Done bool `json:"done,omitempty"`
}

// HintAnswer is a move that a computer player would make, and why.
type HintAnswer struct {
	Move string `json:"move"`
	Why  string `json:"why,omitempty"` // a line for people, of the own cards too
}

// Moves are the legal moves of this node's seat.
type Moves struct {
	YourTurn bool     `json:"your_turn"`
	Moves    []string `json:"moves"`
	Notation []string `json:"notation"`
}

// CoverAnswer says for whom this node does not wait any longer.
type CoverAnswer struct {
	Names []string `json:"names"`
}
