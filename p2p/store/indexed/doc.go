// Package indexed keeps the tree of package kv in a database of a browser
// (IndexedDB). All of it is read when it is opened; each commit is one transaction
// that is durable when it ends. It is a package of its own because it
// builds for js only.
//
// One process at a time has it open. Each opener raises the version of the database,
// which the browser grants once every other connection is gone: that of a page which
// was closed, or whose worker was killed, is gone at once, and that of one which is
// frozen is not. So no clock is needed, and two pages never take each other for dead.
// A page that has the database answers on a broadcast channel that it has, so that
// the other need not wait.
//
// A commit that fails changes nothing. When the browser has no more room, others may
// succeed later; when it has cleared the database, none does.
package indexed
