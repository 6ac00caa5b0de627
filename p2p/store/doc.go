// Package store keeps what a node must not lose, in an ordered map of package kv: the logs of its
// tables with its own records, the secrets of running hands, the seats that it has reserved or given
// away, the spectators that it has admitted, the continuations that were called for, the keys known
// by each name, and the links to nodes elsewhere.
//
// The map has parts, each with values of one type under keys with one beginning: offers/ID, or
// table/ID/records/ and the place of a record. Every value has a checksum, which is also that of its
// key, and Open reads and checks the whole map. So a damaged store is reported, left as it is, and
// never taken for a table that was played differently.
//
// A store belongs to one identity key, which is noted in it. Its seats and secrets are of no use to
// another.
//
// The secret of a hand is erased with the receipt that ends the hand, at a table with cover with the
// last receipt, or when the seat leaves the table, be it to go on at another one. Erased is not
// wiped: SQLite overwrites the secret in the file with zeros, but it stays in the write-ahead log
// until that has been copied into the file and started again, and a file system or a flash disk may
// keep older copies of both. A thief of the files may be able to read the cards of past hands, and
// can read those of the running one.
//
// The caller calls Save before it sends a record. Writes that come during a commit are committed
// together after it, in one transaction, so a table waits for at most two commits (commit.go).
//
// # A new schema
//
// The map has the number of its schema ([Schema]) under meta/schema. Open refuses a newer schema
// with [ErrNewer]. It migrates an older one to the newest and checks the result, in one commit
// (schema.go); after a crash or an error the map still has the old schema and is whole, and the next
// Open tries again. There is no way back: an older program refuses the map. Open refuses an older
// schema from which no migration leads on with [ErrOlder].
//
// The schema has nothing to do with the frames of the network: what other nodes may send has its own
// versions (PROTOCOL §3.3). Records are stored as they were signed, and no migration changes them. A
// program with another protocol version raises the schema too, so that no program has to deal with
// old records one by one; TestSchemaOfProtocol checks that.
//
// Values are read strictly: to a program, an unknown key is damage. So an additional key needs a new
// schema, as does a part that moves or a value whose meaning changes. How to make a new schema:
//
//  1. Raise [Schema] to n. If a release has written schema n-1, add migrations[n-1], which turns a
//     map of schema n-1 into one of schema n. It has its own constants and types for what it
//     reads, because those of the package will change again. Never change it once a release has it.
//  2. Keep a map of schema n-1 in testdata, as the last program before wrote it, and open it in a
//     test: TestMigration shows how, with an invented schema.
//  3. Say in .github/CHANGELOG.md that older programs refuse a home that the new one has opened.
//
// Files and browsers need nothing else: both keep this map. The layout of the map in a file has
// another version, for which package sqlite has the same mechanism, with migrations in SQL. The
// database of a browser has a single object store; its version number counts its openers and has
// nothing to do with a schema.
package store
