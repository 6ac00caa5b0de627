package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"fives/cli/wasm"
)

// TestLean: what nobody needs is in no program. If a new Go or go-libp2p brings something back,
// TestEdits or the compiler's complaint in the output of make wasm tells which edit or which
// package of cmd/wasm/instead no longer fits. If the program has grown by what it does for
// people, the limit here may grow.
func TestLean(t *testing.T) {
	for name, most := range map[string]int{"browser": 20_000_000, "proof": 7_300_000} {
		p, err := wasm.Find(name)
		if err != nil {
			t.Skip(err)
		}
		b := unpack(t, p.Gzip)
		if n := len(segmentsOf(t, b)); len(b) > most || n >= 1000 {
			t.Errorf("%s: %d bytes of %d, %d segments", name, len(b), most, n)
		}
		if !bytes.Contains(b, []byte("fives/engine/table.(*Table)")) {
			t.Errorf("%s does not name its functions, so this test finds nothing", name)
		}
		for _, out := range []string{
			"google.golang.org/protobuf/internal/impl", "client_golang/prometheus.(*Registry)", "secp256k1/v4.(*FieldVal)",
			"identitycidv1cidv2", // what go-multicodec begins with
			// Of these, initialisers are left that do nothing.
			"nistec.(*", "nistec/fiat.(*", "mlkem.(*", "hpke.(*", "fips140/rsa.Verify", "fips140/ecdsa.Verify",
			"encoding/asn1.parse", "dnsmessage.(*", "idna.(*", "flate.(*compressor).deflate", "httpproxy.(*",
			"regexp/syntax.(*", "regexp.(*machine)", "blake3/guts.", "cpuid/v2.(*", "murmur3.(*digest",
		} {
			if bytes.Contains(b, []byte(out)) {
				t.Errorf("%s has %s", name, out)
			}
		}
	}
}

func unpack(t *testing.T, packed []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
