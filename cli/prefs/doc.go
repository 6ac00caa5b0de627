// Package prefs is what a person has chosen about how fives looks and behaves, and the file in
// which that lasts.
//
// [File] is preferences.json in the home: it stays with the identity, as the list of muted
// people does, and every command finds it by --home. It can be edited by hand:
//
//	{
//	  "bell": "off",
//	  "sort.five": "by suit"
//	}
//
// A program changes only one key; the order of the keys and those that it does not know stay as
// they are. A newer fives may have more keys, so unknown ones are listed ([Prefs.Unknown]) and are
// not an error. With a wrong value, a repeated key or anything that is no such object, which a
// [LineError] says, nothing in the file counts, and nothing is written.
//
// What there is to choose is [fives/cli/shown.Settings], which the page reads, too.
//
// The file has no lock: if two programs change it in the same instant, one of the changes may
// be lost, but never the file.
//
//	p, err := prefs.At(home).Set("bell", "off")
package prefs
