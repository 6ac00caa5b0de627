//go:build js

package indexed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"fives/p2p/kv"
	"fives/p2p/store/memory"
)

// A Place is the name of a database and the key to its entries. Every page of the origin, whoever
// served it, can see the database and its name, so the name must not tell the key.
type Place struct {
	Name string
	Key  [sha256.Size]byte
}

// A seal encrypts the entries of a database. Each is stored under the HMAC of its name; name and value
// are sealed with AES-GCM (NIST SP 800-38D), with that HMAC as additional data and a random nonce,
// which precedes the ciphertext.
type seal struct {
	cipher.AEAD
	names []byte // key of the HMAC
}

func newSeal(key [sha256.Size]byte) (seal, error) {
	block, err := aes.NewCipher(mac(key[:], "values"))
	if err != nil {
		return seal{}, err
	}
	g, err := cipher.NewGCMWithRandomNonce(block)
	return seal{g, mac(key[:], "names")}, err
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// key returns the key under which an entry is stored.
func (s seal) key(name string) []byte { return mac(s.names, name) }

func (s seal) encrypt(e memory.Entry) []byte {
	plain := binary.AppendUvarint(nil, uint64(len(e.Name)))
	plain = append(append(plain, e.Name...), e.Value...)
	return s.Seal(nil, nil, plain, s.key(e.Name))
}

func (s seal) decrypt(key, sealed []byte) (e memory.Entry, err error) {
	plain, err := s.Open(nil, nil, sealed, key)
	n, size := binary.Uvarint(plain)
	if err != nil || size <= 0 || n > uint64(len(plain)-size) {
		return e, fmt.Errorf("%w: what lies at %x was not put there by this node", kv.ErrDamaged, key)
	}
	end := size + int(n)
	return memory.Entry{Name: string(plain[size:end]), Value: plain[end:]}, nil
}
