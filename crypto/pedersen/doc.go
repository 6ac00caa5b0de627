// Package pedersen commits to vectors of scalars: com(v; r) = r·H + Σ v_i·G_i.
//
// The commitment hides v perfectly while r is uniform, and binds to it while
// nobody knows a relation between H and the G_i. That is why the generators
// are no parameter of anything: they are hashed to the group from their index
// alone, each verifier derives them by itself, and none is ever received.
//
// It is a package of its own because nobody who makes proofs may reach into the choice
// of generators.
//
// The derivation is SPEC §5. The shortest use:
//
//	key := pedersen.NewKey(len(v))
//	c := key.Commit(v, r)
package pedersen
