//go:build unix

package tui

import (
	"context"
	"os"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"fives/cli/screentest"
	"fives/p2p/waittest"
)

// A terminal runs the full-screen table, in this process, in a pseudo-terminal.
type terminal struct {
	*screentest.Terminal
	t     *testing.T
	ended chan error
}

// open starts the program on a daemon.
func open(t *testing.T, d Daemon, w, h int, cfg Config) *terminal {
	t.Helper()
	t.Setenv("TERM", "xterm-256color")
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(master, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		t.Fatal(err)
	}
	x := &terminal{Terminal: screentest.New(t, master, w, h), t: t, ended: make(chan error, 1)}
	cfg.Client, cfg.In, cfg.Out = d, slave, slave
	go func() { x.ended <- Run(context.Background(), cfg) }()
	t.Cleanup(func() {
		x.Press("ctrl+c") // a cancelled context would not wait for the reader of the keys
		waittest.Closed(t, "the end of the program", x.ended)
		slave.Close()
		x.Close()
	})
	return x
}

// quits waits for the end of the program.
func (x *terminal) quits() {
	x.t.Helper()
	if err := waittest.Closed(x.t, "the program is quit", x.ended); err != nil {
		x.t.Error(err)
	}
	x.ended <- nil
}

// resize makes the window another size. The signal has to be sent here: the
// terminal is not this process's own.
func (x *terminal) resize(w, h int) {
	x.t.Helper()
	x.Resize(w, h)
	if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
		x.t.Fatal(err)
	}
}
