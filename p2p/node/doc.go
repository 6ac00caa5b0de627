// Package node is the daemon: it joins the libp2p host, discovery, the lobby,
// the replicas of its tables, the store and the control interface, and does
// all card work by itself.
//
// The tables that are played are a [session.Session]; the [game] of each tells
// people what happens there. A stream for a table is one of the session's links
// (stream.go): one goroutine reads it, one writes it, with a bounded queue; a peer
// that is slow or silent loses its stream and gets what it missed when it comes
// back. What may wait for what stands in the documentation of package p2p.
//
// The streams are specified in p2p/PROTOCOL.md §3 to §6.
package node
