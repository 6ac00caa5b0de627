// Package tabletest plays whole tables in one process, for tests: a replica of
// the table for each seat, real keys and real proofs, and a network that
// delivers in random order.
//
// A [Rig] is honest unless a test changes that: the hooks of [Rig] let a seat
// sign something else than it should, send different records to different
// replicas, or withhold them. [Drill] is a rule set made to use every card
// operation in a few moves.
//
//	rig := tabletest.New(t, tabletest.Drill, 3, nil, 1)
//	rig.Play()
//
// Programs that are not tests have no use for this package.
package tabletest
