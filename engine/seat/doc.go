// Package seat does what a seat does with its own secrets: it draws the hand
// key, shuffles and proves, makes shares, opens the cards dealt to it, and
// signs moves. It reads the table, never changes it, and does no I/O;
// the long-term key and randomness come in as arguments.
//
// A [HandSecret] is all the secret state of a seat: the key of one hand. Whoever
// signs a record made here must have stored it, and the Hand returned with it,
// durably before the first byte leaves (p2p/PROTOCOL §5.6).
//
// The only masks of which this package ever makes shares are those that the
// table's verified log says are to be opened: it is no oracle.
//
// Hand keys, permutations and re-mask factors are derived from the seat's
// long-term key, the place in the table's log and fresh randomness together
// (SPEC §7.8), so that a generator that fails, or starts twice from the same
// state, gives none of them away.
//
//	body, hand, err := seat.Work(t, seat, key, hand, now, rand) // card work
//	body, err := seat.Move(t, seat, hand, own, "drop 7h draw", rand)
//
// What is owed, and by whom, is the business of engine/table.
package seat
