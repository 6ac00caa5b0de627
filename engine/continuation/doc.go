// Package continuation describes the tables that can go on from another one (SPEC
// §5.3), with the same players or with newcomers who take over seats, and checks whether a
// given table does. It reads a table's log and changes
// nothing. [table.Continue] makes a table of a continuation.
package continuation
