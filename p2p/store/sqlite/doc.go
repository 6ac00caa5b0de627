// Package sqlite keeps the map of package kv in an SQLite file of mode 0600. Only one process can
// have it open. It is a package of its own because SQLite does not build for js/wasm.
//
// A new file appears whole, with the map that [Make] is told to put into it, or not at all.
//
// The map is one table (schema.go) with a row for each value. An Update is one
// transaction; when it returns, its changes are in the write-ahead log, a file with -wal after its
// name, and synced there. They are copied into the file itself when the log is long, and when the
// file is closed. This needs some settings, which are read back; Open fails if they are not in effect
// (settings.go).
//
// After a crash, SQLite cannot see whether the log or the file is older than the other, or whether
// the log was cut off. So the Updates are counted twice: in the map's file, and, once they are
// durable, in -mark, a file of eight bytes. That file is not synced; its number is always one of an
// acknowledged Update. Open examines all three files before it changes any of them. It refuses them if
// they do not fit together, or if the integrity check finds damage (examine.go). It recognizes the
// bbolt files of older programs by their first bytes, before SQLite touches them.
//
// A commit that reports an error may have reached the disk or not. Then the file is opened again, and
// what it has counts. If that cannot be found out, nothing can be read or changed any more
// ([kv.ErrInDoubt]).
//
// SQLite itself is modernc.org/sqlite, which is translated to Go for one release of modernc.org/libc;
// with other releases it has broken. So go.mod keeps the first at its newest release, and the second
// at the release that the first names (make update, TestLibc). zombiezen.com/go/sqlite is a wrapper
// around it, which accepts newer releases than the one that it asks for. TestVersion says which fixes
// in SQLite we rely on. The wrapper has had no release since May 2025. That costs nothing as long as
// it compiles and the tests of this package pass, because we need nothing of SQLite that it does not
// wrap. If that changes, the wrapper can be replaced without any effect on files and callers: only
// transaction.go, schema.go, settings.go, examine.go and sqlite.go use it, for one connection, prepared
// statements and pragmas, all of which modernc.org/sqlite offers through database/sql with one
// connection.
package sqlite
