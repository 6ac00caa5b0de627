// Package failure is how a command says no: an error with an exit status and a
// hint about what to do.
//
// Commands return [Usage] and [No], or any other error; [Explain] turns whatever
// comes, also from the daemon, into a [Failure] that people can read. Package
// console prints it.
package failure
