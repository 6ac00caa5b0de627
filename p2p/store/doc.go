// Package store keeps what a node must not lose, in a tree of package kv that is
// handed in: the logs of its tables with its own records, the secrets of running
// hands, the seats it reserved or gave away, the spectators it admitted, the
// continuations that were called for, and the keys it knows by name.
//
// Every value carries a checksum, and Open reads and checks the whole tree, so
// that a damaged store is named and never taken for a table that was played
// differently; it is left as it is.
//
// A store belongs to one identity key, which is noted in it; its seats and
// secrets are of no use to another.
//
// The secret of a hand is erased with the receipt that ends it, or, where seats may be
// covered, with the last one, or when its seat
// leaves the table, also to go on at another one. Erased is not wiped: SQLite writes
// zeros over it in the file, but the secret stays in the write-ahead log until that is
// copied into the file and begun anew, and a file system or a flash disk may keep older
// copies of both. A thief of the files may be able to read
// the cards of past hands, and can read those of the running one.
//
// The caller calls Save before it sends a record. Writes that come while a commit
// is under way are committed together after it, in one transaction, so a table
// waits for two commits at most (commit.go).
//
// # A new schema
//
// The tree says of which schema it is ([Schema], in the bucket meta). Open refuses a
// newer one with [ErrNewer]; one that is older it brings to the newest, and checks, in one
// commit (schema.go). After a crash or an error the tree is of the old schema and whole,
// and the next Open tries again. There is no way back: an older program refuses the tree.
// An older one from which no migration leads on is refused with [ErrOlder].
//
// A frame of the network is not the store's: what other nodes may send has versions of its
// own (PROTOCOL §3.3). Records lie in the store as they were signed, and no migration
// changes them. A program that plays on with another protocol version raises the schema,
// too, so that nobody meets the old records one by one; TestSchemaOfProtocol holds that.
//
// Values are read strictly: a key that a program does not know is damage to it. So one
// key more is a new schema, too, as is a bucket that moves or a value with another
// meaning. How to make one:
//
//  1. Raise [Schema] to n, and, if a release has written schema n-1, add migrations[n-1]:
//     it makes a tree of schema n-1 one of schema n. It uses its own constants and types
//     for what it reads, because those of the package will change again. It is never
//     changed once a release has it.
//  2. Keep a tree of schema n-1, as the last program before wrote it, in testdata, and
//     open it in a test: TestMigration shows how, with a schema that is made up.
//  3. Say in .github/CHANGELOG.md that older programs refuse a home that the new one has opened.
//
// Nothing else has to be done for files and browsers: both keep this tree. How the tree
// lies in a file has a version besides, for which package sqlite has the same mechanism
// (its migrations are SQL); the database of a browser has one object store, whose version
// counts its openers and says nothing of a schema.
package store
