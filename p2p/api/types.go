package api

import (
	"slices"
	"time"

	"fives/engine/rules"
)

// Newest is the newest version of this interface that this program speaks, Oldest the
// oldest. A client and a daemon use the newest that both speak; builds may differ.
const (
	Newest = 1
	Oldest = 1
)

// Status is what a daemon says of itself.
type Status struct {
	API         int       `json:"api"`
	Version     string    `json:"version"`
	Name        string    `json:"name"`
	Key         string    `json:"key"` // hexadecimal Ed25519 key
	Fingerprint string    `json:"fingerprint"`
	Peer        string    `json:"peer"`      // libp2p peer ID
	Addresses   []string  `json:"addresses"` // multiaddrs that others can dial
	Home        string    `json:"home"`
	PID         int       `json:"pid"`
	Started     time.Time `json:"started"`
	Peers       int       `json:"peers"`
	LetIn       bool      `json:"let_in,omitempty"` // somebody has come in from another machine since the start
	Tables      int       `json:"tables"`
	Network     string    `json:"network,omitempty"` // its name, if it has one
	Interfaces  []Link    `json:"interfaces"`
	Warnings    []Warning `json:"warnings"`
	GuestOf     Inviter   `json:"guest_of,omitzero"` // by whose invitation this node has come
	// Invitation is there while browsers are let in.
	Invitation *Invitation `json:"invitation,omitempty"`
}

// Invitation says whether browsers are let in, and where.
type Invitation struct {
	On          bool      `json:"on"`
	Port        int       `json:"port"`              // 0 while it is off
	URLs        []string  `json:"urls"`              // of the pages, for this machine's neighbours, most useful first
	Tunnels     []string  `json:"tunnels,omitempty"` // the same for who is at the other end of a tunnel
	ByName      string    `json:"by_name,omitempty"` // the first of them with the node's name, the same whatever its address is
	Public      bool      `json:"public,omitempty"`  // the first of them has an address of no local network
	Addresses   []string  `json:"addresses"`         // multiaddrs that nodes in browsers can dial
	Fingerprint string    `json:"fingerprint"`       // of this node, which the pages show too
	Since       time.Time `json:"since,omitzero"`
}

// Link is a network interface as discovery sees it.
type Link struct {
	Name      string    `json:"name"`
	Addresses []string  `json:"addresses"`
	Discovery bool      `json:"discovery"` // mDNS is served and queried on it
	Problems  []Warning `json:"problems,omitempty"`
}

// Starting reports whether discovery does not know yet whether it works on the link.
func (l Link) Starting() bool {
	return slices.ContainsFunc(l.Problems, func(w Warning) bool { return w.Code == WarnStarting })
}

// Peer is another node that this one is or was connected to.
type Peer struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"` // as it claims
	Fingerprint string    `json:"fingerprint"`
	Address     string    `json:"address"`
	Connected   bool      `json:"connected"`
	Guest       bool      `json:"guest,omitempty"` // it runs in a browser, and its key is for the evening
	GuestOf     Inviter   `json:"guest_of,omitzero"`
	Version     string    `json:"version,omitempty"`
	Protocol    int       `json:"protocol,omitempty"` // version of the protocol between nodes; 0 while it is not known
	Minor       uint64    `json:"minor,omitempty"`    // newest minor version that both nodes speak
	Age         Age       `json:"age,omitempty"`      // of a connected node's minor version
	Seen        time.Time `json:"seen"`
	Ahead       *int      `json:"ahead,omitempty"` // seconds by which its clock is ahead of this node's, as it announces
	Warning     Warning   `json:"warning,omitzero"`
}

// An Inviter is the node by whose invitation a guest has come, as the guest says, or that
// node of it.
type Inviter struct {
	Name        string `json:"name"` // as it claims
	Fingerprint string `json:"fingerprint"`
	Self        bool   `json:"self,omitempty"` // it is this node
}

// Age says how a node's version of the protocol compares with this node's.
// Nodes of different minor versions play together.
type Age string

// The ages of a node.
const (
	SameAge Age = ""
	Older   Age = "older"
	Newer   Age = "newer"
)

