// Package pedersen commits to vectors of scalars: com(v; r) = r·H + Σ v_i·G_i.
//
// The commitment hides v perfectly while r is uniform, and binds to it while nobody knows a
// relation between H and the G_i. That is why generators are never parameters: each
// verifier derives them itself, by hashing their indices to the group.
//
// It is a package of its own because code that makes proofs must not be able to choose
// generators.
//
// The derivation is SPEC §5. The shortest use:
//
//	key := pedersen.NewKey(len(v))
//	c := key.Commit(v, r)
package pedersen
