package sigma

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

// LotPoint returns the point U for the lot that is drawn at this head of a log.
func LotPoint(head [32]byte) ristretto.Element {
	var wide [64]byte
	hashLot(pointDomain, head, wide[:])
	u, err := ristretto.FromUniform(wide[:])
	if err != nil {
		panic(fmt.Sprintf("sigma: %v", err))
	}
	return u
}

// DrawLot turns the sum of all shares of the point into a number below n, which must be at
// least 1. No number is likelier than another by more than 2⁻⁶⁴.
func DrawLot(sum ristretto.Element, n int) int {
	var b [16]byte
	hashLot(resultDomain, sum.Encode(), b[:])
	high, low := binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
	return int(bits.Rem64(high, low, uint64(n)))
}

// hashLot fills out with cSHAKE256 output for in.
func hashLot(domain string, in [32]byte, out []byte) {
	h := sha3.NewCSHAKE256(nil, []byte(domain))
	h.Write(in[:])
	h.Read(out)
}
