// Package sigma holds the sigma protocols of a table: the proofs that a seat knows the
// secret x behind its key X = x·G, and that it has used this x and no other.
//
// A sigma protocol is a proof in three messages. The prover sends a commitment, here R =
// k·G to a secret k that it uses once; the verifier sends a random challenge c; the prover
// responds with s = k + c·x. The verifier checks one equation for each thing that is
// claimed, here s·G = R + c·X. Whoever can answer two challenges for one commitment knows
// x: it is the difference of the responses divided by that of the challenges. And whoever
// is told c beforehand can make all three messages without x, so they reveal nothing about
// it. Here the challenge is a hash of all that came before it (Fiat and Shamir), so nobody
// has to be asked: it comes from a transcript that the caller has already bound to protocol
// version, table, head, hand, step and seat. A proof that is copied to any other place does
// not verify.
//
// There are two of them:
//
//   - Schnorr proves possession of x for X = x·G. A seat publishes such a proof with the key
//     of every hand. It keeps a seat from choosing its key as a difference of other seats'
//     keys, which would let it know the joint key's secret (a rogue key).
//   - DLEQ proves that one x lies behind a key and behind k shares: D_j = x·A_j for all j. A
//     record that opens k masks carries one proof, whatever k is. It is the protocol of Chaum
//     and Pedersen on the random combination (Σ w_j·A_j, Σ w_j·D_j), whose weights come from
//     the transcript after the whole statement: if a single share is wrong, so is the
//     combination, but for a probability of 1/ℓ.
//
// A DLEQ proof is sent as (T1, T2, s), 96 bytes, rather than as (c, s), 64 bytes. Recovering
// T1 and T2 from (c, s) takes two multi-scalar multiplications; with the commitments at hand
// both equations go into one.
//
// # Many proofs at once
//
// [VerifyTogether] verifies many proofs, also of different kinds and those of package
// shuffle, in one multi-scalar multiplication (SPEC §4.3, §6.3): every equation of every
// proof is multiplied by its own random number below 2¹²⁸, and the sum of all must be the
// identity. An element that occurs in several proofs is one term of the sum: a key, a
// generator, a mask of which several seats give shares, or a stack that is the output of
// one pass and the input of the next. To open a claim is to make all checks except the
// equations, and to draw the challenges.
//
// # The lot
//
// A lot draws one of several seats so that nobody knows or chooses which. All seats whose
// hand keys make the joint key of package mask give their share x·U of a public point U,
// [LotPoint], with a DLEQ proof; the sum D of the shares is the joint secret times U, and
// [DrawLot] makes a seat of it. U is a hash of the log up to the keys, so D is fixed before
// anybody can know it: as long as one seat keeps its secret, computing D means solving the
// Diffie-Hellman problem for that seat's key and U. Whoever gives the last share knows the
// result before the others do. That seat can withhold the share, but cannot bring about
// another result.
//
// # Sources
//
// The format is SPEC §3 (Schnorr), §4 (DLEQ) and §8 (the lot). Schnorr, "Efficient
// Identification and Signatures for Smart Cards" (CRYPTO '89); Chaum and Pedersen, "Wallet
// Databases with Observers" (CRYPTO '92); Fiat and Shamir, "How to Prove Yourself" (CRYPTO
// '86); Cramer, Damgård and Schoenmakers (CRYPTO '94), who named what they have in common;
// Bellare, Garay and Rabin, "Fast Batch Verification" (EUROCRYPT '98). The lot is DDH-DVRF
// of Galindo, Liu, Ordean and Wong, "Fully Distributed Verifiable Random Functions and
// their Application to Decentralised Random Beacons" (EuroS&P 2021), where the share of
// every seat is needed.
//
// The shortest use; u is bound like t:
//
//	proof, err := sigma.ProveSchnorr(t, sigma.SchnorrStatement{X: X}, sigma.Witness{X: x}, rand.Reader)
//	err = sigma.VerifySchnorr(u, sigma.SchnorrStatement{X: X}, proof)
//
//	st, shares, err := sigma.ProveDLEQ(t, X, []ristretto.Element{m.A}, sigma.Witness{X: x}, rand.Reader)
//	err = sigma.VerifyDLEQ(u, st, shares)
package sigma
