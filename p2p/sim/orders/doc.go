// Package orders runs all orders of events around one step of a table with cover
// (engine/SPEC §10), at which one node may be away: not a sample, as package sim does. It is
// a package of its own because its tests alone use it.
//
// A [Scene] is three nodes at the beginning of a step of some kind. Each is a state that
// never changes: a table, the secrets of its seat, and the records that it has stored. An
// event makes another state of it. The real replica (p2p/replica) says which: it is woken
// with a copy of the table, hears or does one thing, and what it has stored then is the
// next state. So nothing here repeats the rules of the vote.
//
// The events, in any order and any number:
//
//	act      a node does what it owes
//	get      a node is sent a record that some node has stored at some time
//	wait     a node has heard nothing of one that owes a record for as long as it must, and
//	         votes
//	ask      a node tells another what it has, and is answered
//	talk     two nodes are connected for a while, and hear nothing of the third
//	restart  a node reads its table from what it has stored
//
// A record that is lost is one that nobody is sent. A crash between store and send is a
// restart before anybody is sent the record; one before it is stored, as if nothing had
// happened. A node that is frozen is one without events. So none of these needs an event of
// its own.
//
// States are numbered, and an event at a state of a node is run once. What is explored is
// the set of three such numbers and of the records that are under way. These must hold in
// each of them:
//
//   - nobody honest is at fault or penalized;
//   - two nodes that have the vote do not differ in a step that both have folded;
//   - a node that starts again has what it had;
//   - any two nodes that are connected while the third is gone for good come to one log and
//     to the end of the hand. Two cases are excepted, in which the table waits, and can be
//     continued: one of the two has voted the other away and lacks the vote of the third;
//     or a cheat is at fault.
//
// Nodes are not explored behind the step after the next one. From there on, what follows
// depends on the head alone, and is played once for each.
package orders
