package replica

import (
	"slices"

	"fives/engine/record"
	"fives/engine/table"
)

// seating says which nodes play which seats of a table. It never changes. Its sets of seats
// have a bit for each seat, like those of a [Have].
type seating struct {
	terms *table.Terms
	local []*LocalSeat // this node's
}

// node returns the node that plays a seat.
func (s *seating) node(seat int) record.Key { return s.terms.Seats[seat].Node() }

// of returns the seats that a node plays.
func (s *seating) of(node record.Key) uint64 {
	var set uint64
	for i := range s.terms.Seats {
		if s.node(i) == node {
			set |= 1 << i
		}
	}
	return set
}

// authors returns the seats that have signed some records.
func (s *seating) authors(recs []record.Record) uint64 {
	var set uint64
	for _, rec := range recs {
		set |= 1 << s.terms.SeatOf(rec.Author)
	}
	return set
}

// sends reports whether a node plays the seat with that key.
func (s *seating) sends(node, author record.Key) bool {
	seat := s.terms.SeatOf(author)
	return seat >= 0 && s.node(seat) == node
}

// own returns the seats that this node plays.
func (s *seating) own() uint64 {
	var set uint64
	for _, o := range s.local {
		set |= 1 << o.seat
	}
	return set
}

// isLocal reports whether this node plays a seat.
func (s *seating) isLocal(seat int) bool {
	return slices.ContainsFunc(s.local, func(o *LocalSeat) bool { return o.seat == seat })
}

// staying reports whether a seat of this node has not left the table.
func (s *seating) staying() bool {
	return slices.ContainsFunc(s.local, func(o *LocalSeat) bool { return !o.Left })
}