// Phase is how far a table has come.
type Phase string

// The phases of a table.
const (
	PhaseOpen    Phase = "open"    // seats are free
	PhaseSeated  Phase = "seated"  // all seats taken, the roster is being signed
	PhasePlaying Phase = "playing" // hands are being played
	PhaseOver    Phase = "over"    // the last hand is settled
	PhaseStopped Phase = "stopped" // a fault, or a seat that left; it can be continued
)

// Offer is an open table of this node or another one.
type Offer struct {
	ID         string         `json:"id"`
	Game       string         `json:"game"`
	Options    map[string]any `json:"options,omitempty"`
	Seats      int            `json:"seats"`
	Taken      []string       `json:"taken"` // names, the host's first
	Private    bool           `json:"private"`
	Spectators bool           `json:"spectators"`
	TurnLimit  int            `json:"turn_limit"` // seconds, 0 for none
	Cover      bool           `json:"cover"`      // the others cover for a seat whose node is away
	Host       string         `json:"host"`       // name
	Peer       string         `json:"peer"`       // peer ID of the host
	Mine       bool           `json:"mine"`
	Joined     bool           `json:"joined"`         // this node has a seat reserved
	Code       string         `json:"code,omitempty"` // of this node's own private table
	Running    bool           `json:"running"`        // it is played already, and may be watched
	Full       bool           `json:"full"`           // of one that is played: it may not be watched either
	// Seats of a running table that a newcomer can ask for, and the handover by which this
	// node has asked for one.
	OpenSeats []OpenSeat `json:"open_seats,omitempty"`
	Handover  *Handover  `json:"handover,omitempty"`
	Warnings  []Warning  `json:"warnings"`
}

// OpenSeat is a seat at a running table that a newcomer can ask for.
type OpenSeat struct {
	Name   string `json:"name"`              // of who has it
	BotOf  string `json:"bot_of,omitempty"`  // whose computer player that is
	Score  int    `json:"score"`             // the points that go with it
	Away   bool   `json:"away,omitempty"`    // who has it is away,
	Left   bool   `json:"left,omitempty"`    // or has left
	ForYou bool   `json:"for_you,omitempty"` // who has it would hand it to this node
}

// A Handover is the intention that a seat changes hands.
type Handover struct {
	Seat        string   `json:"seat"`                  // the name of who has it
	SeatBotOf   string   `json:"seat_bot_of,omitempty"` // whose computer player that is
	To          string   `json:"to"`                    // the newcomer, or the host of the computer player that is to take it
	Fingerprint string   `json:"fingerprint"`           // of the node of To
	Bot         bool     `json:"bot,omitempty"`         // a computer player of To takes it
	Player      string   `json:"player,omitempty"`      // that player's name, once there is one
	Score       int      `json:"score"`                 // the points that go with the seat
	Now         bool     `json:"now,omitempty"`         // at once, giving up the running hand; otherwise from the next hand on
	Asked       bool     `json:"asked"`                 // To wants the seat; otherwise it is only offered
	Agreed      []string `json:"agreed"`                // people who have agreed,
	Waits       []string `json:"waits"`                 // and those who have yet to
	Yours       bool     `json:"yours,omitempty"`       // this node's person has yet to
	Agree       bool     `json:"agree,omitempty"`       // this node's person has agreed, and can take that back
	Mine        bool     `json:"mine,omitempty"`        // this node asks for the seat, or offers its own
	// Gone are the computer players that leave with their host, whose seat changes hands, and
	// NoCover why nobody is covered any more from then on: [FewNodes], or "".
	Gone    []string `json:"gone,omitempty"`
	NoCover string   `json:"no_cover,omitempty"`
	Warning Warning  `json:"warning,omitzero"` // To may not be who the name suggests
}

