package replica

// SetBatch makes messages smaller, so that a short game needs many.
func (r *Replica) SetBatch(bytes int) { r.repl.batch = bytes }
