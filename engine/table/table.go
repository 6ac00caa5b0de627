package table

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// A Table is one game among fixed seats. Its zero value is not usable: see
// [New] and [Continue]. Reading methods may be used concurrently with each
// other and with Check, not with Apply or Accuse.
type Table struct {
	id        record.Hash
	terms     *Terms
	continues *record.Continuation // nil for a proposed table

	step  uint64
	head  record.Hash
	heads []record.Hash     // heads[i] is the head at the start of step i
	log   [][]record.Record // log[i] is step i, in seat order

	pending Pending
	arrived []Checked // records of this step so far

	pos     rules.Position
	hand    *hand
	results []Result
	faults  []*Fault
	forks   []uint64        // steps for which a seat has signed two records
	left    []record.Record // leave notices, in the order in which they came; at most one of a seat
}

// A Pending is what a step owes: a record of this kind from each of the seats.
type Pending struct {
	Kind  record.Kind
	Seats []int     // ascending; empty when nothing is owed any more
	Why   rules.Why // what shares are for
}

// Owes reports whether the seat is among those that owe.
func (d Pending) Owes(seat int) bool { return slices.Contains(d.Seats, seat) }

// A Result is a settled hand.
type Result struct {
	rules.Settlement
	Step        uint64            // the step of its receipts
	Head        record.Hash       // at the start of that step
	Violations  []rules.Violation // hidden-card rules broken; At is the step of the move
	Observation rules.Observation // what had become public
	Keys        map[string]any    // the game's own state at the end (scenario format)
	Played      []PlayedMove      // its moves
}

// A PlayedMove says who made a move in which step.
type PlayedMove struct {
	Seat int    `json:"seat"`
	Step uint64 `json:"step"`
	Text string `json:"move"`
}

// ID is the table's ID.
func (t *Table) ID() record.Hash { return t.id }

// Terms are what the seats agreed to. They must not be changed.
func (t *Table) Terms() *Terms { return t.terms }

// Step is the number of the running step, counted from 0 over the whole table.
func (t *Table) Step() uint64 { return t.step }

// Head is the running hash of the log up to the running step.
func (t *Table) Head() record.Hash { return t.head }

// HeadAt is the head at the start of a step that has begun.
func (t *Table) HeadAt(step uint64) (record.Hash, bool) {
	if step >= uint64(len(t.heads)) {
		return record.Hash{}, false
	}
	return t.heads[step], true
}

// Pending says what the running step owes, whoever has delivered already. When the
// game is over, that is the receipts of its last hand, and then nothing.
func (t *Table) Pending() Pending {
	if t.Stopped() {
		return Pending{}
	}
	return t.pending
}

// Missing lists the seats whose records the running step still lacks.
func (t *Table) Missing() []int {
	var m []int
	for _, s := range t.Pending().Seats {
		if t.arrivedFrom(s) == nil {
			m = append(m, s)
		}
	}
	return m
}

// Arrived returns the records of the running step so far, in seat order.
func (t *Table) Arrived() []record.Record {
	var rs []record.Record
	for _, s := range t.pending.Seats {
		if c := t.arrivedFrom(s); c != nil {
			rs = append(rs, c.record)
		}
	}
	return rs
}

// Records returns the records of a finished step, in seat order.
func (t *Table) Records(step uint64) []record.Record {
	if step >= uint64(len(t.log)) {
		return nil
	}
	return t.log[step]
}

// Position is the game as it stands; nil before the roster is complete.
func (t *Table) Position() rules.Position { return t.pos }

// Public is what everybody knows of the cards of the running hand.
func (t *Table) Public() rules.Observation {
	if t.hand == nil {
		return nil
	}
	return t.hand.public
}

// Results are the settled hands so far.
func (t *Table) Results() []Result { return t.results }

// Over reports whether the game is over: its last hand is settled. Receipts attest
// that hand, they do not condition it: they go on being owed and taken in, and a
// loser who signs none changes nothing.
func (t *Table) Over() bool { return t.Winners() != nil }

// Winners are the seats that have won; nil while the game is not over.
func (t *Table) Winners() []int {
	if t.pos == nil || !t.decided() {
		return nil
	}
	return t.pos.Status().Winners
}

// decided reports whether the last hand is settled: who refuses to show has won
// nothing.
func (t *Table) decided() bool {
	switch t.pos.Next().(type) {
	case rules.Settle, rules.Over:
		return t.pos.Status().Winners != nil
	}
	return false
}

// HandNumber is the number of the running hand, from 1; 0 before the first.
func (t *Table) HandNumber() int {
	if t.hand == nil {
		return 0
	}
	return t.hand.number
}

func (t *Table) everybody() []int {
	all := make([]int, len(t.terms.Seats))
	for i := range all {
		all[i] = i
	}
	return all
}

func (t *Table) arrivedFrom(seat int) *Checked {
	i := slices.IndexFunc(t.arrived, func(c Checked) bool { return c.seat == seat })
	if i < 0 {
		return nil
	}
	return &t.arrived[i]
}

// begin records a step that precedes the seats, and the head after it.
func (t *Table) begin(records []record.Record, head record.Hash) {
	if len(t.heads) == 0 {
		t.heads = []record.Hash{{}}
	}
	t.log = append(t.log, records)
	t.step, t.head = t.step+1, head
	t.heads = append(t.heads, head)
}
