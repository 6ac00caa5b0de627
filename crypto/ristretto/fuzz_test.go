package ristretto

import (
	"bytes"
	"testing"

	gtank "github.com/gtank/ristretto255"
)

// What decodes re-encodes to the same bytes, and exactly that decodes which
// decodes elsewhere.
func FuzzDecode(f *testing.F) {
	f.Add(make([]byte, 32))
	base := Base().Encode()
	f.Add(base[:])
	f.Add(append(base[:], 0))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := Decode(b)
		if theirs := new(gtank.Element).Decode(b); (err == nil) != (theirs == nil) {
			t.Fatalf("Decode(%x): %v, gtank: %v", b, err, theirs)
		}
		if err != nil {
			return
		}
		if enc := e.encode(); !bytes.Equal(enc[:], b) || e.Encode() != enc {
			t.Fatalf("%x re-encodes as %x", b, enc)
		}
		if again := e.Add(Base()).Sub(Base()); !again.Equal(e) {
			t.Fatalf("%x is no group element", b)
		}
	})
}

func FuzzDecodeScalar(f *testing.F) {
	f.Add(make([]byte, 32))
	f.Add(bytes.Repeat([]byte{0xff}, 32))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := DecodeScalar(b)
		if err != nil {
			return
		}
		if enc := s.Encode(); !bytes.Equal(enc[:], b) {
			t.Fatalf("%x re-encodes as %x", b, enc)
		}
	})
}
