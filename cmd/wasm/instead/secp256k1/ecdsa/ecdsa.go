// Package ecdsa has no signatures: package secp256k1 has no keys.
package ecdsa

import (
	"errors"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

var errNone = errors.New("secp256k1: a page knows no signatures of this kind")

// A Signature cannot be had.
type Signature struct{}

// Sign panics: there is no key.
func Sign(*secp256k1.PrivateKey, []byte) *Signature { panic(errNone) }

// ParseDERSignature refuses.
func ParseDERSignature([]byte) (*Signature, error) { return nil, errNone }

// Serialize panics, as does Verify.
func (*Signature) Serialize() []byte { panic(errNone) }

func (*Signature) Verify([]byte, *secp256k1.PublicKey) bool { panic(errNone) }
