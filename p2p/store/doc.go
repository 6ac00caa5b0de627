// Package store keeps what a node must not lose, in one bbolt file of mode
// 0600: the logs of its tables with its own records, the secrets of running
// hands, the seats it reserved or gave away, and the keys it knows by name.
//
// Every value carries a checksum, and Open reads and checks the whole file, so
// that a damaged store is named and never taken for a table that was played
// differently; it is left as it is. The file has a schema version; a newer one
// is refused.
//
// A write is one transaction and one fsync. Whoever sends a record calls Save
// first. Only one process can have a store open.
package store
