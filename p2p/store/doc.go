// Package store keeps what a node must not lose, in one bbolt file of mode
// 0600: the logs of its tables with its own records, the secrets of running
// hands, the seats it reserved or gave away, the spectators it admitted, the
// continuations that were called for, and the keys it knows by name.
//
// Every value carries a checksum, and Open reads and checks the whole file, so
// that a damaged store is named and never taken for a table that was played
// differently; it is left as it is. The file has a schema version; a newer one
// is refused.
//
// A store belongs to one identity key, which is noted in it; its seats and
// secrets are of no use to another.
//
// The secret of a hand is erased with the receipt that ends it, and when its seat
// leaves the table, be it to go on at another one. What is erased is not wiped
// from the disk. bbolt never writes over a page that is in use: such a secret
// stays in free pages of the file until they are used again, and a file system or a flash disk may keep
// older copies of any page. Whoever gets hold of the file can read the deals of
// past hands from it, and the running one's.
//
// Whoever sends a record calls Save first. Writes that come while a commit is under
// way are committed together after it, in one transaction with one fsync: no
// table waits for another's for longer (commit.go). Only one process can have a
// store open.
package store
