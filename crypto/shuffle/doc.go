// Package shuffle is the verifiable shuffle: it re-masks and permutes a stack
// of masked cards and proves in zero knowledge that it did nothing else.
//
// The argument is that of Bayer and Groth (EUROCRYPT 2012) with one row
// (m = 1), made non-interactive. The prover commits to its permutation π
// (c_A → x) and to the powers x^π(i) (c_B → y, z). One sub-argument, the
// single-value product of §5.3, shows that y·π(i) + x^π(i) − z multiply to
// ∏(y·i + x^i − z), so that c_B holds a permutation of x, …, x^N that was
// fixed before x. The other, the multi-exponentiation of §4, shows that with
// the exponents in the same c_B the output stack makes Σ x^i·in_i, up to a
// re-masking. The product and c_D = y·c_A + c_B are the verifier's own work.
// It is an argument of knowledge of π and of the re-mask factors.
//
// Where it departs from the paper: with m = 1 the multi-exponentiation is a
// plain Σ-protocol and needs no c_{B_k}; both sub-arguments share their last
// challenge e; b̃_1 = ã_1 and b̃_N = e·∏ are computed instead of sent. A proof
// has 8 elements and 3N+2 scalars.
//
// Verify checks all five equations with one multi-scalar multiplication under random
// weights, and is variable-time. Package sigma does the same for many proofs at once, such
// as those of all passes of a finished shuffle. Prove uses constant-time group and scalar
// arithmetic on everything secret; which memory it touches does depend on the permutation.
// Shuffle and Prove use all cores.
//
// Prepare computes, before the stack is there, those parts of a pass that are public.
// Nothing secret is made ahead: copies of a machine would use it for several stacks (SPEC
// §6.7).
//
// Package mask says what a mask is and opens it; package sigma proves that a share is
// right.
//
// A caller builds the trivial stack of the first pass by itself
// (mask.TrivialStack) and passes the verified output of each pass as the input
// of the next. The format is SPEC §6. The shortest use:
//
//	out, w, err := shuffle.Shuffle(pk, in, rand.Reader)
//	st := shuffle.Statement{PK: pk, In: in, Out: out}
//	proof, err := shuffle.Prove(t, st, w, rand.Reader)
//	err = shuffle.Verify(u, st, proof) // u is bound like t
package shuffle