// Seat is a player of a table.
type Seat struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint"`
	BotOf       string `json:"bot_of,omitempty"`   // whose computer player it is
	Strength    string `json:"strength,omitempty"` // how well it plays, as its host says
	You         bool   `json:"you"`
	Left        bool   `json:"left"`
	Score       int    `json:"score"` // its total
	// HandsCovered is in how many hands the others have acted for it.
	HandsCovered int `json:"hands_covered,omitempty"`
	// What follows is filled in a [Table] only: it is how the seat stands at this moment.
	Online bool       `json:"online,omitempty"`
	Away   *time.Time `json:"away,omitempty"`   // since when it has not been heard
	Asleep bool       `json:"asleep,omitempty"` // it is away because its device is asleep, as far as this node knows
	Active bool       `json:"active,omitempty"` // in the running hand
	// Since is the first hand of the game that the player plays, if the seat has changed
	// hands and this node knows; otherwise 0.
	Since int  `json:"since,omitempty"`
	Owes  bool `json:"owes,omitempty"` // the table waits for its record
	// Covered says that the others act for it until it does so itself, Keyless that it slept
	// through the deal of the running hand, so that its stand-in plays the hand, and Lacks
	// that its device says that it lacks the key of the running hand, and so counts as away.
	Covered bool `json:"covered,omitempty"`
	Keyless bool `json:"keyless,omitempty"`
	Lacks   bool `json:"lacks,omitempty"`
	// CoverAt is when the others will act for it if its node stays silent, by this node's
	// clock, GaveUp who does not want to wait any longer, and Unvoted who has not said so
	// yet, once somebody has: the others act when all have.
	CoverAt *time.Time `json:"cover_at,omitempty"`
	GaveUp  []string   `json:"gave_up,omitempty"`
	Unvoted []string   `json:"unvoted,omitempty"`
	// OnlyHeardBy is the only one whose device says, and goes on saying, that it hears this
	// one, for which the table waits: so nobody can be sure that it is away.
	OnlyHeardBy string `json:"only_heard_by,omitempty"`
	// FalseVotes is how often it has said that somebody is away who then was shown to be
	// here. It is no fault: a device behind a bad link says so, too.
	FalseVotes int     `json:"false_votes,omitempty"`
	Warning    Warning `json:"warning,omitzero"`
}

// Violation is a broken hidden-card rule, found when a hand was shown.
type Violation struct {
	Name string `json:"name"`
	Rule string `json:"rule"`
	Move string `json:"move"`
}

// Fault is a proof against a seat.
type Fault struct {
	Name   string `json:"name"`
	Step   uint64 `json:"step"`
	Reason string `json:"reason"`
}

// Summary is a table in a list.
type Summary struct {
	ID      string   `json:"id"`
	Time    uint64   `json:"time"`            // when it began, in seconds since 1970, as its proposer claims; at a continuation, as a receipt of its first hand claims
	Ended   uint64   `json:"ended,omitempty"` // when its last hand was settled, in the same way, if the game is over
	Game    string   `json:"game"`
	Phase   Phase    `json:"phase"`
	Seats   []Seat   `json:"seats"` // who sits there; their live state is in a [Table] only
	Seat    int      `json:"seat"`  // this node's, -1 for an onlooker
	Hand    int      `json:"hand"`
	Turn    string   `json:"turn"` // name, "" if nobody
	Winners []string `json:"winners"`
	Step    uint64   `json:"step"`
	Head    string   `json:"head"`
	Parent  string   `json:"parent,omitempty"` // the table that this one continues
	Before  int      `json:"before,omitempty"` // hands of the game that were settled before this table
	From    []int    `json:"from,omitempty"`   // for each seat that of the parent which it comes from
	Call    *Call    `json:"call,omitempty"`   // while others have called for it and this node's person has not answered
	// Warnings name players who may not be who their names suggest, and the node by whose
	// invitation this one came, if it does not answer.
	Warnings []Warning `json:"warnings"`
	Dealt    bool      `json:"dealt"` // the running hand has its keys and cards, and is not settled
	// ToAgree is how many handovers wait for this node's person to agree.
	ToAgree int    `json:"to_agree,omitempty"`
	Child   string `json:"child,omitempty"` // the table at which this node goes on from here
	// HandedTo is who has this node's seat now, after its person has handed it over, as far as
	// this node knows.
	HandedTo string `json:"handed_to,omitempty"`
}

