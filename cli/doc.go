// Package cli is the command line of fives.
//
// [Main] runs one command. Commands that need the daemon talk to it through
// p2p/control and nothing else; verify, replay, log FILE, export --from, rules,
// games and simulate need no daemon, and doctor works without one. The package
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
// What a command does is in the file that bears its name; fullscreen.go is fives
// without a command. Package draw draws tables and cards, tui is the full-screen
// table, demo the demonstration, doctor the examination; the folder shell holds
// what shells need for completion.
package cli
