//go:build unix

package tui

import (
	"context"
	"os"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// A terminal runs the real program in a pseudo-terminal, and shows its screen.
type terminal struct {
	t    *testing.T
	keys *os.File
	vt   vt10x.Terminal

	mu    sync.Mutex
	got   []byte // all that the program has written
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
	x := &terminal{t: t, keys: master, vt: vt10x.New(vt10x.WithSize(w, h)), ended: make(chan error, 1)}
	cfg.Client, cfg.In, cfg.Out = d, slave, slave
	var reading sync.WaitGroup
	reading.Go(x.read)
	go func() { x.ended <- Run(context.Background(), cfg) }()
	t.Cleanup(func() {
		x.press("ctrl+c") // a cancelled context would not wait for the reader of the keys
		select {
		case <-x.ended:
		case <-time.After(5 * time.Second):
			t.Error("the program does not end")
		}
		slave.Close()
		master.Close()
		reading.Wait()
	})
	return x
}

func (x *terminal) read() {
	b := make([]byte, 32<<10)
	kept := 0
	for {
		n, err := x.keys.Read(b[kept:])
		if err != nil {
			return
		}
		n += kept
		whole := wholeRunes(b[:n])
		x.mu.Lock()
		x.got = append(x.got, b[:whole]...)
		_, _ = x.vt.Write(b[:whole])
		x.mu.Unlock()
		kept = copy(b, b[whole:n])
	}
}

// wholeRunes is how much of some bytes ends with a whole character: the
// emulator does not put one together that comes in two reads.
func wholeRunes(b []byte) int {
	for i := len(b) - 1; i >= max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			if utf8.FullRune(b[i:]) {
				return len(b)
			}
			return i
		}
	}
	return len(b)
}

var codes = map[string]string{
	"enter": "\r", "esc": "\x1b", "left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "space": " ", "tab": "\t", "ctrl+c": "\x03",
}

// press types keys.
func (x *terminal) press(keys ...string) {
	x.t.Helper()
	for _, k := range keys {
		if c, ok := codes[k]; ok {
			k = c
		}
		if _, err := x.keys.WriteString(k); err != nil {
			x.t.Fatal(err)
		}
	}
}

// screen is what the terminal shows.
func (x *terminal) screen() string {
	x.mu.Lock()
	lines := strings.Split(strings.TrimSuffix(x.vt.String(), "\n"), "\n")
	x.mu.Unlock()
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// titles are set by a sequence that a bell ends.
var titles = regexp.MustCompile("\x1b\\][^\a]*\a")

// bells counts how often it rang.
func (x *terminal) bells() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.Count(string(titles.ReplaceAll(x.got, nil)), "\a")
}

// quits waits for the end of the program.
func (x *terminal) quits(limit time.Duration) {
	x.t.Helper()
	select {
	case err := <-x.ended:
		x.ended <- nil
		if err != nil {
			x.t.Error(err)
		}
	case <-time.After(limit):
		x.t.Error("it cannot be quit")
	}
}

// resize makes the window another size. The signal that a shell's terminal
// would send has to be sent here: the terminal is not this process's own.
func (x *terminal) resize(w, h int) {
	x.t.Helper()
	x.mu.Lock()
	x.vt.Resize(w, h)
	x.mu.Unlock()
	if err := pty.Setsize(x.keys, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		x.t.Fatal(err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
		x.t.Fatal(err)
	}
}

// title is the window's.
func (x *terminal) title() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.vt.Title()
}

// until waits for a screen, and returns it.
func (x *terminal) until(what string, is func(screen string) bool) string {
	x.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if s := x.screen(); is(s) {
			return s
		}
	}
	x.t.Fatalf("%s: not within 20 s; the screen is\n%s", what, x.screen())
	return ""
}

// shows waits for a text.
func (x *terminal) shows(text string) string {
	x.t.Helper()
	return x.until(text, func(s string) bool { return strings.Contains(s, text) })
}
