// Package backlog holds what comes to a table, or is made for it, before its turn. It
// decides nothing: package replica takes the records in. It is a package of its own
// because it needs a table and no replica, and its tests give it one.
//
// Verifying a proof takes milliseconds, and making one more. [Checks] take the records
// that wait in at a copy of the table, as if all their signatures and proofs were good,
// however many steps they complete. Then they verify these, on all cores. At the same time
// the shuffle or the shares are made that this node owes at the end ([Ahead]). The
// records are taken in afterwards one by one. Then this node signs the shuffle or the
// shares if the table has come to the head for which they were made, and drops them if
// not: a false record leads to another head, or to none.
//
// [Later] keeps records of later steps, of which those before are missing. [Own] are
// records that this node has made, and whose proofs it has not verified.
package backlog
