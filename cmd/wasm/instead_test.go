package main

import (
	"crypto/rand"
	"encoding/hex"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/libp2p/go-libp2p/core/crypto"

	"fives/p2p/waittest"
)

// TestKeysInPage: nodes of ours meet nodes in pages, and keys of other kinds are refused.
func TestKeysInPage(t *testing.T) {
	waittest.Builds(t)
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip(err)
	}
	var others []string
	for _, kind := range []int{crypto.RSA, crypto.Secp256k1, crypto.ECDSA} {
		_, key, err := crypto.GenerateKeyPairWithReader(kind, 2048, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		b, err := crypto.MarshalPublicKey(key)
		if err != nil {
			t.Fatal(err)
		}
		others = append(others, hex.EncodeToString(b))
	}
	dir := t.TempDir()
	r, err := findRelease(dir)
	if err != nil {
		t.Fatal(err)
	}
	flags, _, err := r.leaner(dir)
	if err != nil {
		t.Fatal(err)
	}
	flags = slices.Concat([]string{"test", "-v", "-vet=off", "-exec=env GOMAXPROCS=1 " + filepath.Join(r.root, "lib", "wasm", "go_js_wasm_exec")}, compiled(), flags)
	cmd := r.command(append(flags, "fives/cmd/wasm/instead", "-others="+strings.Join(others, ","))...)
	cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	b, err := cmd.CombinedOutput()
	if out := string(b); err != nil || !strings.Contains(out, "--- PASS: TestOtherKeys") || !strings.Contains(out, "--- PASS: TestOwnKeys") || strings.Contains(out, "panic") {
		t.Errorf("%v\n%s", err, out)
	}
}
