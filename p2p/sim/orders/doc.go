// Package orders runs all orders of events, not a sample as package sim does, around one step of a table with cover
// (engine/SPEC §10) at which one node may be away. It is a package of its own because its tests alone use it.
//
// A [Scene] is four nodes at the beginning of a step of some kind. The state of a node never changes: a table, the
// secrets of its seat, and the records that it has stored. An event leads to another state, which the real replica
// (p2p/replica) determines: it is woken with a copy of the table and hears or does one thing; what it has stored then is
// the next state. So nothing here repeats the rules of the vote.
//
// The events, in any order and any number:
//
//	act      a node does what it owes
//	get      a node is sent records that some node has stored at some time
//	wait     a node has heard nothing of one that owes a record, for as long as it must wait, and votes
//	ask      a node tells another what it has, and is answered
//	talk     two nodes whose logs part, or of which one has just started, are connected for a while, and hear
//	         nothing of the others
//	restart  a node reads its table from what it has stored
//
// Other things need no event. A record that is lost is one that nobody is sent. A crash between store and send is a
// restart before anybody is sent the record; a crash before the store is as if nothing had happened. A node that is
// frozen is one without events.
//
// A [Cheat] signs what it must not, and that reaches anybody at any time. [Twice] is the strongest one: on every log that
// an honest node comes to, it signs what it owes, and that each other seat is away. Somebody can do that who runs a home
// as often as they like and controls all connections.
//
// These must hold in each state:
//
//   - Nobody honest is at fault or penalized.
//   - If votes are about one seat only, the voters never differ in a step that both have folded, unless they have,
//     between them, two records that prove who cheats.
//   - Of two logs that part, at most one goes on: no later step that all owe is complete in both, with the same
//     exception.
//   - All nodes but one have a key in a hand, and all of these but one a stack in each shuffle. No card of a hand is public before it
//     is played or shown. Votes on a move open no card to a voter.
//   - A node that starts again has what it had.
//   - Those who are left when one is gone for good, or nobody, come to one log and to the end of the hand, whichever of
//     its records have reached any of them. There are these exceptions, in which the table waits and can be continued:
//     only the vote of the one that is gone is missing to vote a seat away; another one was covered at the keys, or in
//     this shuffle; a restored home has lost a vote that only the one that is gone may know. Another exception is a cheat who is
//     proved to be at fault.
//
// # Why this is few enough
//
// States are numbered, and an event at a state of a node is run once. What is explored is the set of four such numbers and
// of the records that are under way, with these reductions:
//
//   - A node that has got something and done nothing with it is not another state. What it has got stays true and comes
//     again, so in this model the node gets it only when it does something with it: it signs, completes a step, goes over
//     to another log, or has proof of a fault. Having a record forbids a node only one thing, a vote against that record,
//     which nobody ever needs to cast. Of two sets of records with which it does the same, only the smaller one counts.
//     (Who has got what does matter when somebody is gone for good: then, everything is tried.)
//   - A node can be sent at once all subsets of what is under way, each also in one burst with what there is of the next
//     step. Of more than seven records, only those sets are sent with which a node can do something: one record; a record
//     and a vote on it; the votes on some seats with the records of the others, and with what shows these.
//   - The own records of seats on which nobody votes are made at once and come together: the step waits for all of them,
//     and nothing else depends on them.
//   - States that differ only in who is who among honest nodes that owe the same in each step are alike, and one of them
//     is explored (alike.go). TestAlike checks, by counting, that none is lost.
//   - Nodes are not explored beyond the step after the next one, and, if two may be away or the cheat is a vote, not
//     beyond the step itself. What follows depends on the head alone, and is played once for each head.
//   - If one node runs twice, and there may be votes on all others, nobody honest shows a record: a seat whose record was
//     shown is not covered on that log, and a vote against it is of no use there. TestTwo and TestCheats have such votes.
//   - Those who are left tell each other what they have before anything else, and groups that then have the same running
//     step are played on once.
//
// In a sample, as in make test, a few states of each scene are explored, chosen so that some are far from the first, and
// in each of them one of the nodes is gone.
//
// # Seats that change hands
//
// They are not explored here. A state is one table of a node, but what is binding about a change of hands is between
// tables: a node leaves the table before its key in another one (p2p/session, family.go). What comes before that are words
// that nobody signs, and that can be lost, repeated and taken back at will, and one minute by the clock, which a state here
// does not have. TestHandovers of package sim plays them, and a test of p2p/session makes each node crash at each write of
// one.
//
// # Planted errors
//
// In TestPlanted, a node folds a step wrongly, for each kind of step. TestErrors builds the engine and the replica with an
// error in their source, one at a time, and runs the test that finds it.
package orders
