package host

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

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

// Fingerprint returns the short form of an identity key that people compare:
// the first 80 bits of the key's SHA-256 in lower-case base32 (RFC 4648),
// in four groups of four, as in "k3xq-7mzd-aaju-2w6p". Finding another key
// with the same fingerprint takes about 2^80 tries.
func Fingerprint(pub ed25519.PublicKey) string {
	sum := sha256.Sum256(pub)
	s := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
	return s[0:4] + "-" + s[4:8] + "-" + s[8:12] + "-" + s[12:16]
}
