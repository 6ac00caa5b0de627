// Package cli is the command line of fives.
//
// [Main] runs one command. Commands that need the daemon talk to it through
// p2p/control and nothing else; verify, replay, log FILE, export --from, rules,
// learn, games and simulate need no daemon, and doctor works without one. The package
// knows no game: options, rules, moves and tables are drawn from what a rule set
// says of itself.
//
// Conventions of all commands:
//
//   - Flags may stand before and after arguments; "--" ends them.
//   - Standard output is the answer, standard error the rest: progress,
//     warnings, and errors as "error: …" and "hint: …".
//   - The exit status is 0, 1 (the answer is no), 2 (usage) or 3 (no daemon
//     answers).
//   - --json prints one JSON value, or one a line where there are several, as
//     JSON.md in this folder describes.
//   - Whatever came from another node is stripped of control characters before
//     it is printed.
//
// The commands are in package command, a file each; but for up, down, status, peers, trust,
// connect and doctor, which are in daemon, and open and screen, which are in open. This
// package puts them together.
//
// What some of them are, besides a command:
//
//	tui                  the full-screen table
//	web                  the table in a browser, which open serves
//	invite, guest        an invitation as its host sees it, and its pages; qr draws its code
//	prefs                what a person has chosen, and the file in which it lasts
//	learn, replay        a lesson, and a log, step by step
//	report               a log as a web page, and the part of a page that checks one
//	verdict              what verify says
//	demo, doctor         what the commands of these names do
//	wasm                 the programs for browsers, as they were built into this one
//
// What they stand on; none of it imports a package of commands:
//
//	say                  what people read of a daemon's codes, of tables and games
//	shown                what every front end shows of a table, before it is drawn
//	draw, layout, cards  tables, cards and pages as text, columns and lines, cards as pictures
//	console              flags and arguments, streams and files, and how a command says no
//
// And for tests only: e2e and screentest.
package cli
