package api

import (
	"slices"
	"time"

	"fives/engine/rules"
)

// Newest and Oldest are the newest and the oldest version of this interface that this program
// speaks. A client and a daemon of different builds use the newest version that both speak.
const (
	Newest = 1
	Oldest = 1
)

// Status is what a daemon says about itself.
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
	LetIn       bool      `json:"let_in,omitempty"` // a node on another machine has connected to it since it started
	Tables      int       `json:"tables"`
	Network     string    `json:"network,omitempty"` // its name, if it has one
	Interfaces  []Link    `json:"interfaces"`
	Warnings    []Warning `json:"warnings"`
	GuestOf     Inviter   `json:"guest_of,omitzero"` // the node whose invitation this node came by
	// Invitation is set while browsers are let in.
	Invitation *Invitation `json:"invitation,omitempty"`
	// Outside is set while nodes from outside the local network are let in, and once one has come
	// that was not.
	Outside *Outside  `json:"outside,omitempty"`
	Links   []FarLink `json:"links,omitempty"` // that this node keeps
}

// Outside says whether nodes from outside the local network are let in, and who has come.
type Outside struct {
	On      bool      `json:"on"`
	Address string    `json:"address,omitempty"` // in the link: a name or an IP address, and a TCP port
	Moved   string    `json:"moved,omitempty"`   // the same of the link when it was last shown, if the router has another address since
	Private bool      `json:"private,omitempty"` // that is an address of a private network: nobody else is led here by it
	Port    int       `json:"port,omitempty"`    // of this machine
	Router  bool      `json:"router,omitempty"`  // the router has opened the port
	Since   time.Time `json:"since,omitzero"`    // when the link was made
	In      int       `json:"in,omitempty"`      // nodes that are connected by a link
	Came    Visit     `json:"came,omitzero"`     // who has last come by the link
	Old     Visit     `json:"old,omitzero"`      // with a link that was taken back
	Full    Visit     `json:"full,omitzero"`     // with the link, when there was no room
	Unknown Visit     `json:"unknown,omitzero"`  // to the port of links, without one of this node
	Without Visit     `json:"without,omitzero"`  // to the port for the local network
	Left    []string  `json:"left,omitempty"`    // who came by a link that was taken back, and stays until the game is over
}

// A Visit is the last one of its kind.
type Visit struct {
	Time    time.Time `json:"time"`
	Count   int       `json:"count"`             // since the daemon started
	Address string    `json:"address,omitempty"` // IP address
	Name    string    `json:"name,omitempty"`    // or fingerprint, of who got in
}

// FarLink is a link to a node outside the local network, without its secret.
type FarLink struct {
	Name        string    `json:"name"` // of the node, as it last said; "" if it never has
	Fingerprint string    `json:"fingerprint"`
	Address     string    `json:"address"` // a name or an IP address, and a TCP port
	Connected   bool      `json:"connected"`
	Since       time.Time `json:"since"`
	Came        time.Time `json:"came,omitzero"` // when it last led to the node
	// Failed is why it led nowhere when it was last tried: [ReasonLinkOld], after which it is not tried
	// again, or another reason of a link.
	Failed Reason `json:"failed,omitempty"`
}

// Invitation says whether browsers are let in, and where.
type Invitation struct {
	On          bool      `json:"on"`
	Port        int       `json:"port"`              // 0 while it is off
	URLs        []string  `json:"urls"`              // of the pages, for machines on the same network, most useful first
	Tunnels     []string  `json:"tunnels,omitempty"` // of the pages, for machines at the other end of a tunnel
	ByName      string    `json:"by_name,omitempty"` // URL with the node's host name, which stays the same when its address changes
	Public      bool      `json:"public,omitempty"`  // the address in the first of URLs belongs to no local network
	Addresses   []string  `json:"addresses"`         // multiaddrs that nodes in browsers can dial
	Fingerprint string    `json:"fingerprint"`       // of this node; the pages show it too
	Since       time.Time `json:"since,omitzero"`
}

// Link is a network interface as discovery sees it.
type Link struct {
	Name      string    `json:"name"`
	Addresses []string  `json:"addresses"`
	Discovery bool      `json:"discovery"` // mDNS is served and queried on it
	Problems  []Warning `json:"problems,omitempty"`
}

