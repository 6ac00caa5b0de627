package signed

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"encoding/binary"
	"encoding/pem"
	"fmt"
	"strings"
	"sync"
)

// Namespace is what a signature is for: one that a maintainer's key has made for something else
// does not count.
const Namespace = "fives-release"

// Principal is whom allowed_signers calls every key's owner.
const Principal = "maintainer"

//go:embed allowed_signers
var allowedSigners []byte

// Signers are keys whose signatures count.
type Signers []ed25519.PublicKey

// Maintainers are those of allowed_signers.
var Maintainers = sync.OnceValue(func() Signers {
	s, err := Parse(allowedSigners)
	if err != nil {
		panic(err) // TestAllowedSigners reads it
	}
	return s
})

// Parse reads a file of the form of allowed_signers.
func Parse(text []byte) (all Signers, err error) {
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		if len(f) < 4 || f[0] != Principal || f[1] != `namespaces="`+Namespace+`"` || f[2] != algorithm {
			return nil, fmt.Errorf("allowed_signers: %q is not %s namespaces=%q %s KEY", line, Principal, Namespace, algorithm)
		}
		blob, err := base64.StdEncoding.DecodeString(f[3])
		key, ok := readKey(blob)
		if err != nil || !ok {
			return nil, fmt.Errorf("allowed_signers: %q has no Ed25519 key", line)
		}
		all = append(all, key)
	}
	return all, nil
}

const algorithm = "ssh-ed25519"

// preamble begins a signature and what is signed.
const preamble = "SSHSIG"

// Signed reports whether one of these keys has signed the message for a release. The signature is
// what ssh-keygen has written into a file.
func (s Signers) Signed(message, signature []byte) bool {
	block, _ := pem.Decode(signature)
	if block == nil || block.Type != "SSH SIGNATURE" {
		return false
	}
	b, ok := bytes.CutPrefix(block.Bytes, []byte(preamble+"\x00\x00\x00\x01"))
	if !ok {
		return false
	}
	var f [5][]byte // public key, namespace, reserved, hash, signature
	for i := range f {
		if f[i], b, ok = next(b); !ok {
			return false
		}
	}
	key, ok := readKey(f[0])
	kind, rest, read := next(f[4])
	sig, rest, whole := next(rest)
	if !ok || !read || !whole || len(rest)+len(b)+len(f[2]) > 0 || string(kind) != algorithm || string(f[1]) != Namespace {
		return false
	}
	var hash []byte
	switch string(f[3]) {
	case "sha512":
		h := sha512.Sum512(message)
		hash = h[:]
	case "sha256":
		h := sha256.Sum256(message)
		hash = h[:]
	default:
		return false
	}
	text := []byte(preamble)
	for _, part := range [][]byte{f[1], nil, f[3], hash} {
		text = append(binary.BigEndian.AppendUint32(text, uint32(len(part))), part...)
	}
	for _, k := range s {
		if k.Equal(key) {
			return len(sig) == ed25519.SignatureSize && ed25519.Verify(k, text, sig)
		}
	}
	return false
}

// readKey reads a public key as SSH writes it.
func readKey(b []byte) (ed25519.PublicKey, bool) {
	kind, b, ok := next(b)
	key, b, whole := next(b)
	return key, ok && whole && len(b) == 0 && string(kind) == algorithm && len(key) == ed25519.PublicKeySize
}

// next cuts a text off b that follows its length.
func next(b []byte) (text, rest []byte, ok bool) {
	if len(b) < 4 || uint64(binary.BigEndian.Uint32(b)) > uint64(len(b)-4) {
		return nil, nil, false
	}
	n := 4 + binary.BigEndian.Uint32(b)
	return b[4:n], b[n:], true
}
