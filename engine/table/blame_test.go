package table

import (
	"crypto/ed25519"
	"errors"
	"testing"

	"fives/crypto/sigma"
	"fives/engine/record"
)

// A counter is a false proof that counts how often somebody looks at it.
type counter struct{ looks *int }

var errFalse = errors.New("a false proof")

func (c counter) Verify() error { *c.looks++; return errFalse }

func (c counter) Open() (sigma.Opened, error) { *c.looks++; return sigma.Opened{}, errFalse }

// The proof of a record is worth a look only when its author is known to have signed it,
// whether something else is wrong with the record or not.
func TestSignatureBeforeProof(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	signed, err := record.Sign(key, record.Payload{Version: record.Version, Kind: record.KindMove, Body: []byte{0xa0}})
	if err != nil {
		t.Fatal(err)
	}
	unsigned := signed
	unsigned.Signature[7] ^= 1
	wrong := errors.New("wrong cards")
	for name, look := range map[string]func(c Claim) error{
		"a wrong body": func(c Claim) error { return c.refuse(wrong) },
		"a good body":  func(c Claim) error { _, err := c.Verify(nil); return err },
		"among others": func(c Claim) error { _, errs := VerifyAll([]Claim{c, c}, nil); return errs[1] },
	} {
		looks := 0
		err := look(Claim{checked: Checked{record: unsigned}, unsigned: true, proof: counter{&looks}})
		var f *Fault
		if looks != 0 || !errors.Is(err, ErrForeign) || errors.As(err, &f) {
			t.Errorf("%s, unsigned: %v after %d looks at the proof", name, err, looks)
		}
		err = look(Claim{checked: Checked{record: signed, seat: 2}, unsigned: true, proof: counter{&looks}})
		if !errors.As(err, &f) || f.Seat != 2 || !errors.Is(err, errFalse) || looks == 0 {
			t.Errorf("%s, signed: %v after %d looks at the proof", name, err, looks)
		}
	}
}

// A fault holds nothing but what its author has signed, whoever has looked at it before.
func TestBlameLooksAtSignatures(t *testing.T) {
	good, err := record.Sign(ed25519.NewKeyFromSeed(make([]byte, 32)), record.Payload{Version: record.Version, Kind: record.KindMove, Body: []byte{0xa0}})
	if err != nil {
		t.Fatal(err)
	}
	bad := good
	bad.Signature[0] ^= 1
	for name, c := range map[string]struct {
		records []record.Record
		fault   bool
	}{
		"one":             {[]record.Record{good}, true},
		"one, unsigned":   {[]record.Record{bad}, false},
		"two":             {[]record.Record{good, good}, true},
		"two, the first":  {[]record.Record{bad, good}, false},
		"two, the second": {[]record.Record{good, bad}, false},
	} {
		err := blame(1, 2, ErrTwo, c.records...)
		var f *Fault
		if errors.As(err, &f) != c.fault || !c.fault && !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
