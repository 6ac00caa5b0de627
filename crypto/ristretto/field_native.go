//go:build !wasm && !field32

package ristretto

import (
	"crypto/subtle"

	"filippo.io/edwards25519/field"
)

// fieldElement is an element of the field of order 2²⁵⁵ − 19.
type fieldElement = field.Element

// chooseGeneric sets a = row[index], as choose does, on processors of all kinds.
func (a *affine) chooseGeneric(row oddRow, index int) {
	*a = row[0]
	for j := 1; j < len(row); j++ {
		hit := subtle.ConstantTimeEq(int32(j), int32(index))
		a.plus.Select(&row[j].plus, &a.plus, hit)
		a.minus.Select(&row[j].minus, &a.minus, hit)
		a.t2d.Select(&row[j].t2d, &a.t2d, hit)
	}
}
