package table

import "slices"

// Snapshot is the table as it stands: what Apply, Leave and Accuse do to t from
// now on does not show in it. It costs little, because a log only grows: the two
// share it. A snapshot may be read by anybody at any time; it must not be changed.
func (t *Table) Snapshot() *Table {
	s := *t
	s.arrived = slices.Clone(t.arrived) // a fold sorts it
	s.faults = slices.Clone(t.faults)   // one may take another's place
	s.hand = t.hand.snapshot()
	return &s
}

func (h *Hand) snapshot() *Hand {
	if h == nil {
		return nil
	}
	s := *h
	s.keys, s.slots, s.public = slices.Clone(h.keys), slices.Clone(h.slots), slices.Clone(h.public)
	if h.shuffle != nil {
		shuffle := *h.shuffle
		s.shuffle = &shuffle
	}
	return &s
}
