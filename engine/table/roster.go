package table

import (
	"errors"

	"fives/engine/record"
	"fives/engine/rules"
)

// checkRoster checks that a roster record says nothing more: the head that it names fixes
// the proposal, the joins and their order.
func checkRoster(p record.Payload) error {
	_, err := record.Decode[record.Empty](p)
	return err
}

// checkAccept checks that the seat accepts this table's continuation: every seat signs the
// whole of it.
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

// startGame starts the game: afresh at a table that continues no settled hand, and at a
// rematch.
func (t *Table) startGame() {
	var from *rules.Carry
	if p := t.terms.Parent; p != nil && p.Carry.Hands > 0 {
		from = &p.Carry
	}
	t.pos = t.terms.Rules.Start(len(t.terms.Seats), t.terms.Options, from)
	t.startHand()
}
