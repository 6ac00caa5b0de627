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
package sqlite
