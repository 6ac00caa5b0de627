// Package lobby is the commands with which one finds a table or gets up from it:
// tables, host, begin, join, leave, hand-over, agree, continue, rematch and forget. It is a package of
// its own because every noun of the command line is one (package cli).
package lobby
