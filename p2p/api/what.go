package api

// Values of [Event].What, for kinds that alone do not say enough. That of [EventCards] is a
// [rules.Why] instead.
const (
	Here          = "here"           // a node is here, or a spectator watches
	Gone          = "gone"           // a node is gone, or a spectator has stopped watching
	OtherProtocol = "other-protocol" // a node is here that speaks another version of the protocol

	Taken   = "taken"    // who sits at a table; Seats is set for tables of this node only
	NewCode = "new-code" // this node's table has a new code, because somebody was guessing the old one
	// WrongCode says that somebody tried to join this node's table with a wrong code.
	WrongCode = "wrong-code"
	Smaller   = "smaller"  // a table has fewer seats and a new ID, and begins when all are back
	Reopened  = "reopened" // a table of this node is open again after a restart
	Moved     = "moved"    // another node's table has a new ID since that node was restarted
	// This node has lost the seat that it asked for: the host has [Withdrawn] the table or
	// changed it, refuses, no longer knows it, or asks for its code. Withdrawn of [EventLeft] says that
	// Name said no to a table that was called for.
	Changed   = "changed"
	Refused   = "refused"
	Closed    = "closed"
	NeedsCode = "needs-code"

	// Overtaken says that the others have gone on without this node while it was cut off:
	// what it showed from that step on is no longer valid.
	Overtaken = "overtaken"
	Guilty    = "guilty" // there is proof of a fault, or a rule was broken; Text says why
	Branch    = "branch" // Names have forked the log, and it goes on otherwise than it was shown
	Stuck     = "stuck"  // this node cannot go on; Text says why
	Away      = "away"   // no longer heard
	Asleep    = "asleep" // no longer heard, because its device is asleep
	Lacks     = "lacks"  // heard, but it lacks the key of the running hand: the others act for it, at once
	Back      = "back"   // heard again
	Twice     = "twice"  // it runs on two machines, and signs nothing on either
	// Covered says that the others act for a seat whose node is away or has left; Returned, that
	// the seat acts for itself again.
	Covered  = "covered"
	Returned = "returned"
	// Again says that seats of two nodes, Names, were voted away in one step: the others act
	// for none of them, and they owe the same records again.
	Again     = "again"
	Refetched = "refetched" // the table was not in the store, and is being fetched from others
	Continue  = "continue"  // to go on from hand From, with Names
	Rematch   = "rematch"   // to play a new game

	Asked     = "asked"      // a newcomer, Name, asks for the seat of the handover
	Offered   = "offered"    // Name offers to hand a seat over
	Agreed    = "agreed"     // Name has agreed to a handover
	TakenBack = "taken-back" // Name no longer agrees to a handover
	Dropped   = "dropped"    // Name no longer asks for a seat, or no longer offers one
	PutOff    = "put-off"    // Names have not signed in time: the seat does not change hands in this hand
	InVain    = "in-vain"    // the seat does not change hands at this table: not all have signed, too often
	Void      = "void"       // Name, who has the seat, has done something: whoever had agreed is asked again
	// ChangedHands says that Name has the seat that Was had, from hand From on.
	ChangedHands = "changed-hands"
	// ComeAndGo says that people ask for seats and take that back, so often that each is not told.
	ComeAndGo = "come-and-go"
	// LeftWith says that the computer player Name has left with its host, Was, whose seat has
	// changed hands.
	LeftWith = "left-with"
)
