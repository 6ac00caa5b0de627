package api

// Codes of events whose kind alone does not say enough. The code of [EventCards] is a
// [rules.Why].
const (
	Here          = "here"           // a node is here, or a spectator watches
	Gone          = "gone"           // a node is gone, or a spectator does not watch any more
	OtherProtocol = "other-protocol" // a node is here that speaks another version of the protocol

	Taken   = "taken"    // who sits at a table; how many may is known of tables of this node
	NewCode = "new-code" // somebody has been guessing the code of this node's table
	// WrongCode says that somebody has tried to join this node's table with one.
	WrongCode = "wrong-code"
	Smaller   = "smaller"  // a table has fewer seats, and another ID, and begins when all are back
	Reopened  = "reopened" // a table of this node is open again after a restart
	Moved     = "moved"    // another node's table has another ID since that node was restarted
	// The seat that this node has asked for is lost: the host has [Withdrawn] the
	// table or changed it, refuses, does not know it any more, or asks for its code.
	Changed   = "changed"
	Refused   = "refused"
	Closed    = "closed"
	NeedsCode = "needs-code"

	// Overtaken says that the others have gone on without this node while it was cut off:
	// what it showed from that step on does not stand.
	Overtaken = "overtaken"
	Guilty    = "guilty" // there is proof, or a rule was broken; why is in the text
	Branch    = "branch" // who is named has forked the log, and it goes on otherwise than shown before
	Stuck     = "stuck"  // this node cannot go on; why is in the text
	Away      = "away"   // not heard any more
	Asleep    = "asleep" // not heard any more, because its device is asleep
	Lacks     = "lacks"  // heard, but it lacks the key of the running hand, and counts as away
	Back      = "back"   // heard again
	Twice     = "twice"  // it runs on two machines, and signs nothing on either
	// Covered says that the others act for a seat, whose node is away or has left, and
	// Returned that it does so itself again.
	Covered  = "covered"
	Returned = "returned"
	// Again says that seats of two nodes, Names, were voted away in one step: the others act
	// for none of them, and they owe the same once more.
	Again     = "again"
	Refetched = "refetched" // the table was not in the store, and is fetched from others
	Continue  = "continue"  // to go on from a hand, with those who are named
	Rematch   = "rematch"   // a new game

	Asked     = "asked"      // a newcomer, Name, would like the seat of the handover
	Offered   = "offered"    // Name would hand a seat over
	Agreed    = "agreed"     // Name has agreed to a handover,
	TakenBack = "taken-back" // or does so no more
	Dropped   = "dropped"    // Name, who has asked for a seat or offered one, does so no more
	PutOff    = "put-off"    // not everybody's node has signed in time: after the next hand
	// ChangedHands says that Name has the seat from hand From on, which was that of Was.
	ChangedHands = "changed-hands"
	// LeftWith says that the computer player Name has left with its host, Was, whose seat has
	// changed hands.
	LeftWith = "left-with"
)
