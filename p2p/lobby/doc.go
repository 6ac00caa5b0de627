// Package lobby is the tables that are being found and joined: those that a node
// has opened, the seats that it has asked for at the tables of others, and what it
// asks others about theirs. It hands a table that is full to what plays it
// ([Tables]).
//
// An open table and a seat that is asked for are actors, as the tables of package
// session are: what is to be done is put into an inbox, and done by at most one
// goroutine at a time, in turns. A turn may wait for the store, and for nothing
// else; what others read of it is published when it ends. So no lock is held across
// the disk, and a guess at a code is counted in the same turn that judges whether
// it may be made.
//
// A stream is served by the goroutine that brings it ([Lobby.ServeLobby],
// [Lobby.ServeJoin]), which waits for the other side. Everything else that takes
// long is started, and timed, by the [Scheduler] that is handed in, as are network
// and store: the package knows neither libp2p nor files nor sockets, and builds for
// js/wasm.
package lobby
