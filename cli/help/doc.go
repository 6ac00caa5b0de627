// Package help explains the commands: the overview, the help of a command with
// examples, and the manual page, all written from the commands' own definitions.
package help
