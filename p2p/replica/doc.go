// Package replica is one table on one node: the replicated engine, the node's
// own seats at it, and what the node knows of its peers.
//
// It is pure: messages, moves and the time go in, and an [Output] comes out, with the
// records to store, the messages to send and notes of events. The caller must store
// durably before it sends (PROTOCOL §5.6):
//
//	r.Prepare(msgs, now)      // if several cores are to check what they bring
//	r.Receive(peer, msg, now) // or Connect, Play, Tick …
//	out := r.Take()
//	if err := store.Save(id, out.Save); err != nil { /* try again, send nothing */ }
//	for _, e := range out.Send { network.Send(e.To, e.Message) }
//
// The same code runs in the daemon and in the simulation, where a crash can
// happen between any two of these lines.
//
// # Replication
//
// Two connected nodes tell each other what they have in a [Have]: the running step, its
// head, and which seats' records of it have arrived. They send one on connecting, at every
// heartbeat, and when a message that was only a part of what is missing has been taken in.
// A node answers with what the other lacks. It also pushes each record that it accepts, its
// own and others', to every peer that, as far as it knows, does not have it. That knowledge
// may be out of date; the next Have corrects it, for records, proofs of faults and leave
// notices alike. To save traffic in a full mesh, a record is not pushed to a peer that says
// it is connected to the record's author: the author sends it.
//
// When two heads differ at one step, the nodes compare all heads and exchange the records
// of the first step that differs, and those that come in later. The two records in which
// they differ prove the fault of the seat that signed both. A table that a fault has stopped
// is still replicated, so that all nodes on a branch reach the same last settled hand;
// [table.Table.Stopped] says why that is safe. A node that has signed nothing on its branch
// goes over to a branch with the receipts of all players (branch.go).
//
// One proof of a fault is kept for each seat, and sent in a message of its own. Records
// that could only prove the same again, and most of what a guilty seat signs, are dropped
// before anything is verified ([table.Table.Screen], guilt.go). A peer is penalized only
// for what no honest node sends: an honest node may hold, and pass on, records that a cheat
// has signed for another branch of the log.
//
// # Signing
//
// A replica that was loaded from a store may be an old copy, whose seat has
// already signed records that the copy lacks. It asks the other nodes ([Ask])
// and signs nothing until the node of every other active seat has answered and
// everything they have has arrived. If this node cannot reach one of them, that
// node's answer comes through a third; what others say about a node that this
// one can reach does not count.
//
// This does not find a record that was signed before the copy was restored if only an
// inactive seat, a spectator, or a node that lies about it has that record: spectators'
// answers count for nothing, here and in [Replica.Online]. And bytes that were sent before
// the restart, and are still under way when the question is answered, are assumed to be
// lost, as they are when a connection breaks.
//
// It does not wait for a silent seat that can be covered.
//
// While another daemon runs with this node's key, [Replica.Halt] keeps it from signing; when
// that is over, it asks anew.
//
// # Going on
//
// A continuation (engine/SPEC §5.3, PROTOCOL §5.7) is a table with a replica of its own.
//
//  1. [Replica.Onward] describes the continuation that a node would call for.
//  2. The caller stores it, and makes its replica with Loaded, because this node may have
//     signed there before its home was restored, and with Held.
//  3. The node's person may [Replica.Accept] it.
//  4. It can begin when all have accepted, and its first seat to publish a hand
//     key is this node's or has done so ([Replica.AwaitsRelease]).
//  5. The caller then makes this node leave the parent and every other
//     continuation of it ([Replica.Retire]), and stores that.
//  6. The caller lets the continuation begin ([Replica.Release]).
//
// In code:
//
//	if child.AwaitsRelease() {
//		for _, r := range family { r.Retire(now); /* Take, store */ }
//		child.Release(now)
//	}
//
// So the leave notices are on the disk before the first key is made.
//
// # Inside
//
// A [Replica] hands what comes in to its parts, which have one [Output] in common:
//
//	links        the connected peers, and what each has said and was sent
//	replication  tells peers what this node has, and sends them what they lack
//	gate         keeps this node from signing until its question is answered
//	intake       screens, checks and applies records
//	prechecks    verify records before their turn
//	later        keeps records of later steps, of which those before are missing
//	signer       makes the records of this node's seats
//	coverer      votes on records of seats whose nodes are away
//	state        what can be asked of a replica, and of its [Snapshot]
//
// Verifying a proof takes milliseconds, and making one takes longer. So prechecks take the
// waiting records into a copy of the table, as if all their signatures and proofs were
// good, however many steps they complete. Then they verify these, on all cores. At the same
// time this node makes the shuffle or the shares that it owes afterwards (preparation.go).
// Then the records are taken in one by one. If the table has come to the head for which the
// shuffle or the shares were made, this node signs them; if not, it drops them: a false
// record leads to another head, or to none.
package replica
