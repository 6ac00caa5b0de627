package signature

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/hex"
	"slices"
	"testing"

	"filippo.io/edwards25519"
	"pgregory.net/rapid"
)

// known are the keys of some tests.
var known Keys

// agree fails the test unless a Key and crypto/ed25519 agree on a signature, and
// returns their answer.
func agree(t rapid.TB, public, message, sig []byte) bool {
	t.Helper()
	want := ed25519.Verify(public, message, sig)
	k, err := NewKey(public)
	if got := err == nil && k.Verify(message, sig); got != want {
		t.Fatalf("public key %x, message %x, signature %x: %t (%v), crypto/ed25519 says %t", public, message, sig, got, err, want)
	}
	for _, keys := range []*Keys{nil, &known} {
		one := Signed{[32]byte(public), message, sig}
		for _, list := range [][]Signed{{one}, {one, good(1), good(2)}, {good(1), good(2), one}} {
			if got := keys.VerifyAll(list); got != want {
				t.Fatalf("public key %x, message %x, signature %x: %t together with %d others, crypto/ed25519 says %t", public, message, sig, got, len(list)-1, want)
			}
		}
		if got := keys.Verify([32]byte(public), message, sig); got != want {
			t.Fatalf("public key %x, message %x, signature %x: %t, crypto/ed25519 says %t", public, message, sig, got, want)
		}
	}
	return want
}

// good is a message with a good signature.
func good(n byte) Signed {
	private, message := ed25519.NewKeyFromSeed(slices.Repeat([]byte{n}, 32)), []byte{n, 1}
	return Signed{[32]byte(private.Public().(ed25519.PublicKey)), message, ed25519.Sign(private, message)}
}

func drawKey(t *rapid.T) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "seed"))
}

func TestHonestSignatures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		private, message := drawKey(t), rapid.SliceOf(rapid.Byte()).Draw(t, "message")
		if !agree(t, private.Public().(ed25519.PublicKey), message, ed25519.Sign(private, message)) {
			t.Fatal("refused")
		}
	})
}

// Attack: any byte changed, and wrong lengths.
func TestAttackMutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		private, message := drawKey(t), []byte("message")
		public, sig := slices.Clone([]byte(private.Public().(ed25519.PublicKey))), ed25519.Sign(private, message)
		b := rapid.SampledFrom([][]byte{public, message, sig}).Draw(t, "what")
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "where")] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		}
		agree(t, public, message, sig)
		agree(t, public, message, sig[:rapid.IntRange(0, 63).Draw(t, "length")])
	})
}

// multiples returns p times 0 to 7.
func multiples(p *edwards25519.Point) []*edwards25519.Point {
	list := []*edwards25519.Point{edwards25519.NewIdentityPoint()}
	for range 7 {
		list = append(list, new(edwards25519.Point).Add(list[len(list)-1], p))
	}
	return list
}

// torsion are the points of the subgroup of order 8.
var torsion = func() []*edwards25519.Point {
	b, _ := hex.DecodeString("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
	p, err := new(edwards25519.Point).SetBytes(b)
	if err != nil {
		panic(err)
	}
	return multiples(p)
}()

// spellings are the encodings of p that a decoder takes: y may be p to 2²⁵⁵−1 as
// well, and a zero x may have either sign.
func spellings(p *edwards25519.Point) (list [][]byte) {
	canonical := p.Bytes()
	for _, sign := range []byte{0, 0x80} {
		for _, high := range []bool{false, true} {
			b := slices.Clone(canonical)
			b[31] = b[31]&0x7f | sign
			if high { // y + p, if that is below 2²⁵⁵
				if b[0] >= 19 || !bytes.Equal(b[1:31], make([]byte, 30)) || b[31]&0x7f != 0 {
					continue
				}
				b[0] += 0xed
				for i := 1; i < 31; i++ {
					b[i] = 0xff
				}
				b[31] |= 0x7f
			}
			if q, err := new(edwards25519.Point).SetBytes(b); err == nil && q.Equal(p) == 1 {
				list = append(list, b)
			}
		}
	}
	return list
}

// Attack: keys and commitments with a part of small order. A verifier with another
// rule than crypto/ed25519 accepts other ones.
func TestAttackTorsion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := signer{
			a: drawScalar(t, "a"), torsionA: rapid.SampledFrom(torsion).Draw(t, "torsion of A"),
			r: drawScalar(t, "r"), torsionR: rapid.SampledFrom(torsion).Draw(t, "torsion of R"),
		}
		drawn.sign(t, rapid.SliceOfN(rapid.Byte(), 0, 4).Draw(t, "message"))
	})
}

// Attack: keys and commitments of small order, in all spellings. Some signatures are
// accepted, also with a key in another spelling.
func TestAttackSmallOrder(t *testing.T) {
	var n counts
	for _, torsionA := range torsion {
		for _, torsionR := range torsion {
			for m := range byte(8) {
				zero := edwards25519.NewScalar()
				c := signer{zero, zero, torsionA, torsionR}.sign(t, []byte{m})
				n.accepted, n.refused, n.odd = n.accepted+c.accepted, n.refused+c.refused, n.odd+c.odd
			}
		}
	}
	if n.accepted == 0 || n.refused == 0 || n.odd == 0 {
		t.Errorf("%+v", n)
	}
}

