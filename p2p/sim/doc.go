// Package sim plays whole tables in one process, in virtual time, with
// everything that goes wrong drawn from one seed: crashes between any two
// effects, lost and doubled messages, partitions, slow and full disks, homes
// restored from an old copy, and seats that cheat with their own keys.
//
// The replicas are the real ones (p2p/replica), with real cryptography; what
// surrounds them here stands for the daemon (p2p/node), its store and the
// network. There are no goroutines, no clock and no map iteration inside, so a
// seed replays exactly:
//
//	result := sim.Run(sim.Draw(seed))
//	if result.Err != nil { … } // an invariant was broken; Err says which, and when
//
// What is held at every event, and at the end (design, section 4):
//
//   - honest nodes agree on the head of every step that both have folded,
//     unless a cheat forked, and then all of them learn who;
//   - no honest node lets out two payloads for one step;
//   - nothing leaves a node that its disk does not have;
//   - no honest seat is ever at fault, in anybody's eyes;
//   - once nothing goes wrong any more, every table with all its seats ends.
//
// Programs that are not tests have no use for this package.
package sim
