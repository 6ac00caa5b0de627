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
// whoever it believes to lack it. Belief may be wrong; the next Have mends it,
// for records, proofs of faults and leave notices alike. One exception keeps a
// full mesh quiet: a record is not pushed to a peer that says it hears the
// record's author, who sends it itself.
//
// When two heads differ at one step, the nodes compare all heads and exchange
// the records of the first step that differs: the author of the fork shows
// itself, with two records as proof.
//
// # Signing
//
// A replica that was loaded from a store may be an old copy. It asks ([Ask])
// and signs nothing before the node of every other active seat has answered,
// and all that they have is in. The answer of a node that this one cannot
// reach comes through a third; the word of others about a node that it can
// reach does not count.
//
// What this cannot see: a record that was signed before the copy was restored
// and that only a seat outside the running hand has, or a node that lies. And
// bytes of the life before that are still on their way when the question is
// answered are taken to be lost, as those of a broken connection are.
package replica
