// Package memory keeps the tree of package kv in memory, and writes every commit to a [Disk], which
// keeps a flat list of entries and changes several at once. p2p/store/indexed is such a disk in a
// browser. It is a package of its own because it builds and is tested without a browser, and the
// simulation stores in it.
//
// A transaction lies over the tree as it was last committed, and is put into the tree once the disk
// has it. So nobody reads what may still be lost, and nothing has to be undone.
package memory