// Starting reports whether discovery is still finding out if it works on the link.
func (l Link) Starting() bool {
	return slices.ContainsFunc(l.Problems, func(w Warning) bool { return w.Code == WarnStarting })
}

// Peer is another node that is connected, or was seen lately.
type Peer struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"` // as it claims
	Fingerprint string    `json:"fingerprint"`
	Address     string    `json:"address"`
	Far         bool      `json:"far,omitempty"` // that address is outside the local network, as of who came by a link
	Connected   bool      `json:"connected"`
	Guest       bool      `json:"guest,omitempty"` // it runs in a browser and has a key for one invitation only
	GuestOf     Inviter   `json:"guest_of,omitzero"`
	Screen      bool      `json:"screen,omitempty"`     // it is connected, and shows tables on a big screen
	Through     string    `json:"through,omitempty"`    // through whose node it is reached, by the name or else the fingerprint
	RoundTrip   int       `json:"round_trip,omitempty"` // milliseconds until it has answered, while that is known
	Version     string    `json:"version,omitempty"`
	Protocol    int       `json:"protocol,omitempty"` // version of the protocol between nodes; 0 while it is not known
	Minor       uint64    `json:"minor,omitempty"`    // newest minor version that both nodes speak
	Age         Age       `json:"age,omitempty"`      // how its minor version compares with this node's, while connected
	Seen        time.Time `json:"seen"`
	Ahead       *int      `json:"ahead,omitempty"` // seconds by which the clock that it announces is ahead of this node's
	Warning     Warning   `json:"warning,omitzero"`
}

// An Inviter is the node whose invitation a guest came by. Either the guest or that node
// says so.
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
	ID      string         `json:"id"`
	Game    string         `json:"game"`
	Options map[string]any `json:"options,omitempty"`
	Seats   int            `json:"seats"`
	Taken   []string       `json:"taken"` // names, the host's first
	// Bots is how many of those at an open table, behind the host, are the host's computer players.
	Bots int `json:"bots,omitempty"`
	// Fingerprints are those of the nodes of who has taken a seat at an open table of this node's,
	// "" for this node.
	Fingerprints []string `json:"fingerprints,omitempty"`
	Private      bool     `json:"private"`
	Spectators   bool     `json:"spectators"`
	TurnLimit    int      `json:"turn_limit"` // seconds, 0 for none
	Cover        bool     `json:"cover"`      // the others cover for a seat whose node is away
	Host         string   `json:"host"`       // name
	Peer         string   `json:"peer"`       // peer ID of the host
	Mine         bool     `json:"mine"`
	Joined       bool     `json:"joined"`         // this node has a seat reserved
	Code         string   `json:"code,omitempty"` // of this node's own private table
	Running      bool     `json:"running"`        // it is already being played
	Full         bool     `json:"full"`           // of a running table: it may not be watched either
	Stopped      bool     `json:"stopped"`        // of a running table: it has stopped, and can be continued
	Ago          int      `json:"ago,omitempty"`  // seconds since the node that offers it has said so, 0 if it just has
	// OpenSeats are the seats of a running table that a newcomer can ask for, and Handover is
	// the handover by which this node has asked for one.
	OpenSeats []OpenSeat `json:"open_seats,omitempty"`
	Handover  *Handover  `json:"handover,omitempty"`
	Warnings  []Warning  `json:"warnings"`
}

// OpenSeat is a seat at a running table that a newcomer can ask for.
type OpenSeat struct {
	Name   string `json:"name"`              // of the player who has it
	BotOf  string `json:"bot_of,omitempty"`  // whose computer player that is
	Score  int    `json:"score"`             // the points that come with it
	Away   bool   `json:"away,omitempty"`    // the player is away,
	Left   bool   `json:"left,omitempty"`    // or has left
	ForYou bool   `json:"for_you,omitempty"` // the player would hand it to this node
}

// ScreenName is what the node of a big screen calls itself: it runs in the browser of a television
// or a projector, at which nobody plays.
const ScreenName = "screen"

