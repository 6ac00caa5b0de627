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
// itself, with two records as proof. A table that a fault has stopped is still
// replicated, so that all on a branch come to the same last settled hand; why
// that is safe stands at [table.Table.Stopped].
//
// One proof of a fault is kept for each seat, and sent in a message of its own.
// What could only prove the same again, and most of what a guilty seat signs, is
// dropped before anything is verified ([table.Table.Screen], guilt.go). Charged is
// only what no honest node sends: an honest one may hold, and pass on, what a cheat
// has signed for another branch of the log.
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
// and that only a seat outside the running hand has, or somebody who watches,
// or a node that lies. The word of those who only watch counts for nothing here,
// nor on who is there. And bytes of the life before that are still on their way
// when the question is answered are taken to be lost, as those of a broken
// connection are.
//
// # Going on
//
// A continuation (design, section 6) is a table and a replica of its own.
// [Replica.Onward] describes the one that a node would call for. The caller stores
// it and makes its replica, loaded, since a restored home may have signed in it
// before, and held; its person may [Replica.Accept]. When all have, and the seat
// that opens it has begun or is here ([Replica.Begins]), the caller makes this node leave the table that it goes on from, and every other
// continuation of that ([Replica.Retire]), stores that, and then lets it begin
// ([Replica.Release]):
//
//	if child.Begins() {
//		for _, r := range family { r.Retire(now); /* Take, store */ }
//		child.Release(now)
//	}
//
// So the leave notices are on the disk before the first key is made.
package replica
