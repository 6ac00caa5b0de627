// Package node is the daemon: it joins the libp2p host, discovery, the lobby, the
// session, the store and the control interface, and does all card work by itself.
//
// The tables that are played are a [session.Session]; the [game] of each tells
// people what happens there. Those that are found and joined are a [lobby.Lobby],
// other nodes a [streams.Network]. What may wait for what stands in the
// documentation of package p2p.
package node
