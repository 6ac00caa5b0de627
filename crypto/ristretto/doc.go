// Package ristretto is the prime-order group ristretto255 of RFC 9496, with
// values instead of receivers that are written to, so that a proof reads like
// its equations:
//
//	lhs := ristretto.MulBase(z)
//	rhs := commitment.Add(key.Mul(c))
//	ok := lhs.Equal(rhs)
//
// A Scalar is an integer modulo the group order ℓ; an Element is a group element. Both are
// values: copy them freely; nothing writes to them once they are made. Their zero values
// are 0 and the identity. Comparing them with == does not compile, because one Element has
// many representations.
//
// Decode and DecodeScalar accept exactly one encoding of each value. The
// identity is a valid encoding; protocols that must not receive it ask
// Element.IsIdentity.
//
// # Constant time
//
// Functions take a time, and touch memory, independently of the values of
// scalars and elements: no branch and no index depends on them. In detail:
//
//   - Scalar arithmetic and ScalarFromUniform are those of edwards25519.
//   - MulBase, Mul, MultiScalarMul, Table.Mul, Bases.MultiScalarMul and Bases.MultiplyShort
//     write scalars in odd digits, always the same number of them, and read a whole row of
//     multiples for each digit. On amd64 the assembly in choose_amd64.s does that reading;
//     elsewhere every entry is masked.
//   - Encode, FromUniform, Add, Sub, Neg and Equal are straight field
//     arithmetic. Encode and IsIdentity are shorter for an element whose encoding
//     is kept: that shows where the element comes from, not which one it is.
//   - NewTable, NewShortTable and Bases.Append are constant time too, so a table of a secret
//     element is safe.
//
// Not constant time: the functions and methods whose name starts with VarTime; whether
// Decode and DecodeScalar fail, and how far Decode gets before it does; the lengths of
// slices; and what a caller does with a bool. Nothing is wiped from memory: Go offers no
// way to do that for values.
//
// For signatures or a key exchange, use crypto/ed25519, crypto/ecdh or package cpace; this
// package is for the proofs of its sibling packages.
//
// Specification: SPEC.md §1.
package ristretto
