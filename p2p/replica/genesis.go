package replica

import (
	"errors"

	"fives/engine/table"
)

// Genesis is how the table began.
func (s *state) Genesis() *Genesis { return genesis(s.t) }

func genesis(t *table.Table) *Genesis {
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
