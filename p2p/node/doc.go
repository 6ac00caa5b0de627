// Package node joins a libp2p host, the lobby, the session and a store into a node that plays. What
// belongs to a machine is passed in or built around it: package daemon is a node with a home
// folder, discovery and a socket; package browser is one in a page.
//
// A [session.Session] has the tables that have begun, and the [game] of each tells people what
// happens there. A [lobby.Lobby] has the tables to find and join, and a [streams.Network] the other
// nodes.
//
// What people see of a table (show.go, summary.go, hand.go) is made from a [tableState], what the
// node knows of the table. The functions that make it only read, keep nothing and take no lock. A
// [reporter] turns what happens at one table into events, each once; it belongs to whoever changes
// the table. errors.go turns errors of other packages into errors for people. What may wait for
// what is in the documentation of package p2p.
package node