// ScreenSign begins the line of talk with which one of those who play at a private table answers, for
// all of them, whether a big screen shows it.
const ScreenSign = "📺"

// A Handover is the intention that a seat changes hands.
type Handover struct {
	Seat        string   `json:"seat"`                  // the name of the player who has it
	SeatBotOf   string   `json:"seat_bot_of,omitempty"` // whose computer player that is
	To          string   `json:"to"`                    // a label of the newcomer, which nobody at the table has, or the host of the computer player that is to take the seat
	Fingerprint string   `json:"fingerprint"`           // of the node of To
	Bot         bool     `json:"bot,omitempty"`         // a computer player of To takes it
	Player      string   `json:"player,omitempty"`      // a label of that player, once there is one
	Namesake    bool     `json:"namesake,omitempty"`    // the newcomer has the same name as the player who has the seat
	You         string   `json:"you,omitempty"`         // this node's person, as Seat, To, Agreed and Waits have it
	Score       int      `json:"score"`                 // the points that come with the seat
	Now         bool     `json:"now,omitempty"`         // at once, giving up the running hand; otherwise from the next hand on
	Asked       bool     `json:"asked"`                 // To wants the seat; otherwise it is only offered
	Agreed      []string `json:"agreed"`                // people who have agreed
	Waits       []string `json:"waits"`                 // people who have yet to agree
	Yours       bool     `json:"yours,omitempty"`       // this node's person has yet to agree
	Agree       bool     `json:"agree,omitempty"`       // this node's person has agreed, and can take that back
	Mine        bool     `json:"mine,omitempty"`        // this node asks for the seat, or offers its own
	// Gone are the computer players that leave with their host when the host's seat changes
	// hands. NoCover is why nobody is covered from then on: [FewNodes], or "".
	Gone    []string `json:"gone,omitempty"`
	NoCover string   `json:"no_cover,omitempty"`
	Warning Warning  `json:"warning,omitzero"` // To may not be who the name suggests
	// Without is when, by this node's clock, the seat can change hands without the word of
	// whoever has it, if their device stays silent until then; nil if it does not count.
	Without *time.Time `json:"without,omitempty"`
	// Drawn stands for all of this but who has agreed: with it, a request to agree means the
	// handover as it was shown.
	Drawn string `json:"drawn,omitempty"`
}

// Seat is a player at a table.
type Seat struct {
	Name        string `json:"name"`
	Fingerprint string `json:"fingerprint"`
	BotOf       string `json:"bot_of,omitempty"`   // whose computer player it is
	Strength    string `json:"strength,omitempty"` // how well it plays, as its host says
	You         bool   `json:"you"`
	Left        bool   `json:"left"`
	Score       int    `json:"score"` // its total
	// HandsCovered is the number of hands in which the others have acted for it.
	HandsCovered int `json:"hands_covered,omitempty"`
	// The fields below say how the seat stands at this moment. They are set only in a [Table].
	Online bool `json:"online,omitempty"`
	// Through and RoundTrip are those of its node, as in a [Peer], while that is connected.
	Through   string `json:"through,omitempty"`
	RoundTrip int    `json:"round_trip,omitempty"`

	Away   *time.Time `json:"away,omitempty"`   // since when it has not been heard; not set while that is too short to tell
	Asleep bool       `json:"asleep,omitempty"` // it is away because its device is asleep, as far as this node knows
	Active bool       `json:"active,omitempty"` // it plays in the running hand
	// Since is the first hand that this player plays, if the seat has changed hands during the
	// game and this node knows of that; otherwise 0.
	Since int  `json:"since,omitempty"`
	Owes  bool `json:"owes,omitempty"` // the table waits for its record, or its vote
	// Covered: the others act for it until it acts again. Keyless: it missed the deal of the
	// running hand, so its stand-in plays the hand. Lacks: its device says that it lacks the key
	// of the running hand, so the others play for it, at once.
	Covered bool `json:"covered,omitempty"`
	Keyless bool `json:"keyless,omitempty"`
	Lacks   bool `json:"lacks,omitempty"`
	// CoverAt is when, by this node's clock, the others will act for it if its node stays
	// silent. GaveUp are those who no longer want to wait for it; once there is one, Unvoted are
	// those who have not said so yet. The others act when all have.
	CoverAt *time.Time `json:"cover_at,omitempty"`
	GaveUp  []string   `json:"gave_up,omitempty"`
	Unvoted []string   `json:"unvoted,omitempty"`
	// OnlyHeardBy is the only player whose device keeps saying that it hears this one while the
	// table waits for it, of a move for longer than it may take. So nobody can be sure that it is away.
	OnlyHeardBy string `json:"only_heard_by,omitempty"`
	// FalseVotes counts how often it has said that somebody was away who turned out to be here.
	// That is no fault: a device behind a bad link says so too.
	FalseVotes int     `json:"false_votes,omitempty"`
	Warning    Warning `json:"warning,omitzero"`
}

