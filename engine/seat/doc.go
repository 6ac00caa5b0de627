// Package seat does a seat's work with its secrets: it draws the hand key,
// shuffles and proves, makes shares, opens the cards dealt to the seat, and signs
// records. It reads the table, never changes it, and does no I/O; the long-term
// key and randomness are arguments.
//
// A [HandSecret] is all of a seat's secret state: the keys of one hand. Whoever signs a
// record made here must have stored it, and the Hand returned with it, durably before the
// first byte leaves (p2p/PROTOCOL §5.6).
//
// At a table with cover a seat also votes on the records of others ([Away], [Here]), makes
// covering shares with the pieces of their hand keys that it holds, and complains about a
// false one ([Complain]).
//
// This package makes shares only of masks that the table's verified log opens, so
// it cannot be used as a decryption oracle. [Sign] also makes those of the cards that
// a move shows.
//
// Hand keys, permutations and re-mask factors are derived from the seat's
// long-term key, the place in the table's log and fresh randomness together
// (SPEC §7.8), so that a generator that fails, or starts twice from the same
// state, gives none of them away.
//
//	body, hand, err := seat.Work(t, seat, key, hand, now, rand) // card work
//	body, err := seat.Move(t, seat, hand, own, "drop 7h draw", rand)
//
// Package engine/table decides which records are owed, and by whom.
package seat
