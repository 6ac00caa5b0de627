// Package nickname says what a player may be called (SPEC §3).
//
// [Check] refuses a name that could not be shown as it is, or that looks like
// another one because something in it is not seen; a table uses it. [Clean] makes
// a name that Check accepts, or nothing, of text from anywhere; whatever comes
// from a peer before there is a table is shown through it.
//
// Names are claims: that two of them look alike to a person (a Latin and a
// Cyrillic a) no list of characters can prevent. Keys tell people apart.
package nickname