// Call is a continuation that others have called for.
type Call struct {
	Table   string   `json:"table"`             // its ID
	Rematch bool     `json:"rematch,omitempty"` // a new game
	From    int      `json:"from"`              // the hand from which it is to go on, 0 for the beginning
	Names   []string `json:"names"`             // with whom
}

// Names are those of the seats, in their order.
func (s Summary) Names() []string {
	names := make([]string, len(s.Seats))
	for i, seat := range s.Seats {
		names[i] = seat.Name
	}
	return names
}

// Me is the name of this node's seat, "" for an onlooker.
func (s Summary) Me() string {
	if s.Seat < 0 || s.Seat >= len(s.Seats) {
		return ""
	}
	return s.Seats[s.Seat].Name
}

// FewNodes is why nobody is covered at a table with cover: fewer than four nodes play, and
// one that keeps the two others apart could read everything.
const FewNodes = "few-nodes"

// Table is a table as this node's seat sees it.
type Table struct {
	Summary
	Title     string         `json:"title"`
	Options   map[string]any `json:"options"`
	TurnLimit int            `json:"turn_limit"`
	Cover     bool           `json:"cover"`
	// NoCover is why nobody is covered in the running hand, or the one to come, though the
	// table has cover: [FewNodes], or "".
	NoCover string `json:"no_cover,omitempty"`
	// MayCover names those for whom this node's person may decide not to wait any longer.
	MayCover []string `json:"may_cover,omitempty"`
	// Missed are the moves that the stand-in of this node's seat has made since the seat
	// last moved itself.
	Missed   []Played       `json:"missed,omitempty"`
	Deadline *time.Time     `json:"deadline,omitempty"` // of the running turn, by this node's clock
	View     *rules.View    `json:"view"`               // nil before the first hand
	YourTurn bool           `json:"your_turn"`
	Waiting  Waiting        `json:"waiting"`
	State    map[string]any `json:"state"` // scenario format, with what the seat can see
	Last     []Played       `json:"last"`  // the moves of the running hand, oldest first
	Hands    []Hand         `json:"hands"`
	// Earlier is how many settled hands come before Hands: those that the views of a stream
	// leave out, because it has brought them. A client of package control joins them, and there it is 0.
	Earlier int     `json:"earlier,omitempty"`
	Faults  []Fault `json:"faults"`
	// Code is that of a private table, for newcomers; "" if this node does not know it.
	Code string `json:"code,omitempty"`
	// Handovers are those of which this node knows.
	Handovers []Handover `json:"handovers,omitempty"`
}

// What a table waits for that is not played on: the game goes on at another one, and this
// node's person plays there, or has handed the seat over.
const (
	Onward     = "onward"
	HandedOver = "handed-over"
)

// Waiting is what a table waits for, or why it does not go on.
type Waiting struct {
	// What is the kind of record that Names owe, as the log has it; or over, guilty
	// or left with Names, violated, stuck with Detail, unheard with Names, onward, handed-over
	// with Names, who has the seat, and with Detail, who had it, for all but that person.
	What   string    `json:"what,omitempty"`
	Names  []string  `json:"names,omitempty"`
	Why    rules.Why `json:"why,omitempty"` // of shares: what for
	Detail string    `json:"detail,omitempty"`
	// Devices is whose devices Names play on, each once: a computer player plays on that of
	// whoever has brought it.
	Devices []string `json:"devices,omitempty"`
}

// Played is a move that was made.
type Played struct {
	Name string `json:"name"`
	Move string `json:"move"`
	Step uint64 `json:"step"`
	Late bool   `json:"late,omitempty"` // the time had run out, so the player's node has made it
	// StandIn says that the stand-in has made it, because the player's node was away.
	StandIn bool `json:"stand_in,omitempty"`
}

// Before are the tables of a game before one of them.
type Before struct {
	Tables []string `json:"tables"` // IDs, the newest first; not all of them, maybe
	Ask    []string `json:"ask"`    // names of the other people at the table: who sat at those before has their logs
}

// Tables lists the open tables, and this node's own.
type Tables struct {
	Open []Offer   `json:"open"`
	Mine []Summary `json:"mine"`
}
