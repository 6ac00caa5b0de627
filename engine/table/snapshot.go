package table

import "slices"

// Snapshot is the table as it stands: what Apply, Leave and Accuse do to t from
// now on does not show in it, nor does what they do to the snapshot show in t. It
// costs little, because a log only grows: the two share what they have in common.
func (t *Table) Snapshot() *Table {
	s := *t
	s.left, s.forks = slices.Clip(t.left), slices.Clip(t.forks)
	s.results, s.receipts = slices.Clip(t.results), slices.Clip(t.receipts)
	s.arrived, s.votes = slices.Clone(t.arrived), slices.Clone(t.votes)
	s.heres, s.absent = slices.Clip(t.heres), slices.Clip(t.absent)
	s.faults = slices.Clone(t.faults) // one may take another's place
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
