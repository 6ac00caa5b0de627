package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// The size of the terminals, in characters.
const (
	columns = 80
	rows    = 24
)

// A terminal is one in which the program runs.
type terminal struct {
	tty *os.File
	cmd *exec.Cmd

	mu sync.Mutex
	vt *vt.Emulator
}

// open starts a command in a terminal of its own.
func open(cmd *exec.Cmd) (*terminal, error) {
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		return nil, err
	}
	t := &terminal{tty: tty, cmd: cmd, vt: vt.NewEmulator(columns, rows)}
	go t.watch()
	go func() { _, _ = io.Copy(tty, t.vt) }() // the terminal's answers
	return t, nil
}

func (t *terminal) watch() {
	b := make([]byte, 32<<10)
	for {
		n, err := t.tty.Read(b)
		if err != nil {
			return
		}
		t.mu.Lock()
		_, _ = t.vt.Write(b[:n])
		t.mu.Unlock()
	}
}

// types presses keys.
func (t *terminal) types(keys string) error {
	_, err := t.tty.WriteString(keys)
	return err
}

// shows waits until a text is on the screen and the screen has come to rest.
func (t *terminal) shows(ctx context.Context, text string) (screen, error) {
	last, same := "", 0
	for {
		s := t.screen()
		now := s.String()
		if now == last && strings.Contains(now, text) {
			same++
		} else {
			last, same = now, 0
		}
		if same == 20 {
			return s, nil
		}
		select {
		case <-ctx.Done():
			return screen{}, fmt.Errorf("%q is not on the screen:\n%s", text, now)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// screen returns what the terminal shows.
func (t *terminal) screen() screen {
	t.mu.Lock()
	defer t.mu.Unlock()
	var s screen
	for y := range rows {
		for x := range columns {
			s[y][x] = *t.vt.CellAt(x, y)
		}
	}
	return s
}

// close ends the command and waits for it.
func (t *terminal) close() {
	_ = t.cmd.Process.Kill() // it may have ended by itself
	_ = t.cmd.Wait()
	t.tty.Close()
}

// A screen is what a terminal shows at one time. A wide sign is followed by a cell of no width.
type screen [rows][columns]uv.Cell

// String returns the text without colours.
func (s screen) String() string {
	var b strings.Builder
	for _, line := range s {
		for _, c := range line {
			b.WriteString(c.Content)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
