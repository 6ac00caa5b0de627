package node

import (
	"fives/engine/record"
	"fives/p2p/api"
)

// seenTable is what a reader has been shown of a table last. Of a settled hand that all have
// receipted nothing changes any more while the log goes on from there: such hands are shown
// once, so that what a step costs does not depend on how many there are.
type seenTable struct {
	step  uint64
	head  record.Hash // at the start of the step
	hands int         // that were receipted by then
}

// Table is [showTable], or [showPublic], for that reader, and notes what it shows.
func (s *seenTable) Table(r tableState, public bool) api.Table {
	t, earlier := r.Table(), 0
	if head, ok := t.HeadAt(s.step); ok && head == s.head { // else another branch of the log stands now
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
