// Package indexed keeps the map of package kv in a database of a browser (IndexedDB). It reads the
// whole database when it opens it; each commit is one transaction, which is durable when it ends. It
// is a package of its own because it builds for js only.
//
// One process at a time has a database open. Each opener raises the version of the database, and the
// browser allows that once every other connection is gone. The connection of a closed page or a
// killed worker is gone at once; a frozen page keeps its connection. So no clock is needed, and no
// page takes another one for dead. The page that has the database says so on a broadcast channel, so
// that others need not wait.
//
// The entries are sealed: whoever has had the address of a page before, or will have it later, can run
// code in the same origin, which may list, read and write all databases. Without the key of the
// [Place], such code finds nothing that it can read, and nothing that it writes is taken for the
// node's. It can still damage or remove entries, or put back earlier ones.
//
// A commit that fails changes nothing. If the browser had no room, later commits may succeed; once
// it has cleared the database, none will.
package indexed
