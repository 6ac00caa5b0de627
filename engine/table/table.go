package table

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// A Table is one game among fixed seats. Its zero value is not usable: see
// [New] and [Continue]. It is its log, what the log says of the game, and the
// evidence against seats that stands outside the log. Reading methods may be used concurrently with each
// other and with Check, not with Apply or Accuse.
type Table struct {
	log
	evidence
	pos      rules.Position
	hand     *Hand
	results  results
	receipts []uint64 // for each hand whose receipts are complete, the step behind them
	drawn    int      // the seat that the lot fell on, or rules.None
	covered  seatSet  // seats that were covered in the last step in which they owed a record
}

// A Pending is what a step owes: a record of this kind from each of the seats.
type Pending struct {
	Kind  record.Kind
	Seats []int     // ascending; empty when nothing is owed any more
	Why   rules.Why // what shares are for
}

// Owes reports whether the seat is among those that owe.
func (d Pending) Owes(seat int) bool { return slices.Contains(d.Seats, seat) }

// A PlayedMove says who made a move in which step.
type PlayedMove struct {
	Seat int    `json:"seat"`
	Step uint64 `json:"step"`
	Text string `json:"move"`
	// StandIn says that the stand-in has made it, in place of a seat that was away.
	StandIn bool `json:"stand_in,omitempty"`
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

// Position is the game as it stands; nil before the roster is complete.
func (t *Table) Position() rules.Position { return t.pos }

// Results are the settled hands so far. They never change, and are shared.
func (t *Table) Results() []*Result { return t.results }

// Over reports whether the game is over: its last hand is settled. Receipts attest
// that hand, they do not condition it: they go on being owed and taken in, and a
// loser who signs none changes nothing.
func (t *Table) Over() bool { return t.Winners() != nil }

// Winners are the seats that have won; nil while the last hand is not settled: who
// refuses to show has won nothing.
func (t *Table) Winners() []int {
	if t.pos == nil {
		return nil
	}
	switch t.pos.Next().(type) {
	case rules.Settle, rules.Over:
		return t.pos.Status().Winners
	}
	return nil
}

// Drawn is the seat that was drawn to open the first hand, [rules.None] as long as none
// is, and at tables that draw none.
func (t *Table) Drawn() int { return t.drawn }

// Hand is the running hand; nil before the first.
func (t *Table) Hand() *Hand { return t.hand }

// HandNumber is the number of the running hand, from 1; 0 before the first.
func (t *Table) HandNumber() int {
	if t.hand == nil {
		return 0
	}
	return t.hand.number
}

// Public is what everybody knows of the cards of the running hand.
func (t *Table) Public() rules.Observation {
	if t.hand == nil {
		return nil
	}
	return t.hand.public
}
