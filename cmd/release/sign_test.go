package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fives/cli/signed"
)

// TestSign: without a key a release says that it is unsigned. With a maintainer's, the signature
// beside the sums is one that ssh-keygen -Y verify takes, as SECURITY.md says, and only until a
// byte of the sums is another. A key that is none of the tree's is refused, and leaves no signature.
func TestSign(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	folder, keys := t.TempDir(), t.TempDir()
	key := filepath.Join(keys, "key")
	if out, err := exec.CommandContext(t.Context(), "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list := fmt.Appendf(nil, "maintainer namespaces=%q %s", "fives-release", read(t, keys, "key.pub"))
	maintainers, err := signed.Parse(list)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{filepath.Join(keys, "allowed_signers"): list, filepath.Join(folder, "fives-1.0.0-linux-amd64.tar.gz"): []byte("x")} {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := writeSums(folder); err != nil {
		t.Fatal(err)
	}
	sums := read(t, folder, sumsFile)
	said, err := sign(t.Context(), folder, "", maintainers)
	if _, missing := os.Stat(filepath.Join(folder, "SHA256SUMS.sig")); err != nil || !strings.HasPrefix(said, "unsigned") || !os.IsNotExist(missing) {
		t.Errorf("without a key: %q (%v), %v", said, err, missing)
	}
	_, err = sign(t.Context(), folder, key, nil)
	if _, missing := os.Stat(filepath.Join(folder, "SHA256SUMS.sig")); err == nil || !strings.Contains(err.Error(), "allowed_signers") || !os.IsNotExist(missing) {
		t.Errorf("with the key of somebody else: %v, %v", err, missing)
	}
	if said, err = sign(t.Context(), folder, key, maintainers); err != nil || !strings.HasPrefix(said, "signed") {
		t.Fatalf("%q (%v)", said, err)
	}
	if !bytes.Equal(read(t, folder, sumsFile), sums) {
		t.Error("signing changes the sums")
	}
	for _, in := range []string{string(sums), string(sums) + "\n"} {
		cmd := exec.CommandContext(t.Context(), "ssh-keygen", "-Y", "verify", "-f", filepath.Join(keys, "allowed_signers"), "-I", "maintainer", "-n", "fives-release", "-s", filepath.Join(folder, "SHA256SUMS.sig"))
		cmd.Stdin = strings.NewReader(in)
		if out, err := cmd.CombinedOutput(); (err == nil) != (in == string(sums)) {
			t.Errorf("ssh-keygen: %v: %s", err, out)
		}
	}
}
