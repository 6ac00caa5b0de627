package replica

import (
	"errors"

	"fives/engine/record"
	"fives/engine/table"
)

// Genesis is how a table began: a proposal with its joins in seat order, or a
// continuation, whose encoding is what all its seats sign.
type Genesis struct {
	Proposal     *record.Record       `cbor:"proposal,omitempty"`
	Joins        []record.Record      `cbor:"joins,omitempty"`
	Continuation *record.Continuation `cbor:"continuation,omitempty" wire:"signed"`
}

// GenesisOf returns how a table began.
func GenesisOf(t *table.Table) *Genesis {
	if c := t.Continuation(); c != nil {
		return &Genesis{Continuation: c}
	}
	return &Genesis{Proposal: &t.Records(0)[0], Joins: t.Records(1)}
}

// Table makes the table that a genesis describes.
func (g Genesis) Table(find table.Finder) (*table.Table, error) {
	switch {
	case g.Continuation != nil && g.Proposal == nil:
		return table.Continue(*g.Continuation, find)
	case g.Proposal != nil:
		return table.New(*g.Proposal, g.Joins, find)
	}
	return nil, errors.New("replica: an empty genesis")
}
