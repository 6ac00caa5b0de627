// Package orders runs all orders of events around one step of a table with cover
// (engine/SPEC §10), at which one node may be away: not a sample, as package sim does. It is
// a package of its own because its tests alone use it.
//
// A [Scene] is four nodes at the beginning of a step of some kind. Each is a state that
// never changes: a table, the secrets of its seat, and the records that it has stored. An
// event makes another state of it. The real replica (p2p/replica) says which: it is woken
// with a copy of the table, hears or does one thing, and what it has stored then is the
// next state. So nothing here repeats the rules of the vote.
//
// The events, in any order and any number:
//
//	act      a node does what it owes
//	get      a node is sent records that some node has stored at some time
//	wait     a node has heard nothing of one that owes a record for as long as it must, and
//	         votes
//	ask      a node tells another what it has, and is answered
//	talk     two nodes whose logs part, or of which one has just started, are connected for a
//	         while, and hear nothing of the others
//	restart  a node reads its table from what it has stored
//
// A record that is lost is one that nobody is sent. A crash between store and send is a
// restart before anybody is sent the record; one before it is stored, as if nothing had
// happened. A node that is frozen is one without events. So none of these needs an event of
// its own.
//
// A [Cheat] signs what it must not, and that reaches anybody at any time. [Twice] is the
// strongest one: on every log that an honest node comes to it signs what it owes, and that
// each other seat is away, as one can who runs its home as often as it likes and has all
// connections in hand.
//
// These must hold in each state:
//
//   - nobody honest is at fault or penalized;
//   - where votes are about one seat alone, the voters never differ in a step that both have
//     folded, unless they have between them two records that prove who cheats;
//   - of two logs that part, at most one goes on: no later step that all owe is complete in
//     both, with the same exception;
//   - at least three have a hand key, and no card of a hand is public before it is played or
//     shown; votes on a move open no card to who has one of them;
//   - a node that starts again has what it had;
//   - those who are left when one is gone for good, or nobody, whatever of its records has
//     reached any of them, come to one log and to the end of the hand. Excepted are tables
//     that wait, and can be continued: where all other voters have said away and the vote of
//     the one that is gone is missing, where without it too few would have a hand key, where
//     a restored home has lost a vote and that one alone may know it; and where a cheat is
//     proved to be at fault.
//
// # Why this is few enough
//
// States are numbered, and an event at a state of a node is run once. What is explored is
// the set of four such numbers and of the records that are under way, with these reductions:
//
//   - A node that has got something and done nothing with it is not another state. What it
//     has got stays true and comes again, so it gets it when it does something with it: it
//     signs, completes a step, goes over, or has proof of a fault. That it has got a record
//     forbids it one thing, a vote against that record, and that no one needs to be able to
//     do. Of two sets of records by which it does the same, the smaller one counts. (Who has
//     got what matters when somebody is gone for good: there, all is tried.)
//   - What a node can be sent at once are all subsets of what is under way, and all with what
//     there is of the next step in one burst. Of more than seven records it is those sets by
//     which a node can do something: one; a record and a vote on it; the votes on some seats
//     with the records of the others, and with what shows them.
//   - The own records of seats on which nobody votes are made at once and come together: the
//     step lacks them until all are there, and nothing else depends on them.
//   - States that differ only by who is who among honest nodes that owe the same in each step
//     are alike, and one of them is explored (alike.go). TestAlike counts that none is lost.
//   - Nodes are not explored behind the step after the next one; where two may be away, or a
//     vote is cheated with, not behind the step itself. From there on, what follows depends on
//     the head alone, and is played once for each.
//   - Where one runs twice, and votes on all the others may be there, nobody honest shows a
//     record: a seat whose record was shown is not covered on that log, and a vote against it
//     is of no use there. TestTwo and TestCheats have such votes.
//   - Those who are left tell each other what they have before anything else, and groups that
//     then have the same running step are played on once.
//
// In a sample, as in make test, a few states of each scene are explored, chosen so that some are
// far from the first, and in each of them one of the nodes is gone.
//
// # Seats that change hands
//
// They are not explored here. A state is one table of a node, and what binds in a change of
// hands is between tables: who leaves the one before its key in another (p2p/session, family.go).
// What goes before it is words that nobody signs, which can be lost, repeated and taken back at
// will, and a minute by the clock, of which a state here has none. TestHandovers of package sim
// plays them, and a test of p2p/session has each node crash at each write of one.
//
// # Planted errors
//
// TestPlanted has a node fold a step wrongly, in each kind. TestErrors builds the engine and
// the replica with an error in their source, one at a time, and runs the test that finds it.
package orders
