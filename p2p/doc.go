// Package p2p holds no code of its own. Below it is everything that touches the
// world. This page says how a daemon works inside: which package knows what,
// which goroutines there are, who owns what, and what may wait for what.
//
// # Packages
//
// An import goes up this list, never down:
//
//	wire       frames, and the codec that ignores what it does not know
//	limit      how often other nodes may do something
//	replica    one table on one node; pure (replica/backlog: records before their turn)
//	session    the tables that are played; an actor for each
//	control    the interface of the daemon for programs on the same machine
//	present    what people are shown of a table
//	peers      who is there, names and keys, what strangers may ask
//	lobby      how tables are found and joined: frames, codes, handshakes
//	store      bbolt; the session's store
//	host       the libp2p host, its transports and limits
//	discovery  who is on the network (mDNS)
//	streams    tables' streams over libp2p; the session's network and its links
//	node       open tables, joins; the wiring of all of these
//
// wire, replica, session, present, peers and lobby know nothing of libp2p, bbolt,
// files or sockets, and build for js/wasm (make cross): a browser will be a node.
// Nodes are named by their identity keys there; peer IDs are known to host, streams and node.
//
// # A record's way
//
//	a stream's reader ── wire.Read ──▶ session.Table's inbox
//	    turn: check what waits, in parallel ▶ replica ▶ store (one fsync, shared)
//	          ▶ publish the snapshot ▶ links of the others ▶ events
//	    a link's queue ──▶ a stream's writer
//
// # Goroutines
//
//	one for the time       node.supervise: ticks of tables every 100 ms, the lobby
//	one for each table     while its inbox is not empty, and none otherwise
//	two for each stream    a reader, which waits until its message has been taken
//	                       in before it reads on, and a writer
//	one for the archive    while a log is read from it, or a call is judged
//	one for each call      of the control interface
//
// and those of libp2p, of discovery, and of the lobby's streams.
//
// # Who owns what
//
//   - A replica and all else that changes at a table belong to the table's turns.
//     Everybody else reads its [session.Snapshot], which never changes.
//   - Which tables there are is guarded by the session's lock, open tables, joins
//     and peers by the node's lock, a stream's queue by that of its conn, what
//     waits for the disk by that of the store's committer.
//
// # What may wait for what
//
//   - A turn waits for the disk and for proofs, and for nothing else: neither for
//     another table nor for the network. What takes turns at several tables, as
//     beginning a continuation does, goes from callback to callback.
//   - The disk: writes that come while a commit is under way are committed together
//     after it. So a turn waits for at most one commit of others.
//   - A call of the control interface, and a stream's reader, may wait for a turn.
//     So may the goroutine of an offer that begins. A turn never waits for them.
//   - Reading a snapshot waits for nothing.
//
// # Locks
//
// All locks are leaves, but one: the node's lock may be held where the session's
// lock, the store's or one of libp2p's is taken, never the other way round. No lock
// is held in a turn, across the network or across a proof, nor is anything called
// that takes turns while one is held. The node's lock is held across the disk
// where open tables and joins are stored; no table that is played waits for it.
package p2p
