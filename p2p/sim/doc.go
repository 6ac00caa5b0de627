// Package sim plays whole tables in one process, in virtual time, with
// everything that goes wrong drawn from one seed: crashes between any two
// effects, lost and doubled messages, partitions, slow and full disks, homes
// restored from an old copy, seats that leave, nodes that never come back, and
// seats that cheat with their own keys.
//
// The sessions are the real ones (p2p/session), with real cryptography; what they
// work with is simulated: the scheduler is one queue of events in virtual time, the
// network's streams and the store go wrong, and a node that crashes drops its
// session in the middle of what it does, to load a new one from what its disk has.
// So are the people. There are no goroutines, no clock and no map iteration inside,
// so a seed replays exactly:
//
//	result := sim.Run(sim.Draw(seed))
//	if result.Err != nil { … } // an invariant was broken; Err says which, and when
//
// What is drawn from a seed is a [Plan]. A world plays it: nodes, their network, disks,
// troubles and people, who judge nothing. A checker is told of all that happens there,
// and judges.
//
// Some nodes are in a browser. Such a node stores with the store itself (p2p/store over
// p2p/store/memory), as it does over p2p/store/indexed: each thing it stores is one
// transaction, which the browser takes as a whole, refuses for want of room, or takes
// its time for, and the page may be killed before it and after it, when it has not heard
// of it yet. The next page opens the store from what was committed. And it only dials, as p2p/host does there: others reach it over
// connections that it has made, and two pages never see each other.
//
// Only the tests in browsers (p2p/store/indexed, p2p/browser, cli/web) cover the browser
// itself: whether IndexedDB keeps its word, the names of its errors, two tabs, a cleared
// database; WebSockets, Noise and yamux; and a worker that is killed anywhere, not only
// between two effects.
//
// Where a table can go no further, its people call for a continuation, after
// more or less patience, at the same time and for different ones, and accept
// what others call for. Each node then holds the table and its continuations,
// and those of the continuations. When a game is over, the same people may play
// another one, and a hundred more: between two nodes there are only so many
// streams (TestHundredGames). A host may begin the table twice, with other friends
// for each part of the others. Some nodes only watch the first table, from
// sooner or later on, through one or more of the others.
//
// Seats change hands (engine/SPEC §5.3, PROTOCOL §5.9): people without a seat ask for one at a
// door, people hand theirs over or take back what they have said, computer players take over, at
// once or from the next hand on, and who has gone comes back. The door itself (p2p/lobby) is not
// simulated.
//
// These rules are held at every event, and at the end (engine/SPEC §5.3 and §8, PROTOCOL §5):
//
//   - honest nodes agree on the head of every step that both have folded, at
//     every table, unless a cheat who sits there forked, and then all of them
//     learn who;
//   - no honest node lets out two payloads for one step of a table;
//   - nothing leaves a node that its disk does not have;
//   - the store of a browser has, whenever it is opened, what the disk of a node has
//     that stores the same, no more and no less;
//   - no honest seat is ever at fault, in anybody's eyes, at any table, and no
//     honest node is penalized by another one, whatever it took over from a cheat;
//   - one proof against a seat is kept, however many there are;
//   - once an honest node has signed a key record in a continuation, it signs
//     nothing more at the table before, nor at another continuation of it; and it
//     leaves a table only for a continuation that all have accepted;
//   - a table that has stopped stops at the same step for all on a branch;
//   - if all players have receipted one branch of a forked log, everybody who has
//     not left is on that branch;
//   - an onlooker comes to the head of the seats, as long as one of them has not
//     put the table into the archive, and passes on no record in a seat's name but
//     those that the seat has let out;
//   - where the others cover for a node, no card of a hand is public before it is played or
//     shown, and the game ends for all who are there;
//   - where seats change hands, the logs of all tables verify together: nobody plays two tables
//     that go on from one, and of two only one counts; and no hand that is played is given up
//     for a change that was to come before it;
//   - once nothing goes wrong any more, every table with all its seats ends, and
//     where seats are out, the others, if they are enough, go on in one that
//     does.
//
// Two continuations can harm each other, and no protocol heals that: two seats call for
// one each, both are completed at the same moment, and some nodes begin the one and some
// the other. Both then lack seats, and go on without them if there are enough. This is
// held, too.
//
// It is a package of its own because only tests import it.
package sim