// Violation is a breach of a rule about hidden cards, found when the hand was shown.
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

// Summary is a table as lists show it.
type Summary struct {
	ID      string   `json:"id"`
	Time    uint64   `json:"time"`            // when it began, in Unix seconds, as its proposer claims, or a receipt of the first hand if it is a continuation
	Ended   uint64   `json:"ended,omitempty"` // when the last hand was settled, in Unix seconds, as a receipt of it claims; 0 if the game is not over
	Game    string   `json:"game"`
	Phase   Phase    `json:"phase"`
	Seats   []Seat   `json:"seats"` // who sits there; only a [Table] has their live state
	Seat    int      `json:"seat"`  // the index of this node's seat, -1 for an onlooker
	Hand    int      `json:"hand"`
	Turn    string   `json:"turn"` // name, "" if nobody
	Winners []string `json:"winners"`
	Step    uint64   `json:"step"`
	Head    string   `json:"head"`
	Parent  string   `json:"parent,omitempty"` // the table that this one continues
	Before  int      `json:"before,omitempty"` // hands of the game that were settled before this table
	From    []int    `json:"from,omitempty"`   // for each seat, the seat of the parent that it was
	Call    *Call    `json:"call,omitempty"`   // set while others have called for it and this node's person has not answered
	// Warnings are about players who may not be who their names suggest, and about the node
	// whose invitation this one came by, if that node does not answer.
	Warnings []Warning `json:"warnings"`
	Cover    bool      `json:"cover"` // the others play on for whoever is away
	// NoCover is why nobody is covered in the running hand, or in the next one, although the
	// table has cover: [FewNodes]; [OneADeal], until the deal is done; or "".
	NoCover string `json:"no_cover,omitempty"`
	Dealt   bool   `json:"dealt"` // the running hand has its keys and cards, and is not settled
	// ToAgree is the number of handovers that this node's person has yet to agree to.
	ToAgree int    `json:"to_agree,omitempty"`
	Child   string `json:"child,omitempty"` // the table at which this node goes on from here
	// HandedTo is who, as far as this node knows, has its seat now, if its person has handed the
	// seat over.
	HandedTo string `json:"handed_to,omitempty"`
}

// Call is a continuation that others have called for.
type Call struct {
	Table   string   `json:"table"`             // its ID
	Rematch bool     `json:"rematch,omitempty"` // a new game
	From    int      `json:"from"`              // the hand to go on from, 0 for the beginning
	Names   []string `json:"names"`             // who is to play on
	By      string   `json:"by,omitempty"`      // who has called for it first, "" if that is no player of it
}

// Names returns the names of the seats, in their order.
func (s Summary) Names() []string {
	names := make([]string, len(s.Seats))
	for i, seat := range s.Seats {
		names[i] = seat.Name
	}
	return names
}

// Me returns the name of this node's seat, "" for an onlooker.
func (s Summary) Me() string {
	if s.Seat < 0 || s.Seat >= len(s.Seats) {
		return ""
	}
	return s.Seats[s.Seat].Name
}

// FewNodes says why nobody is covered at a table with cover: fewer than four nodes play, and
// with three, one that keeps the other two apart could read everything.
const FewNodes = "few-nodes"

// OneADeal says why a seat is not covered at the keys or in a shuffle: another one was, and in one
// deal the others do without one device only.
const OneADeal = "one-a-deal"

