// Package nickname says what a player may be called (SPEC §3).
//
// [Check] refuses a name that could not be shown as it is, or that looks like
// another one because something in it is not seen; a table uses it. [Clean] makes
// a name that Check accepts, or nothing, of text from anywhere; whatever comes
// from a peer before there is a table is shown through it.
//
// [WithStrength] and [SplitStrength] are how the name of a computer player says how
// well it plays.
//
// [Shown] is a name in a sentence or a list, in quotation marks where it could be
// taken for the program's own words; [Alike] tells of two names that are easily
// taken for each other. Both are for people only: names are claims, and keys tell
// people apart.
package nickname
