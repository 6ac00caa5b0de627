// Package console is what all commands have in common: the command line and its flags, the
// standard streams, the files that the user names, and how a command says no.
//
// The answer goes to standard output; everything else, such as notes, progress and errors, to
// standard error. Whatever may come from another node passes through say.Clean first. "-" as
// the name of a file means standard input.
//
// Commands return [Usage], [No] or any other error. [Explain] turns each of them, including
// errors from the daemon, into a [Failure] that people can read: an error with an exit status
// and a hint about what to do. [Streams.Report] prints it.
//
// [Arrange] lets flags stand anywhere. [HomeOf], [NetworkOf], [TableOf] and [Dial] return the
// home, the network, the table and the daemon that a command line names. A flag that only one
// command has is defined with that command.
package console
