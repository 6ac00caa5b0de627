// Package field32 is arithmetic modulo 2²⁵⁵ − 19 for WebAssembly, which cannot multiply two
// numbers of 64 bits into one of 128. There it takes half of the time that
// filippo.io/edwards25519/field takes. It has those methods of that package's Element that
// package ristretto uses, with the same meaning. It is a package of its own because tests
// compare it with that one on every machine.
//
// An Element has ten limbs of 26 and 25 bits in turn (Bernstein, "Curve25519: new
// Diffie-Hellman speed records", 2006, §4): products of limbs and their sums fit into
// 64 bits.
//
// # Width
//
// Add, Subtract and Negate do not carry, so limbs may be larger, and negative. An Element
// has width w if its limbs, even and odd ones, are at most w·(2²⁶ + 2¹⁷) and w·(2²⁵ + 2¹⁷)
// in absolute value.
//
//   - What SetBytes, One, Multiply, Square, Mult32, Invert and SqrtRatio set has width 1.
//   - A sum or a difference has the widths of both operands added up. Negate keeps the
//     width, and Select and Swap give the larger of two.
//   - The factors of Multiply may have widths whose product is at most 16: two elements of
//     width 4, say. The argument of Square may have width 4, and so may that of Invert.
//   - An Element of width 16 can be encoded, compared and multiplied by Mult32.
//
// Nothing checks widths: users of the package have to count.
//
// # Constant time
//
// No branch and no index depends on limbs or on conditions.
package field32
