// Package lobby is the commands with which one finds a table or gets up from it:
// tables, host, begin, join, leave, continue, rematch and forget.
package lobby
