// Package streams joins sessions and lobbies of nodes to each other over libp2p:
// it implements [session.Network] and [session.Link], [lobby.Network] and
// [entry.Stream], and what the directory of package peers asks of the network.
//
// A stream for a table is a link of the session. One goroutine reads it, and waits
// until each message has been taken in; one writes what waits in its queue, which
// is bounded. A peer that is slow or silent loses its stream, and gets what it
// missed when it comes back. The frames of each stream and their limits
// stand in p2p/PROTOCOL.md §3.
//
// Nodes have peer IDs here, and identity keys above.
package streams
