// Package batch verifies many proofs, also of different kinds, in one multi-scalar
// multiplication (SPEC §4.3, §6.3): every equation of every proof is multiplied by a
// random number below 2¹²⁸ of its own, and the sum of all must be the identity. An
// element that stands in several proofs is one term of the sum: a stack that one pass
// makes and the next one takes, masks of which several seats give shares, keys,
// generators.
//
// A claim is one of package shuffle, dleq or schnorr, which opens it: it refuses what can
// be refused without the equations, and draws the challenges.
package batch
