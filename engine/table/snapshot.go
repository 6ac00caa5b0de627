package table

import "slices"

// Snapshot is the table as it stands: what Apply, Leave and Accuse do to t from
// now on does not show in it, nor does what they do to the snapshot show in t. It
// costs little, because a log only grows: the two share what they have in common.
func (t *Table) Snapshot() *Table {
	s := *t
	s.heads, s.steps, s.left = slices.Clip(t.heads), slices.Clip(t.steps), slices.Clip(t.left)
	s.results, s.forks = slices.Clip(t.results), slices.Clip(t.forks)
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
	s.keys, s.slots, s.public, s.played = slices.Clone(h.keys), slices.Clone(h.slots), slices.Clone(h.public), slices.Clip(h.played)
	if h.shuffle != nil {
		shuffle := *h.shuffle
		s.shuffle = &shuffle
	}
	return &s
}
