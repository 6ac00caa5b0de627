// Package words says in words what the daemon and the audit say in codes and
// data. The commands, the full-screen table, replay and report all take their
// phrases from here, so that one thing is called the same everywhere.
//
// Text of other people is made safe for a terminal with [Clean], their names
// with [Name].
package words
