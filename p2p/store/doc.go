// Package store keeps what a node must not lose, in a tree of package kv that is
// handed in: the logs of its tables with its own records, the secrets of running
// hands, the seats it reserved or gave away, the spectators it admitted, the
// continuations that were called for, and the keys it knows by name.
//
// Every value carries a checksum, and Open reads and checks the whole tree, so
// that a damaged store is named and never taken for a table that was played
// differently; it is left as it is. The tree has a schema version; a newer one
// is refused.
//
// A store belongs to one identity key, which is noted in it; its seats and
// secrets are of no use to another.
//
// The secret of a hand is erased with the receipt that ends it, or when its seat
// leaves the table, also to go on at another one. Erased is not wiped: SQLite writes
// zeros over it in the file, but the secret stays in the write-ahead log until that is
// copied into the file and begun anew, and a file system or a flash disk may keep older
// copies of both. Whoever gets hold of the files may be able
// to read the cards of past hands, and can read those of the running one.
//
// The caller calls Save before it sends a record. Writes that come while a commit
// is under way are committed together after it, in one transaction, so a table
// waits for two commits at most (commit.go).
package store
