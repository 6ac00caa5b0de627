package table

import "slices"

// Snapshot returns the table as it stands. What Apply, Leave and Accuse do to t later does
// not show in the snapshot, nor the other way round. It costs little: a log only grows, so
// the two share what they have in common.
func (t *Table) Snapshot() *Table {
	s := *t
	s.left, s.forks = slices.Clip(t.left), slices.Clip(t.forks)
	s.results, s.receipts = slices.Clip(t.results), slices.Clip(t.receipts)
	s.arrived, s.votes = slices.Clone(t.arrived), slices.Clone(t.votes)
	s.heres, s.absent, s.changes = slices.Clip(t.heres), slices.Clip(t.absent), slices.Clip(t.changes)
	s.faults = slices.Clone(t.faults) // a fault may be replaced by another one
	s.hand = t.hand.snapshot()
	return &s
}

func (h *Hand) snapshot() *Hand {
	if h == nil {
		return nil
	}
	s := *h
	s.keys, s.slots, s.public, s.played = slices.Clone(h.keys), slices.Clone(h.slots), slices.Clone(h.public), slices.Clip(h.played)
	if h.sealing != nil {
		sealing := *h.sealing
		s.sealing = &sealing
		s.sealing.keys, s.sealing.pieces, s.sealing.at = slices.Clone(sealing.keys), slices.Clone(sealing.pieces), slices.Clone(sealing.at)
	}
	return &s
}