// A signer has the key a·B and commits itself to r·B, both with a part of small order.
type signer struct {
	a, r               *edwards25519.Scalar
	torsionA, torsionR *edwards25519.Point
}

// counts are of signatures; odd ones are accepted with a key in another spelling.
type counts struct{ accepted, refused, odd int }

// sign signs a message in all spellings of the key and the commitment, and checks that
// the same signatures are accepted as by crypto/ed25519.
func (s signer) sign(t rapid.TB, message []byte) (n counts) {
	public := new(edwards25519.Point).ScalarBaseMult(s.a)
	public.Add(public, s.torsionA)
	commitment := new(edwards25519.Point).ScalarBaseMult(s.r)
	commitment.Add(commitment, s.torsionR)
	for _, encodedA := range spellings(public) {
		for _, encodedR := range spellings(commitment) {
			c := challenge(encodedR, encodedA, message)
			response := edwards25519.NewScalar().MultiplyAdd(c, s.a, s.r)
			switch {
			case !agree(t, encodedA, message, append(slices.Clone(encodedR), response.Bytes()...)):
				n.refused++
			case bytes.Equal(encodedA, public.Bytes()):
				n.accepted++
			default:
				n.odd++
			}
		}
	}
	return n
}

func drawScalar(t *rapid.T, label string) *edwards25519.Scalar {
	s, err := edwards25519.NewScalar().SetUniformBytes(rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, label))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func challenge(r, a, message []byte) *edwards25519.Scalar {
	h := sha512.Sum512(slices.Concat(r, a, message))
	c, err := edwards25519.NewScalar().SetUniformBytes(h[:])
	if err != nil {
		panic(err)
	}
	return c
}

// Attack: S + ℓ, S + 2ℓ, … in place of S, as long as they fit in 32 bytes.
func TestAttackLargeS(t *testing.T) {
	order, _ := hex.DecodeString("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
	private, message := ed25519.NewKeyFromSeed(make([]byte, 32)), []byte("message")
	public, sig := []byte(private.Public().(ed25519.PublicKey)), ed25519.Sign(private, message)
	if !agree(t, public, message, sig) {
		t.Fatal("refused")
	}
	for n := 1; ; n++ {
		carry := 0
		for i, b := range order {
			carry += int(sig[32+i]) + int(b)
			sig[32+i], carry = byte(carry), carry>>8
		}
		if carry > 0 {
			return
		}
		if agree(t, public, message, sig) {
			t.Errorf("S + %dℓ is accepted", n)
		}
	}
}

// Bytes that are no key, because of their length or because they are no point.
func TestNoKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "key")
		_, err := NewKey(b)
		if _, bad := new(edwards25519.Point).SetBytes(b); (err == nil) != (bad == nil) {
			t.Errorf("%x: %v", b, err)
		}
		if len(b) == ed25519.PublicKeySize {
			agree(t, b, nil, make([]byte, 64))
		}
	})
}

// Points encoded together are encoded as each is alone.
func TestEncode(t *testing.T) {
	points := slices.Clone(torsion)
	for i := range 20 {
		p := edwards25519.NewGeneratorPoint()
		for range i {
			p.Add(p.Double(p), torsion[i%8])
		}
		points = append(points, p)
	}
	for n := range points {
		for i, encoded := range encode(points[:n]) {
			if want := points[i].Bytes(); !bytes.Equal(encoded[:], want) {
				t.Errorf("%d of %d: %x, want %x", i, n, encoded, want)
			}
		}
	}
}

// VerifyAll is true for an empty list, and false if any one signature is false.
func TestVerifyAll(t *testing.T) {
	for _, keys := range []*Keys{nil, new(Keys)} {
		if !keys.VerifyAll(nil) {
			t.Error("nothing is refused")
		}
		for bad := range 5 {
			var list []Signed
			for n := range byte(5) {
				list = append(list, good(n))
			}
			if !keys.VerifyAll(list) {
				t.Error("refused")
			}
			list[bad].Message = []byte("another")
			if keys.VerifyAll(list) {
				t.Errorf("accepted though number %d is false", bad)
			}
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	private, message := ed25519.NewKeyFromSeed(make([]byte, 32)), make([]byte, 400)
	public, sig := private.Public().(ed25519.PublicKey), ed25519.Sign(private, message)
	k, err := NewKey(public)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("prepared", func(b *testing.B) {
		for b.Loop() {
			if !k.Verify(message, sig) {
				b.Fatal("refused")
			}
		}
	})
	b.Run("crypto", func(b *testing.B) {
		for b.Loop() {
			if !ed25519.Verify(public, message, sig) {
				b.Fatal("refused")
			}
		}
	})
	b.Run("prepare", func(b *testing.B) {
		for b.Loop() {
			NewKey(public)
		}
	})
}
