package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
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
	vt vt10x.Terminal
}

// open starts a command in a terminal of its own.
func open(cmd *exec.Cmd) (*terminal, error) {
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		return nil, err
	}
	t := &terminal{tty: tty, cmd: cmd, vt: vt10x.New(vt10x.WithSize(columns, rows))}
	go t.watch()
	return t, nil
}

func (t *terminal) watch() {
	b := make([]byte, 32<<10)
	kept := 0
	for {
		n, err := t.tty.Read(b[kept:])
		if err != nil {
			return
		}
		n += kept
		whole := n
		for whole > 0 && n-whole < utf8.UTFMax && !utf8.Valid(b[:whole]) { // the emulator wants whole characters
			whole--
		}
		t.mu.Lock()
		_, _ = t.vt.Write(b[:whole])
		t.mu.Unlock()
		kept = copy(b, b[whole:n])
	}
}

// types presses keys.
func (t *terminal) types(keys string) error {
	_, err := t.tty.WriteString(keys)
	return err
}

// shows waits until a text is on the screen, and the screen still.
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

// screen is what the terminal shows.
func (t *terminal) screen() screen {
	t.mu.Lock()
	defer t.mu.Unlock()
	var s screen
	for y := range rows {
		for x := range columns {
			s[y][x] = t.vt.Cell(x, y)
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

// A screen is what a terminal shows at one time.
type screen [rows][columns]vt10x.Glyph

// String is the text without colours.
func (s screen) String() string {
	var b strings.Builder
	for _, line := range s {
		for _, g := range line {
			b.WriteRune(max(g.Char, ' '))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
