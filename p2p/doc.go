// Package p2p holds no code of its own. Below it is everything that touches the
// world. This page says how a daemon works inside: its packages, its goroutines, the
// owners of all that changes, and the rules for waiting.
//
// # Packages
//
// An import goes up this list, never down:
//
//	wire       frames, and the codec that ignores what it does not know
//	limit      how often other nodes may do something
//	inbox      what makes an actor
//	near       which addresses are of a local network
//	kv         the tree of values that a store is kept in
//	replica    one table on one node; pure
//	session    the tables that are played; an actor for each
//	api        what the daemon and programs on the same machine say to each other
//	twin       other daemons with this node's key
//	peers      who is there, names and keys, what strangers may ask
//	entry      what is said where tables are joined: frames, codes, handshakes
//	lobby      the tables that are found and joined; an actor for each
//	store      the stores of session, lobby and peers (store/sqlite: their tree in a file;
//	           store/indexed: in a browser, over store/memory)
//	host       the libp2p host, its transports and limits (host/websocket: the transport
//	           of browsers, and the port that lets them in)
//	discovery  who is on the network (mDNS)
//	streams    libp2p's streams; the network of session, lobby and peers
//	node       the wiring of all of these but discovery, what people mean by a table, and what
//	           they are shown of it
//	control    the interface of the daemon for programs on the same machine: HTTP and JSON
//	           over a socket, or within one process
//	daemon     a node on a machine of its own: home folder, discovery, socket
//	browser    a node in a page
//
// sim plays whole tables in virtual time, and is for tests, as waittest and
// browsertest are.
//
// The packages above host, but for store/sqlite, know nothing of libp2p,
// SQLite, files or sockets, and build for js/wasm (make cross): a browser is a
// node, too. Nodes are named by their identity keys there; peer IDs are known below store.
// streams and node build for js/wasm as well: what ties a node to a machine is in
// daemon, discovery, store/sqlite and the parts of host that listen.
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
//	two for each table's   a reader, which waits until its message has been taken
//	stream                 in before it reads on, and a writer
//	one or two for each    who speaks, and in a waiting room who listens
//	stream of the lobby
//	one for the archive    while a log is read from it, or a call is judged
//	one for each call      of the control interface
//	one for each request   of a browser, while they are let in
//
// and those of libp2p and of discovery. Session and lobby start none themselves,
// nor do they read a clock: a scheduler is handed in, which is one of virtual time
// in tests and in the simulation.
//
// # Who owns what
//
//   - A replica and all else that changes at a table belong to the table's turns.
//     Everybody else reads its [session.Snapshot], which never changes.
//   - What changes at an open table, or about a seat that is asked for, belongs to
//     its turns in the lobby; who sits there is published after each.
//   - Which tables there are is guarded by the locks of session and lobby, what is
//     known of other nodes by the directory's, a stream's queue by that of its conn,
//     what waits for the disk by that of the store's committer.
//
// # What may wait for what
//
//   - A turn waits for the disk and for proofs, and for nothing else: neither for
//     another table nor for the network. A job with turns at several tables, such as the
//     begin of a continuation, goes from callback to callback.
//   - The disk: writes that come while a commit is under way are committed together
//     after it. So a turn waits for at most one commit of others.
//   - A call of the control interface, and a stream's reader, may wait for a turn.
//     A turn never waits for them: the lobby hands a table that is full to the
//     session, and is called back.
//   - Reading a snapshot waits for nothing.
//
// # Locks
//
// All locks are leaves: where one is held no other is taken, nothing is called that
// waits for the disk, the network or a proof, and no turn begins. One exception: a
// conn resets its stream under its lock, which takes locks of libp2p.
package p2p
