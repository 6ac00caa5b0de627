// Package sim plays whole tables in one process and in virtual time. Everything that goes wrong is drawn
// from one seed: crashes between any two effects, lost and doubled messages, partitions, slow and full
// disks, homes restored from an old copy, seats that leave, nodes that never come back, and seats that cheat
// with their own keys.
//
// The sessions are real (p2p/session), with real cryptography; what they work with is simulated. The
// scheduler is one queue of events in virtual time, the network's streams and the store go wrong, and a node
// that crashes drops its session in the middle of its work and loads a new one from its disk. The people are
// simulated too. There are no goroutines, no clocks and no iteration over maps, so a seed replays exactly:
//
//	result := sim.Run(sim.Draw(seed))
//	if result.Err != nil { … } // an invariant was broken; Err says which, and when
//
// A [Plan] is drawn from a seed. A world plays it: nodes, their network, disks, troubles and people, none of
// which judge anything. A checker is told everything that happens there, and judges.
//
// Some nodes are in a browser. Such a node uses the real store, p2p/store, over p2p/store/memory, as it would
// over p2p/store/indexed. Each thing that it stores is one transaction, which the browser accepts as a whole,
// refuses for lack of room, or takes its time for. The page may be killed before the transaction, or after it
// and before it has heard of its success; the next page opens the store from what was committed. Such a node
// only dials, as p2p/host does in a browser: others reach it over connections that it has made, and two pages
// never see each other.
//
// Only the tests in browsers (p2p/store/indexed, p2p/browser, cli/web) cover the browser itself: whether
// IndexedDB keeps its word, the names of its errors, two tabs, a cleared database; WebSockets, Noise and
// yamux; and a worker that is killed anywhere, not only between two effects.
//
// If a table can go no further, its people call for a continuation, with more or less patience, at the same
// time and for different ones, and accept what others call for. Each node then has the table, its
// continuations, and the continuations of these. When a game is over, the same people may play another one,
// and a hundred more, although the number of streams between two nodes is limited (TestHundredGames). A host
// may begin the table twice, with another friend for each part of the others. Some nodes only watch the first
// table, beginning sooner or later, through one or more of the others.
//
// Seats change hands (engine/SPEC §5.3, PROTOCOL §5.9): people without a seat ask for one at a door, people
// hand theirs over or take back what they have said, computer players take over, at once or from the next
// hand on, and people who have left come back. The door itself (p2p/lobby) is not simulated.
//
// These invariants are checked at every event, and at the end (engine/SPEC §5.3 and §8, PROTOCOL §5):
//
//   - Honest nodes agree on the head of every step that both have folded, at every table, unless a cheat who
//     sits there has forked the log; then all of them learn who.
//   - No honest node sends two payloads for one step of a table.
//   - A node sends nothing that is not on its disk.
//   - Whenever the store of a browser is opened, it has exactly what a disk would have on which the same was
//     stored.
//   - No node ever finds an honest seat at fault, at any table, and no honest node penalizes another one,
//     whatever that one took over from a cheat.
//   - Of the proofs against a seat, one is kept, however many there are.
//   - Once an honest node has signed a key record in a continuation, it signs nothing more at the table
//     before, nor at another continuation of it; and it leaves a table only for a continuation that all have
//     accepted.
//   - A table that has stopped stops at the same step for all on a branch.
//   - If all players have receipted one branch of a forked log, everybody who has not left is on that branch.
//   - An onlooker comes to the head that the seats have, as long as one of them has not put the table into the
//     archive, and passes on no records in a seat's name except those that the seat has sent.
//   - If the others cover for a node, no card of a hand is public before it is played or shown, and the game
//     ends for all who are there.
//   - If seats change hands, the logs of all tables verify together: nobody plays at two tables that go on
//     from one, only one of two such tables counts, and no hand that is being played is given up for a change
//     that was to come before it.
//   - Once nothing goes wrong any more, every table with all its seats ends. If seats are missing, the others,
//     if they are enough, go on at a table that ends.
//
// Two continuations can harm each other, and no protocol can prevent that: two seats each call for one, both
// are accepted by all at the same moment, and some nodes begin the one and some the other. Then both lack
// seats, and go on without them if there are enough. This is checked too.
//
// It is a package of its own because only tests import it.
package sim
