package node

import (
	"fives/engine/record"
	"fives/p2p/api"
)

// seenTable is what a reader has last been shown of a table. A settled hand that all have receipted
// does not change any more, unless the log goes over to another branch. Such hands are shown once, so
// that the cost of a step does not depend on their number.
type seenTable struct {
	step  uint64
	head  record.Hash // at the start of the step
	hands int         // the number of hands that all had receipted by then
}

// Table returns [showTable], or [showPublic], without the hands that the reader has seen, and notes
// what it shows.
func (s *seenTable) Table(r tableState, public bool) api.Table {
	t, earlier := r.Table(), 0
	if head, ok := t.HeadAt(s.step); ok && head == s.head { // else the log has gone over to another branch
		earlier = s.hands
	}
	*s = seenTable{step: t.Step(), head: t.Head(), hands: len(t.Results())}
	if n := s.hands; n > 0 && !t.HandReceipted(t.Results()[n-1].Hand) {
		s.hands--
	}
	if public {
		r = onlooker{r}
	}
	return tableFrom(r, earlier)
}
