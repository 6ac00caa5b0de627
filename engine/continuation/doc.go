// Package continuation describes the tables that go on from another one (SPEC
// §5.3), and says which do. It reads a table's log and changes nothing. A
// continuation becomes a table by [table.Continue].
package continuation
