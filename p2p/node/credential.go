package node

import (
	"crypto/ed25519"
	"fmt"

	"fives/engine/record"
	"fives/engine/table"
	"fives/p2p/replica"
)

// A credential is a seat's word that a node without one may watch a private
// table (PROTOCOL §6.4). Table and spectator are not sent: whoever checks it
// knows which table is asked for, and by whom.
type credential struct {
	Seat      uint64                      `cbor:"seat"`
	Signature [ed25519.SignatureSize]byte `cbor:"signature"`
}

// An admission is what a credential signs.
type admission struct {
	Table     record.Hash `cbor:"table"`
	Spectator record.Key  `cbor:"spectator"` // the identity key of its node
	Seat      uint64      `cbor:"seat"`      // whose node signs
}

const admissionDomain = "fives/1 spectator\x00"

func (a admission) bytes() ([]byte, error) {
	b, err := record.Marshal(a)
	if err != nil {
		return nil, err
	}
	return append([]byte(admissionDomain), b...), nil
}

// sign makes the credential with the identity key of the seat's node.
func (a admission) sign(node ed25519.PrivateKey) (*credential, error) {
	b, err := a.bytes()
	if err != nil {
		return nil, err
	}
	return &credential{Seat: a.Seat, Signature: [64]byte(ed25519.Sign(node, b))}, nil
}

// verify tells whether a node has let the spectator in.
func (c *credential) verify(table record.Hash, spectator, node record.Key) error {
	b, err := admission{Table: table, Spectator: spectator, Seat: c.Seat}.bytes()
	if err != nil {
		return err
	}
	if !ed25519.Verify(node[:], b, c.Signature[:]) {
		return fmt.Errorf("%w on a spectator's credential", record.ErrSignature)
	}
	return nil
}

// admits tells whether a seat of the table, which may have left since, has let
// the spectator in.
func (c *credential) admits(id record.Hash, terms *table.Terms, spectator record.Key) bool {
	return c != nil && c.Seat < uint64(len(terms.Seats)) &&
		c.verify(id, spectator, replica.Node(terms.Seats[c.Seat])) == nil
}
