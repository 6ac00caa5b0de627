// Package lobby holds the tables that are being found and joined: those that a node has
// opened, the seats that it has asked for at the tables of others, and what it asks others
// about theirs. It hands a full table over to be played ([Tables]).
//
// An open table is an actor, and so is a seat that this node asks for, like the tables of
// package session: jobs are put into an inbox, and at most one goroutine at a time does
// them, in turns. A turn may wait for the store, and for nothing else; what others read is
// published when it ends. So no lock is held while the disk works, and a guess at a code is
// counted in the same turn that judges whether it may be made.
//
// The goroutine that brings a stream serves it ([Lobby.ServeLobby], [Lobby.ServeJoin]), and
// waits for the other side. Everything else that takes long is started, and timed, by a
// [Scheduler] that is passed in, like network and store: the package knows neither libp2p
// nor files nor sockets, and builds for js/wasm.
package lobby
