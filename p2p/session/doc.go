// Package session is the tables that a node plays: it joins the replicas of its
// tables, their continuations and their archive to a network and a store that are
// handed in. The daemon, the simulation and a browser run the same session; it
// knows nothing of libp2p, SQLite, files or sockets, and builds for js/wasm.
//
// Nodes are named by their identity keys ([record.Key]).
//
// # Tables
//
// A [Table] is an actor. Its jobs are put into its inbox, and done by at most one
// goroutine at a time, in turns:
//
//  1. take all that waits; check the records among it, in parallel, and beside them
//     make what this node owes when they are in
//  2. change the replica
//  3. store what it wants stored
//  4. send what it wants sent: the other nodes wait for it
//  5. publish a [Snapshot]; tell the [Observer]; answer those who asked
//
// Records of others that do not complete a step are stored in a later turn, with what
// is sent or shown next, at the latest with the next tick: nobody has been told of them.
// If the store fails, nothing is sent, and the next turn tries again. Nothing else
// waits for a turn: who wants something done hands in a callback, and who wants to
// read takes the snapshot, which never changes. No lock is held in a turn. So a
// table whose disk is slow holds up nobody but itself.
//
// # What the caller hands in
//
// A [Scheduler] runs turns: goroutines in the daemon, one queue of events in
// virtual time in the simulation. A session starts no goroutine and reads no
// clock, and whatever order matters it takes from lists, not from maps: the same
// calls in the same order have the same effects. [Session.Tick] is called as time
// passes. A [Network] is asked for links, which then come by [Table.Attach]; a
// [Link] never waits. A [Store] may wait as long as it likes.
//
//	s := session.New(cfg)
//	err := s.Load()
//	for range ticker { s.Tick(reach) }
//
// # Continuations
//
// A table that goes on from another one begins when all its seats have accepted
// it, and after this node has left, durably, the table that it goes on from and
// all other continuations of that (package replica, "Going on"). These are turns
// of several tables, one after the other (family.go).
//
// # Tables that have ended
//
// They have links only until everybody has all of the log, and are then put out
// of memory, to be read again when somebody asks (archive.go): a node runs for
// weeks, and its friends play any number of games. A person can have one removed for good
// (forget.go).
package session
