// Package replica is one table on one node: the replicated engine, the node's
// own seats at it, and what the node knows of its peers.
//
// It is pure: messages, moves and the time go in, and an [Output] comes out,
// which says what to store, what to send and what happened. The caller must
// store durably before it sends (design, section 4):
//
//	r.Receive(peer, msg, now) // or Connect, Play, Tick …
//	out := r.Take()
//	if err := store.Save(id, out.Save); err != nil { /* try again, send nothing */ }
//	for _, e := range out.Send { network.Send(e.To, e.Message) }
//
// So the same code runs in the daemon and in the simulation, where a crash can
// fall between any two of these lines.
//
// # Replication
//
// Two connected nodes tell each other what they have ([Have]: the running
// step, its head, which seats' records of it are in) on connecting, every
// heartbeat, and when a batch is worked off. A node answers with what the
// other lacks, and pushes every record it accepts, its own and others', to
// whoever it believes to lack it. Belief may be wrong; the next Have mends it.
// One exception keeps a full mesh quiet: a record is not pushed to a peer that
// says it is connected to the record's author, who sends it itself.
//
// When two heads differ at one step, the nodes compare all heads and exchange
// the records of the first step that differs: the author of the fork shows
// itself, with two records as proof.
//
// # Signing
//
// A replica that was loaded from a store signs nothing before it has heard
// from the node of every other active seat, and has taken in what that node
// has of this node's records: the store may be an old copy.
package replica
