package record

import (
	"testing"

	"fives/crypto/signature"
)

// Prepared keys say of every signature what Signed says.
func TestSignedWith(t *testing.T) {
	good, err := Sign(testKey(1), payload(t, KindLeave, Leave{}))
	if err != nil {
		t.Fatal(err)
	}
	notice, err := SignNotice(testKey(1), payload(t, KindLeave, Leave{}))
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]Record{"good": good, "notice": notice}
	change := func(name string, f func(r *Record)) {
		r := good
		f(&r)
		records[name] = r
	}
	change("signature", func(r *Record) { r.Signature[40] ^= 1 })
	change("payload", func(r *Record) { r.Payload = append([]byte{0}, r.Payload...) })
	change("author", func(r *Record) { r.Author = KeyOf(testKey(2)) })
	change("no point", func(r *Record) { r.Author = Key{2} })

	var keys signature.Keys
	for name, r := range records {
		for range 2 { // the second time, the key is prepared
			if got, want := r.SignedWith(&keys), r.Signed(); got != want {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
		}
	}
	if err := good.SignedWith(&keys); err != nil {
		t.Error(err)
	}
}
