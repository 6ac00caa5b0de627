// Package fork says which of two logs of a table stands, where a seat has signed two
// records for one step and the log goes on from either (SPEC §8.5). It is a package of
// its own because which log stands is a question of the two logs alone, whoever holds
// them.
//
// A [Branch] is a copy of a table from that step on, with the records that others
// have there. Once it prevails, it takes the place of the table's own log.
package fork
