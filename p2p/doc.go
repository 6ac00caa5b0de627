// Package p2p has no code. The packages below it are all that touches the outside world. This page says how a daemon
// works inside: its packages, its goroutines, who owns what changes, and what may wait for what.
//
// # Packages
//
// A package imports only packages above it in this list:
//
//	wire       frames, and the codec that ignores what it does not know
//	limit      how often other nodes may do something
//	inbox      what makes an actor
//	near       which addresses are of a local network
//	router     asks the router of a home for a port
//	far        links to nodes elsewhere: their form
//	kv         the ordered map that a store is kept in
//	replica    one table on one node; pure
//	session    the tables that are played; an actor for each
//	api        what the daemon and programs on the same machine say to each other
//	twin       other daemons with this node's key
//	faces      by which number a device draws everybody whom it has met
//	peers      who is there, names and keys, what strangers may ask
//	entry      the messages by which tables are joined: frames, codes, handshakes
//	lobby      the tables that are found and joined; an actor for each
//	store      the stores of session, lobby and peers (store/sqlite: their tree in a file;
//	           store/indexed: in a browser, over store/memory)
//	host       the libp2p host, its transports and limits (host/websocket: the transport
//	           of browsers, and the port that lets them in)
//	discovery  who is on the network (mDNS)
//	streams    libp2p's streams; the network of session, lobby and peers
//	node       joins all of these except discovery; which table people mean, and what they are
//	           shown of it
//	control    the interface of the daemon for programs on the same machine: HTTP and JSON
//	           over a socket, or within one process
//	daemon     a node on a machine: home folder, discovery, socket
//	browser    a node in a page
//
// sim plays whole tables in virtual time. Like waittest and browsertest, it is for tests.
//
// The packages above host, except store/sqlite, know nothing of libp2p, SQLite, files or sockets, and build for
// js/wasm (make cross): a browser is a node too. They name nodes by their identity keys; only the packages below store
// know peer IDs. streams and node build for js/wasm as well: what ties a node to a machine is in daemon, discovery,
// store/sqlite and the parts of host that listen.
//
// # A record's way
//
//	a stream's reader ── wire.Read ──▶ session.Table's inbox
//	    turn: check what waits ∥ make what is owed then ▶ replica
//	          ▶ store (one sync, shared) ▶ publish the snapshot
//	          ▶ links of the others ▶ events
//	    a link's queue ──▶ a stream's writer
//
// # Goroutines
//
//	one for the time       node.supervise: ticks of tables every 100 ms, of the
//	                       lobby every 500 ms
//	one for each table     that is played, is open, or at which a seat is asked
//	                       for, while its inbox is not empty, and none otherwise
//	two for each table's   a reader, which reads on only after the table has taken in its
//	stream                 message, and a writer
//	one or two for each    one that sends, and in a waiting room one that receives
//	stream of the lobby
//	one for the archive    while a log is read from it, or a call is judged
//	one for each call      of the control interface
//	one for each request   of a browser, while they are let in
//
// and those of libp2p and of discovery. Session and lobby start no goroutines themselves, nor do they read a clock: they
// get a scheduler, which in tests and in the simulation has virtual time.
//
// # Who owns what
//
//   - A replica and everything else that changes at a table belong to the table's turns. Everybody else reads its
//     [session.Snapshot], which never changes.
//   - What changes at an open table, or about a seat that is asked for, belongs to its turns in the lobby. After each
//     turn, it publishes who sits there.
//   - Locks guard the rest: those of session and lobby the sets of tables, that of the directory what is known of other
//     nodes, that of a conn its stream's queue, that of the store's committer what waits for the disk.
//
// # What may wait for what
//
//   - A turn waits only for the disk and for proofs, never for another table or for the network. A job with turns at
//     several tables, such as beginning a continuation, goes from callback to callback.
//   - The disk commits the writes that come during a commit together after it. So a turn waits for at most one commit of
//     others.
//   - A call of the control interface, or a stream's reader, may wait for a turn. A turn never waits for them: the lobby
//     hands a full table to the session, and is called back.
//   - Reading a snapshot waits for nothing.
//
// # Locks
//
// All locks are leaves: whoever holds one takes no other, calls nothing that waits for the disk, the network or a proof, and
// begins no turn. There is one exception: a conn resets its stream under its lock, which takes locks of libp2p.
package p2p
