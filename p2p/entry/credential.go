package entry

import (
	"crypto/ed25519"
	"fmt"

	"fives/engine/record"
	"fives/engine/table"
)

// With a Credential, a seat says that a node without a seat may watch a private table
// (PROTOCOL §6.4). Table and spectator are not sent: the node that checks it knows which
// table is asked for, and by whom.
type Credential struct {
	Seat      uint64                      `cbor:"seat"`
	Signature [ed25519.SignatureSize]byte `cbor:"signature"`
}

// An Admission is what a credential signs.
type Admission struct {
	Table     record.Hash `cbor:"table"`
	Spectator record.Key  `cbor:"spectator"` // the identity key of its node
	Seat      uint64      `cbor:"seat"`      // whose node signs
}

const admissionDomain = "fives/4 spectator\x00"

func (a Admission) bytes() ([]byte, error) {
	b, err := record.Marshal(a)
	if err != nil {
		return nil, err
	}
	return append([]byte(admissionDomain), b...), nil
}

// Sign makes the credential with the identity key of the seat's node.
func (a Admission) Sign(node ed25519.PrivateKey) (*Credential, error) {
	b, err := a.bytes()
	if err != nil {
		return nil, err
	}
	return &Credential{Seat: a.Seat, Signature: [64]byte(ed25519.Sign(node, b))}, nil
}

// Verify reports whether a node has let the spectator in.
func (c *Credential) Verify(table record.Hash, spectator, node record.Key) error {
	b, err := Admission{Table: table, Spectator: spectator, Seat: c.Seat}.bytes()
	if err != nil {
		return err
	}
	if !ed25519.Verify(node[:], b, c.Signature[:]) {
		return fmt.Errorf("%w on a spectator's credential", record.ErrSignature)
	}
	return nil
}

// Admits reports whether a seat of the table, which may have left since, has let
// the spectator in.
func (c *Credential) Admits(id record.Hash, terms *table.Terms, spectator record.Key) bool {
	return c != nil && c.Seat < uint64(len(terms.Seats)) &&
		c.Verify(id, spectator, terms.Seats[c.Seat].Node()) == nil
}
