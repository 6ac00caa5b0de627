// Package backlog holds records that have come to a table before their turn:
// [Checks] has those of the running step checked in parallel, and [Later] keeps
// those of later steps. It decides nothing: package replica takes them in.
package backlog
