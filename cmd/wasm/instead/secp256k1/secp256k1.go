// Package secp256k1 refuses all keys. Nodes have Ed25519 keys.
package secp256k1

import "errors"

// ErrNoKeys refuses a key.
var ErrNoKeys = errors.New("secp256k1: a page knows no keys of this kind")

// PrivKeyBytesLen is the length of a private key.
const PrivKeyBytesLen = 32

// A PublicKey cannot be had: [ParsePubKey] makes none.
type PublicKey struct{}

// A PrivateKey cannot be had.
type PrivateKey struct{}

// GeneratePrivateKey refuses.
func GeneratePrivateKey() (*PrivateKey, error) { return nil, ErrNoKeys }

// PrivKeyFromBytes panics: it has no error to return. The only private key in a page is its own.
func PrivKeyFromBytes([]byte) *PrivateKey { panic(ErrNoKeys) }

// ParsePubKey refuses.
func ParsePubKey([]byte) (*PublicKey, error) { return nil, ErrNoKeys }

// PubKey panics, as do the other methods.
func (*PrivateKey) PubKey() *PublicKey { panic(ErrNoKeys) }

func (*PrivateKey) Serialize() []byte { panic(ErrNoKeys) }

func (*PublicKey) SerializeCompressed() []byte { panic(ErrNoKeys) }

func (*PublicKey) IsEqual(*PublicKey) bool { panic(ErrNoKeys) }
