package instead

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"flag"
	"net"
	"strings"
	"testing"

	"github.com/libp2p/go-libp2p/core/crypto"
	"github.com/libp2p/go-libp2p/core/crypto/pb"
	"github.com/libp2p/go-libp2p/core/peer"
	"github.com/libp2p/go-libp2p/core/sec"
	"github.com/libp2p/go-libp2p/p2p/security/noise"
)

// others are keys that a page refuses, in hexadecimal digits: TestKeysInPage of cmd/wasm makes
// them, and runs these tests in a program like that of a page.
var others = flag.String("others", "", "public `keys` in protobuf, in hexadecimal digits, with commas between them")

// foreign is a node's key of another kind, as far as a handshake needs it.
type foreign struct {
	crypto.PrivKey
	kind pb.KeyType
	raw  []byte
}

func (f foreign) Type() pb.KeyType            { return f.kind }
func (f foreign) Raw() ([]byte, error)        { return f.raw, nil }
func (f foreign) GetPublic() crypto.PubKey    { return public{f} }
func (f foreign) Sign([]byte) ([]byte, error) { return make([]byte, 64), nil }

type public struct{ foreign }

func (public) Verify([]byte, []byte) (bool, error) { return false, nil }
func (p public) Equals(crypto.Key) bool            { return false }

func ed25519(t *testing.T) crypto.PrivKey {
	t.Helper()
	key, _, err := crypto.GenerateEd25519Key(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// meet lets two keys shake hands, and returns what each has of the other.
func meet(t *testing.T, dials, listens crypto.PrivKey) (there, here sec.SecureConn, errThere, errHere error) {
	t.Helper()
	a, b := net.Pipe()
	secure := func(key crypto.PrivKey) *noise.Transport {
		n, err := noise.New(noise.ID, key, nil)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	ours, theirs := secure(dials), secure(listens)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if there, errThere = theirs.SecureInbound(context.Background(), b, ""); errThere != nil {
			_ = b.Close()
		}
	}()
	id, err := peer.IDFromPrivateKey(listens)
	if err != nil {
		t.Fatal(err)
	}
	if here, errHere = ours.SecureOutbound(context.Background(), a, id); errHere != nil {
		_ = a.Close()
	}
	<-done
	return there, here, errThere, errHere
}

// Nodes with keys as ours meet.
func TestOwnKeys(t *testing.T) {
	one, two := ed25519(t), ed25519(t)
	there, here, errThere, errHere := meet(t, one, two)
	if errThere != nil || errHere != nil {
		t.Fatal(errThere, errHere)
	}
	if !there.RemotePublicKey().Equals(one.GetPublic()) || !here.RemotePublicKey().Equals(two.GetPublic()) {
		t.Errorf("%v and %v", there.RemotePeer(), here.RemotePeer())
	}
	b, err := crypto.MarshalPrivateKey(one)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := crypto.UnmarshalPrivateKey(b); err != nil || !same.Equals(one) {
		t.Errorf("%v, %v", same, err)
	}
}

// A key of another kind is refused with a reason, whoever dials.
func TestOtherKeys(t *testing.T) {
	if *others == "" {
		t.Skip("there are no other keys")
	}
	refused := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "a page knows") || strings.Contains(err.Error(), "panic") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for text := range strings.SplitSeq(*others, ",") {
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = crypto.UnmarshalPublicKey(b)
		refused("a public key", err)
		// 8, kind, 18, and the length of the key, in one byte or two
		raw := b[4:]
		if len(b) > 128 {
			raw = b[5:]
		}
		other := foreign{kind: pb.KeyType(b[1]), raw: raw}
		_, _, err, _ = meet(t, other, ed25519(t))
		refused("whoever dials", err)
		_, _, _, err = meet(t, ed25519(t), other)
		refused("whoever listens", err)
	}
}
