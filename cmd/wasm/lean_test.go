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
	for name, most := range map[string]int{"browser": 23_000_000, "proof": 7_500_000} {
		p, err := wasm.Find(name)
		if err != nil {
			t.Skip(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(p.Gzip))
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(segmentsOf(t, b)); len(b) > most || n >= 1000 {
			t.Errorf("%s: %d bytes of %d, %d segments", name, len(b), most, n)
		}
		if !bytes.Contains(b, []byte("fives/engine/table.(*Table)")) {
			t.Errorf("%s does not name its functions, so this test finds nothing", name)
		}
		for _, out := range []string{
			"google.golang.org/protobuf/internal/impl", "client_golang/prometheus.(*Registry)", "secp256k1/v4.(*FieldVal)",
			"identitycidv1cidv2",
		} {
			if bytes.Contains(b, []byte(out)) {
				t.Errorf("%s has %s", name, out)
			}
		}
	}
}
