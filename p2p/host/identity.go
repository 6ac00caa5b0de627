package host

import (
	"crypto/ed25519"
	"errors"
	"fmt"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/peer"
)

// ErrNotEd25519 says that a peer ID does not carry an Ed25519 key, so it
// cannot belong to a node.
var ErrNotEd25519 = errors.New("host: peer ID holds no Ed25519 key")

// PeerID returns the libp2p peer ID of an identity key.
func PeerID(pub ed25519.PublicKey) (peer.ID, error) {
	key, err := crypto.UnmarshalEd25519PublicKey(pub)
	if err != nil {
		return "", fmt.Errorf("host: public key: %w", err)
	}
	id, err := peer.IDFromPublicKey(key)
	if err != nil {
		return "", fmt.Errorf("host: peer ID: %w", err)
	}
	return id, nil
}

// PublicKey returns the identity key that a peer ID carries. It fails with
// [ErrNotEd25519] for peer IDs of other kinds of keys.
func PublicKey(id peer.ID) (ed25519.PublicKey, error) {
	key, err := id.ExtractPublicKey()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotEd25519, err)
	}
	if key.Type() != crypto.Ed25519 {
		return nil, ErrNotEd25519
	}
	raw, err := key.Raw()
	if err != nil {
		return nil, fmt.Errorf("host: public key: %w", err)
	}
	return raw, nil
}
