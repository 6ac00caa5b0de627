// Package mask holds masked cards: ElGamal ciphertexts under the joint key of
// a hand's seats.
//
// A face is the public point of one physical card of a deck. A mask is a pair (A, B) =
// (r·G, M + r·PK) over a face M; it is one lock x_i·A for each seat, and the locks come off
// in any order. To re-mask is to add (s·G, s·PK); a share is one seat's lock x_i·A; opening
// takes all locks off and leaves the face. A trivial mask (0, M) hides nothing: a shuffle
// starts from trivial masks, which every verifier builds itself; the decoders of this
// package refuse them, because they refuse the identity.
//
// Nothing here proves anything. Package sigma proves that a share is right, package shuffle
// proves that a stack is a re-masked permutation of another.
//
// The format is SPEC §5. The shortest use:
//
//	m := mask.Remask(table, mask.Trivial(mask.Face("french-52", 7)), r)
//	face := mask.Open(m, mask.Share(x1, m), mask.Share(x2, m))
package mask
