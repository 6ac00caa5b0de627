package ristretto

import (
	"encoding/hex"
	"math/big"
	"slices"
)

// The constants of RFC 9496 §4.1, in its notation.
var (
	d              = fieldFromDecimal("37095705934669439343138083508754565189542113879843219016388785533085940283555")
	sqrtM1         = fieldFromDecimal("19681161376707505956807079304988542015446066515923890162744021073123829784752")
	sqrtADMinusOne = fieldFromDecimal("25063068953384623474111414158702152701244531502492656460079210482610430750235")
	invSqrtAMinusD = fieldFromDecimal("54469307008909316920995813868745141605393597292927456921205312896311721017578")
	oneMinusDSq    = fieldFromDecimal("1159843021668779879193775521855586647937357759715417654439879720876111806838")
	dMinusOneSq    = fieldFromDecimal("40440834346308536858101042469323190826248399146238708352240133220865137265952")

	d2       = new(fieldElement).Add(d, d)
	one      = new(fieldElement).One()
	four     = new(fieldElement).Mult32(one, 4)
	minusOne = new(fieldElement).Negate(one)
)

// base is the generator, of RFC 9496 §4 by its encoding.
var base = func() Element {
	b, err := hex.DecodeString("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")
	if err != nil {
		panic("ristretto: " + err.Error())
	}
	e, err := Decode(b)
	if err != nil {
		panic("ristretto: " + err.Error())
	}
	return e
}()

func fieldFromDecimal(s string) *fieldElement {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		panic("ristretto: bad constant " + s)
	}
	b := n.FillBytes(make([]byte, 32))
	slices.Reverse(b)
	e, err := new(fieldElement).SetBytes(b)
	if err != nil {
		panic("ristretto: bad constant " + s)
	}
	return e
}
