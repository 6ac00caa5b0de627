// Package session holds the tables that a node plays: it connects the replicas of its
// tables, their continuations and their archive with a network and a store that are passed
// in. The daemon, the simulation and a browser run the same session; it knows nothing of
// libp2p, SQLite, files or sockets, and builds for js/wasm.
//
// Nodes are named by their identity keys ([record.Key]).
//
// # Tables
//
// A [Table] is an actor. Its jobs are put into its inbox, and at most one goroutine at a
// time does them, in turns:
//
//  1. take all that waits; check the records among it in parallel, and concurrently make
//     what this node owes once they are in
//  2. change the replica
//  3. store what it wants stored
//  4. send what it wants sent: the other nodes wait for it
//  5. publish a [Snapshot]; tell the [Observer]; answer those who asked
//
// Records of others that do not complete a step are stored in a later turn, together with
// what is sent or shown next, at the latest with the next tick: nobody has been told about
// them. If the store fails, nothing is sent, and the next turn tries again. Nothing else
// waits for a turn: callers pass in callbacks for what is to be done, and readers take the
// snapshot, which never changes. No lock is held in a turn. So a table with a slow disk
// holds up only itself.
//
// # What the caller hands in
//
// A [Scheduler] runs turns: goroutines in the daemon, one queue of events in virtual time
// in the simulation. A session starts no goroutine and reads no clock, and takes every
// order that matters from lists, not from maps: the same calls in the same order have the
// same effects. [Session.Tick] is called as time passes. A [Network] is asked for links,
// which then arrive through [Table.Attach]; a [Link] never waits. A [Store] may take as
// long as it likes.
//
//	s := session.New(cfg)
//	err := s.Load()
//	for range ticker { s.Tick(reach) }
//
// # Continuations
//
// A table that goes on from another one begins when all of its seats have accepted it, and
// after this node has durably left the other table and all other continuations of it
// (package replica, "Going on"). These are turns of several tables, one after the other
// (family.go).
//
// # Tables that have ended
//
// They have links only until everybody has the whole log. Then they are dropped from
// memory, and read again when somebody asks for them (archive.go): a node runs for weeks,
// and its friends play any number of games. A person can have a table removed for good
// (forget.go).
package session
