package replica

import "fives/engine/record"

// SetBatch makes messages smaller, so that a short game needs many.
func (r *Replica) SetBatch(bytes int) { r.repl.batch = bytes }

// Own takes in a record as one that this node has made.
func (r *Replica) Own(rec record.Record) error { return r.in.own(rec) }

// Unproved is how many proofs of its own the node keeps.
func (r *Replica) Unproved() int { return r.in.mine.Len() }
