// Package help explains the commands: the overview, the help of a command with
// examples, and the manual page, all written from the commands' own definitions. It is
// a package of its own because it explains all commands, and none of them knows of it.
package help
