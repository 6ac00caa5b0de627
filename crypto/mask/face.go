package mask

import (
	"crypto/sha3"
	"encoding/binary"
	"fmt"
	"sync"

	"fives/crypto/ristretto"
)

// faceDomain is the cSHAKE256 customisation of SPEC §5.2.
const faceDomain = "fives/v1/face"

// Face returns the public point of the card with this index in the named deck. Two physical
// cards that look alike have two indices and two faces. Nobody knows a relation between two
// faces, or the logarithm of one.
func Face(deck string, index int) ristretto.Element {
	h := sha3.NewCSHAKE256(nil, []byte(faceDomain))
	var word [8]byte
	binary.BigEndian.PutUint64(word[:], uint64(len(deck)))
	h.Write(word[:])
	h.Write([]byte(deck))
	binary.BigEndian.PutUint64(word[:], uint64(index))
	h.Write(word[:])
	var wide [64]byte
	h.Read(wide[:])
	e, err := ristretto.FromUniform(wide[:])
	if err != nil {
		panic(fmt.Sprintf("mask: face %d of %q: %v", index, deck, err))
	}
	return e.KeepEncoding()
}

// known holds the faces computed so far, by deck.
var known sync.Map

// Faces returns the faces 0..n−1 of a deck in order; the caller must not change them.
// They are kept for ever, so the name of a deck must never come from a peer.
func Faces(deck string, n int) []ristretto.Element {
	if kept, ok := known.Load(deck); ok {
		if faces := kept.([]ristretto.Element); len(faces) >= n {
			return faces[:n:n]
		}
	}
	faces := make([]ristretto.Element, n)
	for i := range faces {
		faces[i] = Face(deck, i)
	}
	known.Store(deck, faces)
	return faces
}
