package table

import (
	"slices"

	"fives/engine/record"
	"fives/engine/rules"
)

// A Table is one game among fixed seats. Its zero value is not usable: see [New] and
// [Continue]. It consists of its log, of what the log says about the game, and of the
// evidence against seats, which is outside the log. Methods that only read may be used
// concurrently with each other and with Check, but not with Apply or Accuse.
type Table struct {
	log
	evidence
	pos      rules.Position
	hand     *Hand
	results  results
	receipts []uint64 // for each hand whose receipts are complete, the step after them
	drawn    int      // the seat on which the lot fell, or rules.None
}

// A Pending says what a step owes: a record of this kind from each of the seats.
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
	// StandIn says that the stand-in has made the move, for a seat that was away.
	StandIn bool `json:"stand_in,omitempty"`
}

// Pending says what the running step owes, whether or not it has been delivered already.
// When the game is over, that is the receipts of its last hand, and then nothing.
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

// Position returns the game as it stands, nil before the roster is complete.
func (t *Table) Position() rules.Position { return t.pos }

// Results returns the settled hands so far. They never change, and are shared.
func (t *Table) Results() []*Result { return t.results }

// Over reports whether the game is over: its last hand is settled. Its receipts attest the
// result, which does not depend on them: they are still owed and taken in, and a loser who
// signs none changes nothing.
func (t *Table) Over() bool { return t.Winners() != nil }

// Winners returns the seats that have won, nil until the last hand is settled: a seat that
// refuses to show its cards has won nothing.
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

// Drawn returns the seat that was drawn to open the first hand, [rules.None] before that
// and at tables that do not draw.
func (t *Table) Drawn() int { return t.drawn }

// Hand returns the running hand, nil before the first.
func (t *Table) Hand() *Hand { return t.hand }

// HandNumber returns the number of the running hand, from 1; 0 before the first.
func (t *Table) HandNumber() int {
	if t.hand == nil {
		return 0
	}
	return t.hand.number
}

// Public returns what everybody knows about the cards of the running hand.
func (t *Table) Public() rules.Observation {
	if t.hand == nil {
		return nil
	}
	return t.hand.public
}
