// Package piece divides a hand key among those who stand in for its owner: together they
// can do what the owner could, and if one is missing the others can do nothing.
//
// Each seat has a sealing key Z = z·G for the hand. The owner of a hand key and the holder
// of a piece of it (From and To of a [Way]) both compute the point z·Z' that their sealing
// keys share ([Shared]), and derive the piece s from it, so no piece is ever sent. The
// secret of the hand key is the sum of its pieces. The owner publishes with the key a
// commitment s·G to each piece; anybody can [Check] that these add up to the key, and each
// holder, that its own [Fits]. If it does not, the holder publishes a [Complaint], which
// lets anybody derive the piece and see who is at fault.
//
// A piece is used like a hand key: its share of a mask is that of package mask, proved by
// package sigma against the commitment, and the shares of all pieces of a key add up to
// that of the key. Whoever publishes a sealing key proves possession of it (package sigma).
// A sealing key is for one hand and nothing else.
//
// It is a package of its own because it has a specification and vectors of its own.
//
// The format is SPEC §9. The shortest use, by an owner with one sealing secret z and by
// a holder with another one:
//
//	way := piece.Way{Place: t, From: owner, To: holder} // t is bound to the owner's key
//	s := way.Derive(piece.Shared(z, holder))            // so the owner
//	s = way.Derive(piece.Shared(z, owner))              // so the holder: the same s
//	if !piece.Fits(s, commitment) {
//		c, err := piece.Complain(u, way, commitment, z, rand.Reader)
//	}
//	upheld, err := c.Judge(v, way, commitment) // v is bound like u
package piece
