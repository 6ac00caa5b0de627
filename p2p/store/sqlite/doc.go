// Package sqlite keeps the tree of package kv in a file of SQLite's, of mode 0600. Only
// one process can have it open. It is a package of its own because SQLite does not build
// for js/wasm.
//
// The tree is one table (schema.go): a row for each value and each bucket. An Update is
// one transaction, whose changes are in the write-ahead log, the file with -wal behind
// its name, and synced there when Update returns. They reach the file itself when the log
// is long, and when it is closed. The settings on which that hangs are read back, and Open
// fails where they do not hold (settings.go).
//
// SQLite cannot tell a log, or a file, that is older than the other, or a log that was cut
// off, from one whose process died. So every Update counts itself, in the tree's file and,
// once it is durable, in a file of eight bytes, -mark, that is not synced: what that says
// has been acknowledged. Open examines all three before it changes any, and refuses what
// does not fit together, and what the integrity check finds damaged (examine.go).
//
// A commit that reports an error may have reached the disk or not. The file is opened anew
// then, and what is there counts; if that cannot be found out, the tree takes and gives
// nothing more ([kv.ErrInDoubt]).
package sqlite
