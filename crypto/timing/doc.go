// Package timing consists of tests. They measure whether the time that operations of crypto
// take depends on their secrets. It is a package of its own because it measures all others
// in the same way.
//
// Each operation that touches a secret runs many times, in random order with one
// fixed secret and with random ones, and Welch's t-test compares the two classes,
// over all samples and over those below each of many percentiles (Reparaz,
// Balasch, Verbauwhede, "Dude, is my code constant time?", DATE 2017). A |t| of 5
// would be chance once in two million tests. Operations that are known to take
// variable time are measured in the same way, and must be found.
//
// The measurement takes minutes and is run by make timing; with
// GODEBUG=cpu.avx2=off it measures the code for processors without AVX2, and make
// timing-wasm measures the code of pages. make timing-short takes half a minute and fails
// only at a |t| of 20, so that a machine that does other things can run it; a lookup by a
// secret index has less than that after so short a time. The time may depend on public
// data: lengths, statements, proofs. The memory that the prover of a shuffle touches
// depends on its permutation (package shuffle); this test notices that
// only if it costs time.
package timing
