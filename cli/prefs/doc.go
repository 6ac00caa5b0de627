// Package prefs is what a person has chosen about how fives looks and behaves, and the file in
// which that lasts.
//
// [File] is preferences.conf in the home: it stays with the identity, as the list of muted
// people does, and every command finds it by --home. It is made to be edited by hand:
//
//	# a line each: KEY = VALUE
//	bell = off       # my neighbours sleep
//	sort.five = by suit
//
// A comment begins with #, at the start of a line or after a space. A value with # in it or
// spaces at its ends is in quotation marks, as in Go. A program changes only one line;
// comments, the order of the lines and keys that it does not know stay as they are. A newer
// fives may have more keys, so unknown ones are listed ([Prefs.Unknown]) and are not an error.
// A wrong value, a repeated key or a malformed line is a [LineError]: then nothing in the file
// counts, and nothing is written.
//
// The file has no lock: if two programs change it in the same instant, one of the changes may
// be lost, but never the file.
//
// The format is our own because libraries for TOML or INI lose comments when they write, or do
// not report the line of a wrong value.
//
//	p, err := prefs.At(home).Set("bell", "off")
package prefs
