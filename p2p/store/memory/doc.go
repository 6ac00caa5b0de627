// Package memory keeps the map of package kv in memory, and writes every commit to a [Disk], which
// keeps a list of entries and changes several at once. p2p/store/indexed is such a disk in a
// browser. It is a package of its own because it builds and is tested without a browser, and the
// simulation stores in it.
//
// The changes of a transaction lie over what was last committed, and are merged with it once the disk
// has them. So nobody reads what may still be lost, and nothing has to be undone.
package memory
