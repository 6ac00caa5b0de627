// Package node joins a libp2p host, the lobby, the session and a store, and does all
// card work by itself. The parts that belong to a machine are handed in, or laid around it:
// package daemon is a node with a home folder, discovery and a socket, package browser
// one in a page.
//
// The tables that are played are a [session.Session]; the [game] of each tells
// people what happens there. Those that are found and joined are a [lobby.Lobby],
// other nodes a [streams.Network]. The rules for waiting stand in the
// documentation of package p2p.
package node
