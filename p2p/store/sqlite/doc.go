// Package sqlite keeps the tree of package kv in a file of SQLite's, of mode 0600. Only
// one process can have it open. It is a package of its own because SQLite does not build
// for js/wasm.
//
// A new file appears whole, with the tree that [Make] is told to put into it, or not at all.
//
// The tree is one table (schema.go): a row for each value and each bucket. An Update is
// one transaction, whose changes are in the write-ahead log, the file with -wal behind
// its name, and synced there when Update returns. They reach the file itself when the log
// is long, and when it is closed. This needs some settings; they are read back, and Open
// fails where they do not hold (settings.go).
//
// After a crash, SQLite cannot see whether the log or the file is older than the other, or
// whether the log was cut off. So every Update counts itself twice: in the tree's file,
// and, once it is durable, in a file of eight bytes, -mark. That file is not synced: its
// number is of an Update that was acknowledged. Open examines all three files before it
// changes any. It refuses them if they do not fit together, or if the integrity check finds
// damage (examine.go). The files of bbolt that older programs had are known by their first
// bytes, before SQLite has anything to do with them.
//
// A commit that reports an error may have reached the disk or not. The file is opened anew
// then, and what is there counts; if that cannot be found out, the tree takes and gives
// nothing more ([kv.ErrInDoubt]).
//
// SQLite itself is modernc.org/sqlite, translated to Go for one release of
// modernc.org/libc; with another, releases of it have broken. So go.mod holds the first
// at its newest release and the second at the one that it names (make update,
// TestLibc). zombiezen.com/go/sqlite is a wrapper around it, which asks for a release
// of its own and takes newer ones. TestVersion says which mends of SQLite's we count
// on. The wrapper has had no release since May 2025. If it sleeps on, that costs
// nothing as long as it compiles and the tests of this package pass, because of SQLite
// we need no more than it wraps. When one day it does not, the wrapper is what goes,
// and neither the files nor what uses this package notice: bucket.go, schema.go,
// settings.go, examine.go and sqlite.go are all that call it, for one connection,
// prepared statements and pragmas, and the same is to be had from modernc.org/sqlite
// through database/sql with one connection.
package sqlite
