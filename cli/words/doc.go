// Package words says in words what the daemon and the audit say in codes and
// data. The commands, the full-screen table, replay and report all take their
// phrases from here, so that one thing is called the same everywhere.
//
// What the client of the control interface brings is clean already. Names of people
// stand in sentences as [Name] writes them; what comes from elsewhere is made safe
// for a terminal with [Clean].
package words
