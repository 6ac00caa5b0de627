// Package flags is the grammar of the command line: the flags that several
// commands have, where flags and arguments may stand, and what they mean.
//
// [Arrange] lets flags stand anywhere. [HomeOf], [NetworkOf], [TableOf] and
// [Dial] are the home, the network, the table and the daemon that a command
// line names. Flags of one command only are with that command.
package flags
