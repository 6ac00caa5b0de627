// Package console is what all commands have in common: the command line and its flags, the
// standard streams, the files that are named, and how a command says no.
//
// The answer goes to standard output, everything else, notes, progress and
// errors, to standard error. What may come from another node passes through
// say.Clean first. "-" as the name of a file is standard input.
//
// Commands return [Usage] and [No], or any other error; [Explain] turns whatever
// comes, also from the daemon, into a [Failure] that people can read: an error with an exit
// status and a hint about what to do. [Streams.Report] prints it.
//
// [Arrange] lets flags stand anywhere. [HomeOf], [NetworkOf], [TableOf] and
// [Dial] are the home, the network, the table and the daemon that a command
// line names. Flags of one command only are with that command.
package console
