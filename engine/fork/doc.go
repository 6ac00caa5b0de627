// Package fork decides which of two logs of a table stands, after a seat has signed two
// records for one step and both logs have gone on (SPEC §8.5), or the nodes have voted away
// different records (SPEC §10.7). It is a package of its
// own because the decision depends on the two logs alone, whoever holds them.
//
// A [Branch] is a copy of a table with the other records from that step on. Once it
// prevails, it takes the place of the table's own log.
package fork
