package table

import (
	"errors"

	"fives/engine/record"
	"fives/engine/rules"
)

// checkRoster: the head that a roster record names fixes the proposal, the
// joins and their order; there is nothing else to say.
func (t *Table) checkRoster(p record.Payload) (Checked, error) {
	_, err := record.Decode[record.Empty](p)
	return Checked{}, err
}

// checkAccept: every seat signs the whole continuation.
func (t *Table) checkAccept(p record.Payload) (Checked, error) {
	c, err := record.Decode[record.Continuation](p)
	if err != nil {
		return Checked{}, err
	}
	id, err := record.ContinuationID(c)
	if err != nil {
		return Checked{}, err
	}
	if id != t.id {
		return Checked{}, errors.New("it accepts another continuation")
	}
	return Checked{}, nil
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
