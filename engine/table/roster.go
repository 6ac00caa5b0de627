package table

import (
	"errors"

	"fives/engine/record"
	"fives/engine/rules"
)

// checkRoster: the head that a roster record names fixes the proposal, the
// joins and their order; there is nothing else to say.
func checkRoster(p record.Payload) error {
	_, err := record.Decode[record.Empty](p)
	return err
}

// checkAccept: every seat signs the whole continuation, which has the table's ID.
func checkAccept(p record.Payload, table record.Hash) error {
	c, err := record.Decode[record.Continuation](p)
	if err != nil {
		return err
	}
	id, err := record.ContinuationID(c)
	if err != nil {
		return err
	}
	if id != table {
		return errors.New("it accepts another continuation")
	}
	return nil
}

// startGame: a table that continues no settled hand starts afresh, as a
// rematch does.
func (t *Table) startGame() {
	var from *rules.Carry
	if p := t.terms.Parent; p != nil && p.Carry.Hands > 0 {
		from = &p.Carry
	}
	t.pos = t.terms.Rules.Start(len(t.terms.Seats), t.terms.Options, from)
	t.startHand()
}
