// Package indexed keeps the tree of package kv in a database of a browser
// (IndexedDB). All of it is read when it is opened; each commit is one transaction
// that is durable when it ends. It is a package of its own because it
// builds for js only.
//
// One process at a time has it open. Each opener raises the version of the database, and
// the browser grants that once every other connection is gone. The connection of a closed
// page or of a killed worker is gone at once; a frozen page keeps its own. So no clock is
// needed, and two pages never take each other for dead. The page with the database says so
// on a broadcast channel: the other one need not wait.
//
// Its entries are sealed: whoever has had the address of a page before, or has it later, can have
// code in the same origin, which may list all databases, and read and write them. Without the
// key of the [Place] it finds nothing there to read, and nothing that it writes is taken for
// the node's. It can still damage or remove what there is, or put back what was there earlier.
//
// A commit that fails changes nothing. When the browser has no more room, others may
// succeed later; when it has cleared the database, none does.
package indexed
