// Package cli is the command line of fives.
//
// [Main] runs one command. Commands that need the daemon talk to it through p2p/control only;
// verify, replay, log FILE, export --from, rules, learn and simulate need no daemon, and
// doctor works without one. The package knows no game: it draws options, rules, moves and
// tables from what a rule set says about itself.
//
// Conventions of all commands:
//
//   - Flags may stand before and after arguments; "--" ends them.
//   - Standard output has the answer, standard error the rest: progress, warnings, and errors
//     as "error: …" and "hint: …".
//   - The exit status is 0, 1 (the answer is no), 2 (usage) or 3 (no daemon answers).
//   - --json prints one JSON value, or one a line if there are several, as JSON.md in this
//     folder describes.
//   - Control characters are removed from whatever came from another node before it is printed.
//
// The commands are in package command, one file each, with two exceptions: up, down, status,
// peers and doctor are in daemon, and open is in open. This package puts them together.
//
// What stands behind some of them:
//
//	tui                  the full-screen table, and a log, step by step
//	web                  the table in a browser, which open serves
//	invite, guest        an invitation as its host sees it, and its pages; qr draws its code
//	signed               whether bytes are of a release that a maintainer has signed
//	prefs                what a person has chosen, and the file in which it lasts
//	learn                a lesson, step by step
//	report               a log as a web page, and the part of a page that checks one
//	verdict              what verify says
//	demo, doctor         what the commands of these names do
//	wasm                 the programs for browsers, as they were built into this one
//
// What they build on; none of it imports a package of commands:
//
//	say                  what people read of a daemon's codes, of tables and games
//	shown                what every front end shows of a table, before it is drawn
//	draw, layout, cards  tables, cards and pages as text, columns and lines, cards as pictures
//	console              flags and arguments, streams and files, and how a command says no
//
// And for tests only: contract, e2e and screentest.
package cli
