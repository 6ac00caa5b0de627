// Package bolt keeps the tree of package kv in one bbolt file of mode 0600. Only one
// process can have it open.
//
// [Open] reads every page of the file before it lets bbolt at it, so that damage is
// named and never followed; a damaged file is left as it is.
package bolt
