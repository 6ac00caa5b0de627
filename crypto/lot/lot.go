package lot

import (
	"crypto/sha3"
	"encoding/binary"
	"fmt"
	"math/bits"

	"fives/crypto/ristretto"
)

// The cSHAKE256 customisations of SPEC §8.
const (
	pointDomain  = "fives/v2/lot point"
	resultDomain = "fives/v2/lot result"
)

// Point is the point U of the lot that is drawn at this head of a log.
func Point(head [32]byte) ristretto.Element {
	var wide [64]byte
	hash(pointDomain, head, wide[:])
	u, err := ristretto.FromUniform(wide[:])
	if err != nil {
		panic(fmt.Sprintf("lot: %v", err))
	}
	return u
}

// Draw makes a number below n of the sum of all shares of the point; n is at least 1. No
// number is likelier than another by more than 2⁻⁶⁴.
func Draw(sum ristretto.Element, n int) int {
	var b [16]byte
	hash(resultDomain, sum.Encode(), b[:])
	high, low := binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
	return int(bits.Rem64(high, low, uint64(n)))
}

func hash(domain string, in [32]byte, out []byte) {
	h := sha3.NewCSHAKE256(nil, []byte(domain))
	h.Write(in[:])
	h.Read(out)
}
