// Package node joins a libp2p host, the lobby, the session and a store, and does all
// card work by itself. The parts that belong to a machine are handed in, or laid around it:
// package daemon is a node with a home folder, discovery and a socket, package browser
// one in a page.
//
// The tables that are played are a [session.Session]; the [game] of each tells
// people what happens there. Those that are found and joined are a [lobby.Lobby],
// other nodes a [streams.Network].
//
// What people are shown of a table (show.go, summary.go, hand.go) is made of what the node
// knows of it, a [tableState]: those functions read, keep nothing and take no lock. A
// [reporter] turns what happened at one table into events, each once; whoever changes the
// table owns it. Errors of the packages above become errors for people in errors.go. The rules for waiting stand in the
// documentation of package p2p.
package node
