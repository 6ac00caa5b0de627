// Package bolt keeps the tree of package kv in a bbolt file and a journal beside it,
// both of mode 0600. Only one process can have them open.
//
// A commit of bbolt writes some seven pages and waits for the disk twice. So an Update
// is written to the end of the journal instead, which takes one wait and less than half
// of the time, and is done in a transaction of bbolt that stays open. That is
// committed two seconds later, when the journal is long, before anybody reads the tree,
// and at the end; the journal is then empty, or gone. What a process that died has left
// in the journal is done again by the next one that opens the file (journal.go).
//
// [Open] reads every page of the file before it lets bbolt at it, so that damage is
// named and never followed; a file that is damaged, or whose journal is, is left as it
// is. Who copies the file while it is open copies the journal too; without it, the
// copy is as the file was at its last commit.
package bolt
