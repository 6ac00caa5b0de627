package host

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"regexp"
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

// PROTOCOL §2.1. The value was computed with sha256sum and base32.
func TestFingerprint(t *testing.T) {
	zero := make(ed25519.PublicKey, ed25519.PublicKeySize)
	if got, want := Fingerprint(zero), "mzuh-vlpy-mk6x-o3ep"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	shape := regexp.MustCompile(`^([a-z2-7]{4}-){3}[a-z2-7]{4}$`)
	a, b := Fingerprint(testKey(1).Public().(ed25519.PublicKey)), Fingerprint(testKey(2).Public().(ed25519.PublicKey))
	if !shape.MatchString(a) || a == b {
		t.Errorf("%s, %s", a, b)
	}
}
