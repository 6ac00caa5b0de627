package replica

import "fives/engine/record"

// SetBatch makes messages smaller, so that a short game needs many.
func (r *Replica) SetBatch(bytes int) { r.repl.batch = bytes }

// Own takes in a record as one that this node has made.
func (r *Replica) Own(rec record.Record) error { return r.in.own(rec) }

// Unproved is how many proofs of its own the node keeps.
func (r *Replica) Unproved() int { return r.in.mine.Len() }

// Retries lists which of so many repetitions of a peer's word are answered.
func Retries(n int) (answered []int) {
	l := &link{}
	for i := 1; i <= n; i++ {
		if l.retry() {
			answered = append(answered, i)
		}
	}
	return answered
}
