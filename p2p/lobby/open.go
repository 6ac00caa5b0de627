package lobby

import (
	"encoding/hex"
	"slices"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/entry"
)

// An OpenTable is a table that this node has opened and that is not full yet, as
// it is stored.
type OpenTable struct {
	Proposal record.Record        `cbor:"proposal"`
	Joins    []record.Record      `cbor:"joins"` // in seat order
	Code     entry.StoredCode     `cbor:"code"`  // of a private table
	Own      map[string]entry.Bot `cbor:"own"`   // this node's computer players, by their keys in hexadecimal
	Kept     []KeptSeat           `cbor:"kept,omitempty"`
	SentAway []record.Key         `cbor:"sent-away,omitempty"` // nodes that get no seat any more, also by the door
}

// A KeptSeat says that a node had a seat at the table when it was proposed
// under another ID, and has not come back for it.
type KeptSeat struct {
	Node  record.Key  `cbor:"node"`
	Table record.Hash `cbor:"table"` // by which it knows the table
}

// keeps reports whether a node had a seat before a restart and has not come back.
func (t OpenTable) keeps(node record.Key) bool {
	return slices.ContainsFunc(t.Kept, func(k KeptSeat) bool { return k.Node == node })
}

// tableID is the ID of the table that a record proposes.
func tableID(proposal record.Record) record.Hash {
	return record.Fold(record.Hash{}, 0, []record.Record{proposal})
}

// botID is how a computer player's key is written in the store's maps.
func botID(k record.Key) string { return hex.EncodeToString(k[:]) }

// hostOf is the node that a join belongs to.
func hostOf(id record.Hash, j record.Record) record.Key {
	s, err := table.OpenJoin(j, id)
	if err != nil {
		return j.Author
	}
	return s.Node()
}
