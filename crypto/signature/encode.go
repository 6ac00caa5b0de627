package signature

import (
	"filippo.io/edwards25519"
	"filippo.io/edwards25519/field"
)

// encode encodes points (RFC 8032 §5.1.2), with one inversion for all (Montgomery's
// trick).
func encode(points []*edwards25519.Point) [][32]byte {
	before := make([]field.Element, len(points)) // the product of all Z before i
	product := new(field.Element).One()
	for i, p := range points {
		_, _, z, _ := p.ExtendedCoordinates()
		before[i].Set(product)
		product.Multiply(product, z)
	}
	inverse := new(field.Element).Invert(product)
	encoded := make([][32]byte, len(points))
	for i := len(points) - 1; i >= 0; i-- {
		x, y, z, _ := points[i].ExtendedCoordinates()
		zInv := new(field.Element).Multiply(inverse, &before[i])
		inverse.Multiply(inverse, z)
		encoded[i] = [32]byte(y.Multiply(y, zInv).Bytes())
		encoded[i][31] |= byte(x.Multiply(x, zInv).IsNegative() << 7)
	}
	return encoded
}
