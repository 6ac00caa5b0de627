// Package node is the daemon: it joins the libp2p host, discovery, the lobby,
// the replicas of its tables, the store and the control interface, and does
// all card work by itself.
//
// A [Node] owns one [game] for each table it sits at. A game guards its
// replica with a lock; whoever changes it flushes it: stores what the replica
// wants stored, and only then queues what it wants sent. All waiting on the
// network happens outside that lock, in one goroutine for each direction of
// each stream, with bounded queues; a peer that is slow or silent loses its
// stream and gets what it missed when it comes back.
//
// A table that has ended has streams only until everybody has all of its log,
// and is then put out of memory (archive.go): a node is a service that runs for
// weeks, and its friends play any number of games.
//
// The streams are specified in p2p/PROTOCOL.md §3 to §6.
package node