// Table is a table as this node's seat sees it.
type Table struct {
	Summary
	Title     string         `json:"title"`
	Options   map[string]any `json:"options"`
	TurnLimit int            `json:"turn_limit"`
	Private   bool           `json:"private"`
	// Spectators says that others may look on: anybody or, at a private table, whom somebody lets in
	// who sits there.
	Spectators bool `json:"spectators"`
	// CutOff is since when this node hears none of the other devices at the table. It is set if
	// that means that this device has lost its network, rather than that all the others are away.
	CutOff *time.Time `json:"cut_off,omitempty"`
	// ScreenAsked says that somebody who plays here has answered whether a big screen shows the table.
	ScreenAsked bool `json:"screen_asked,omitempty"`
	// Refused names those who have said no to another game with the same people, at a table that is
	// over: it does not begin any more.
	Refused []string `json:"refused,omitempty"`
	// MayCover names the players whom this node's person may decide to stop waiting for.
	MayCover []string `json:"may_cover,omitempty"`
	// Missed are the moves that the stand-in of this node's seat has made since the seat itself
	// last moved.
	Missed   []Played       `json:"missed,omitempty"`
	Deadline *time.Time     `json:"deadline,omitempty"` // of the running turn, by this node's clock
	View     *rules.View    `json:"view"`               // nil before the first hand
	YourTurn bool           `json:"your_turn"`
	Waiting  Waiting        `json:"waiting"`
	State    map[string]any `json:"state"` // what the seat can see, in the scenario format
	Last     []Played       `json:"last"`  // the moves of the running hand, oldest first
	Hands    []Hand         `json:"hands"` // the settled hands
	// Earlier is the number of settled hands missing before Hands: a stream leaves out of its
	// views those that it has already sent. A client of package control puts them back and sets
	// it to 0.
	Earlier int     `json:"earlier,omitempty"`
	Faults  []Fault `json:"faults"`
	// Code is the code with which newcomers join a private table; "" if this node does not know it.
	Code string `json:"code,omitempty"`
	// Handovers are the handovers that this node knows of.
	Handovers []Handover `json:"handovers,omitempty"`
}

// Values of [Waiting].What for a table whose game goes on at another one: this node's person
// plays there ([Onward]), or has handed the seat over ([HandedOver]); or all others have left this
// one, for an onlooker two or more, and may have gone on without this node ([LeftBehind]); or somebody has left this one just now,
// and most likely only so that a seat changes hands ([Changing]).
const (
	Onward     = "onward"
	HandedOver = "handed-over"
	LeftBehind = "left-behind"
	Changing   = "changing"
)

// Waiting says what a table waits for, or why it does not go on.
type Waiting struct {
	// What is the kind of record that Names owe, spelled as in the log, or one of these:
	// over; guilty or left, with Names; withdrawn, with those in Names who said no to a table that was
	// called for; violated; stuck, with Detail; unheard, with Names;
	// runs-twice; onward; changing; handed-over, with the player who has the seat in Names and, for
	// everybody except the person who had it, that person's name in Detail.
	What   string    `json:"what,omitempty"`
	Names  []string  `json:"names,omitempty"`
	Why    rules.Why `json:"why,omitempty"` // of shares: what they are for
	Detail string    `json:"detail,omitempty"`
	// Devices names, each once, the people on whose devices Names play: a computer player plays
	// on its host's device.
	Devices []string `json:"devices,omitempty"`
}

// Played is a move that was made.
type Played struct {
	Name string `json:"name"`
	Move string `json:"move"`
	Step uint64 `json:"step"`
	Late bool   `json:"late,omitempty"` // the player ran out of time, so the player's node made the move
	// StandIn says that the stand-in made the move, because the player's node was away.
	StandIn bool `json:"stand_in,omitempty"`
}

// Before lists the tables at which a game was played before it came to a table.
type Before struct {
	Tables []string `json:"tables"` // IDs, the newest first; maybe not all of them
	Ask    []string `json:"ask"`    // names of the other people at the table: whoever sat at an earlier one has its log
}

// Tables lists the open tables and this node's own.
type Tables struct {
	Open []Offer   `json:"open"`
	Mine []Summary `json:"mine"`
}
