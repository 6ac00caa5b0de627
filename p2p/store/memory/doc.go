// Package memory keeps the tree of package kv in memory, and every commit on a
// [Disk], which is handed in: it has to keep a flat list of entries, and to change
// some of them at once. p2p/store/indexed does so in a browser. It is a package of its own
// because it builds and is tested without a browser, and the simulation stores in it.
//
// A transaction is laid over the tree as it was committed last, and put into it once
// the disk has it. So nobody reads what may still be lost, and nothing has to be
// taken back.
package memory
