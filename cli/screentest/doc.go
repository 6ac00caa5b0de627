// Package screentest is a terminal for tests. A [Terminal] reads what a program writes to its
// pseudo-terminal, keeps the screen that a person would see, and types keys. It waits for
// screens, never for a time: [Terminal.Until] returns as soon as the screen is there, and
// [Terminal.Golden] as soon as it is that of a file.
//
//	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
//	x := screentest.New(t, tty, 80, 24)
//	x.Press("n", "enter")
//	x.Shows("Your turn.")
//
// [Themes] measures whether text in the colours of a page can be read.
//
// It is for tests only.
package screentest
