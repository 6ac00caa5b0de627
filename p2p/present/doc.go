// Package present makes what people are shown of a table: the types of package
// control, of what a node knows ([State]).
//
// [Summary], [Table], [Hand] and [Moves] are pure: they read, keep nothing and
// take no lock. A [Reporter] turns what happened at one table into the events
// that the control interface sends, each once; whoever changes the table owns it.
// Errors of the packages below become errors for people in errors.go.
package present
