// Package nickname has the rules for players' names (SPEC §3).
//
// [Check] refuses a name that could not be shown as it is, or that looks like
// another one because some of its characters are invisible; a table uses it. [Clean]
// makes a name that Check accepts, or nothing, of any text; names from peers are
// shown through it before there is a table. [Typed] is for what a person types: it takes out
// what nobody meant to type, and leaves the rest to Check.
//
// [WithStrength] adds the strength of a computer player to its name, and
// [SplitStrength] takes it off again.
//
// [Shown] is a name in a sentence or a list, in quotation marks where it could be
// taken for the program's own words; [Alike] finds names that are easily taken for
// each other. Both are for display only: a name is a claim, the key is the identity.
package nickname
