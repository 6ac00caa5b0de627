package host

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"testing"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/peer"
)

// testKey returns an identity that is the same in every run.
func testKey(n byte) ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = n
	return ed25519.NewKeyFromSeed(seed)
}

func TestPeerIDRoundTrip(t *testing.T) {
	pub := testKey(1).Public().(ed25519.PublicKey)
	id, err := PeerID(pub)
	if err != nil {
		t.Fatal(err)
	}
	back, err := PublicKey(id)
	if err != nil || !back.Equal(pub) {
		t.Errorf("got %x, %v; want %x", back, err, pub)
	}
	if _, err := PeerID(pub[:31]); err == nil {
		t.Error("a short key is accepted")
	}
}

func TestPublicKeyRefusesOtherKeys(t *testing.T) {
	_, secp, err := crypto.GenerateSecp256k1Key(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	other, err := peer.IDFromPublicKey(secp)
	if err != nil {
		t.Fatal(err)
	}
	for what, id := range map[string]peer.ID{"none": "", "bytes": "abc", "secp256k1": other} {
		if _, err := PublicKey(id); !errors.Is(err, ErrNotEd25519) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
