// Package batch verifies many proofs, also of different kinds, in one multi-scalar
// multiplication (SPEC §4.3, §6.3): every equation of every proof is multiplied by its
// own random number below 2¹²⁸, and the sum of all must be the identity. An element
// that is in several proofs is one term of the sum: keys, generators, masks with shares
// of several seats, and a stack that is the output of one pass and the input of the next.
//
// Claims are those of packages shuffle, dleq and schnorr. To open a claim is to make all
// checks but the equations, and to draw the challenges.
package batch
