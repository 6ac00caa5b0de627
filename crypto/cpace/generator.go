package cpace

import (
	"crypto/sha512"
	"encoding/binary"

	"fives/crypto/ristretto"
)

// domain is G_Ristretto255.DSI (draft §8.3).
const domain = "CPaceRistretto255"

// lvCat returns every part after its length in LEB128 (draft §6.3).
func lvCat(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = binary.AppendUvarint(b, uint64(len(p)))
		b = append(b, p...)
	}
	return b
}

// generatorString is the input for the generator (draft §8.1). The
// zeros fill the first block of the hash, so that the time to hash the rest
// does not depend on the length of a short code.
func generatorString(code, channel, session []byte) []byte {
	used := len(lvCat([]byte(domain), code))
	zeros := make([]byte, max(0, sha512.BlockSize-1-used))
	return lvCat([]byte(domain), code, zeros, channel, session)
}

// generator is calculate_generator (draft §8.3).
func generator(code, channel, session []byte) ristretto.Element {
	uniform := sha512.Sum512(generatorString(code, channel, session))
	g, err := ristretto.FromUniform(uniform[:])
	if err != nil {
		panic("cpace: " + err.Error()) // unreachable: SHA-512 gives 64 bytes
	}
	return g
}
