package signed

import (
	"bytes"
	"crypto/ed25519"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// key makes a key with ssh-keygen, and returns the name of its file and its line for
// allowed_signers.
func key(t *testing.T) (file string, line []byte) {
	t.Helper()
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	file = filepath.Join(t.TempDir(), "key")
	keygen(t, nil, "-q", "-t", "ed25519", "-N", "", "-C", "ana", "-f", file)
	public, err := os.ReadFile(file + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	return file, append([]byte(Principal+` namespaces="`+Namespace+`" `), public...)
}

func keygen(t *testing.T, in []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ssh-keygen", args...)
	cmd.Stdin = bytes.NewReader(in)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		t.Fatalf("ssh-keygen %q: %v: %s", args, err, problems.Bytes())
	}
	return out.Bytes()
}

// TestSigned: what ssh-keygen has signed with a maintainer's key for a release counts, and
// ssh-keygen says so too. One byte changed, of what is signed or of the signature, another
// namespace or another key, and it does not.
func TestSigned(t *testing.T) {
	file, line := key(t)
	other, _ := key(t)
	message := []byte("0123  fives-1.0.0-linux-amd64.tar.gz\n")
	sign := func(key, namespace string, more ...string) []byte {
		return keygen(t, message, append([]string{"-Y", "sign", "-n", namespace, "-f", key}, more...)...)
	}
	ours, err := Parse(append([]byte("# a comment\n\n"), line...))
	if err != nil {
		t.Fatal(err)
	}
	signature := sign(file, Namespace)
	if !ours.Signed(message, signature) || !ours.Signed(message, sign(file, Namespace, "-O", "hashalg=sha256")) {
		t.Error("a maintainer's signature does not count")
	}
	list, sig := filepath.Join(t.TempDir(), "allowed_signers"), filepath.Join(t.TempDir(), "sig")
	for name, b := range map[string][]byte{list: line, sig: signature} {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	keygen(t, message, "-Y", "verify", "-f", list, "-I", Principal, "-n", Namespace, "-s", sig)

	if (Signers{}).Signed(message, signature) {
		t.Error("a signature counts although there is no maintainer")
	}
	for name, s := range map[string][]byte{
		"for something else": sign(file, "file"), "by another key": sign(other, Namespace),
		"no signature": nil, "cut off": signature[:len(signature)/2], "not armoured": message,
	} {
		if ours.Signed(message, s) {
			t.Errorf("%s: it counts", name)
		}
	}
	for i := range message {
		changed := bytes.Clone(message)
		changed[i] ^= 1
		if ours.Signed(changed, signature) {
			t.Errorf("byte %d of the message is another, and the signature still counts", i)
		}
	}
	for i, c := range signature {
		changed := bytes.Clone(signature)
		if changed[i] = 'A'; c == 'A' {
			changed[i] = 'B'
		}
		if c != '\n' && c != '=' && ours.Signed(message, changed) {
			t.Errorf("byte %d of the signature is another, and it still counts", i)
		}
	}
}

// TestAllowedSigners: the file of the tree can be read, by this package in the only form that it
// takes, and whatever is of another form is an error and not left out.
func TestAllowedSigners(t *testing.T) {
	if _, err := Parse(allowedSigners); err != nil {
		t.Error(err)
	}
	_, line := key(t)
	for _, bad := range []string{
		"maintainer ssh-ed25519 AAAA", "someone" + string(line[len(Principal):]), string(line[:60]),
		`maintainer namespaces="fives-release" ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== ana`,
		`maintainer valid-before="20200101" ` + string(line[len(Principal)+1:]),
	} {
		if s, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%q is read: %d keys", bad, len(s))
		}
	}
}

// FuzzSigned: no bytes end the program, and none that the key has not made count.
func FuzzSigned(f *testing.F) {
	ours := Signers{ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)}
	f.Add([]byte("-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if ours.Signed([]byte("message"), b) {
			t.Error("it counts")
		}
	})
}
