// Package table is the replicated engine: one game among fixed seats as a
// deterministic state machine over signed records.
//
// A [Table] is a pure function of its log. It always says what is owed ([Table.Pending]):
// which seats owe which kind of record in this step. Check verifies a record against the
// table and does all the expensive work. It changes nothing, and may run concurrently. It
// yields a [Checked] value, and only such values can be applied. Apply is cheap. When the
// last record that a step owes is in, Apply folds the step into the head, in seat order,
// and the table goes on to the next.
//
// The caller's loop:
//
//	c, err := t.Check(rec)
//	if err == nil {
//		_, err = t.Apply(c)
//	}
//	var f *table.Fault
//	switch {
//	case errors.Is(err, table.ErrKnown): // seen before
//	case errors.As(err, &f):             // proof against its author: t.Accuse(f)
//	case err != nil:                     // drop it, penalize the connection
//	}
//
// Most of the work of Check is verifying a proof, which needs no table. [Table.Claim] does
// the rest, and returns the proof to be verified as a [Claim]. That is for callers that
// have many records to check, or other work to do meanwhile; package ahead does it for a
// whole log.
//
// A table holds no secrets. What a seat does with its own is in engine/seat;
// replication, storage and time are in p2p. The protocol is specified in
// engine/SPEC.md §3 to §9.
//
// What all agree on before a game ([Terms]) is read in terms.go. A Table is made of a log
// (log.go: steps, heads, leave notices), the running [Hand], the settled ones (result.go) and
// the evidence against seats (fault.go).
// The files of a hand follow its rounds: roster.go, seal.go, key.go, stack.go, shares.go,
// move.go, receipt.go. Each has the check of a record and what happens when its
// step is complete. What the others do for a seat that is away is in cover.go (the vote),
// standin.go and complaint.go.
//
// Three things here are about more than the table at hand. A [Reading] (reading.go) is a
// record that has been decoded before its turn, for which no table is needed; it refuses
// nothing, and Claim takes it. A [Branch] (branch.go) is another log of the same table, after
// a seat has signed two records for one step, or the nodes have voted away different records:
// it is a copy of the table up to the step at which the logs part, and says which of the two
// stands. And a table can be followed by others: [Table.Successor] and [Table.Rematch]
// (continuation.go) describe them, [Table.CheckContinuation] (follows.go) checks a
// description by somebody else, and [Continue] makes a table of one.
package table
