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
// The commands are in packages by noun, which this one puts together: daemon (up,
// peers and others), lobby (tables, host, join), invite, table (show, play, watch), games,
// logs, verify, stats, completion and help. Each is imported by this package and
// by few others. What they stand on: words (phrases), draw (tables and cards),
// failure (how a command says no), console (streams and files), flags (flags and
// arguments, and what they mean), prefs (what the person prefers, with its command),
// page (what a game says of itself) and setup (of a game). None of these imports a
// package of commands. tui is the full-screen table; replay, report, learn, demo and
// doctor are what the commands of these names do.
package cli
