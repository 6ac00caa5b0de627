package screentest

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"

	"fives/p2p/waittest"
)

// A Terminal is the screen and the keys of a program.
type Terminal struct {
	t   testing.TB
	tty *os.File

	running sync.WaitGroup
	says    sync.Mutex // held while the terminal says one thing to the program
	mu      sync.Mutex
	vt      *vt.Emulator
	title   string
	frame   bool   // a frame is being drawn
	before  string // the screen when the frame began
	got     []byte // all that the program has written
	pressed int
	drawn   func(text, styled string) // is told what is on the screen
}

// New watches a pseudo-terminal of w by h from its master's side.
//
// A program may ask whether the terminal shows a frame only when it is complete, and then says
// where each frame begins and ends ("synchronized output", mode 2026). This terminal does: a
// test that saw half a frame would press a key for a screen that nobody sees.
func New(t testing.TB, tty *os.File, w, h int) *Terminal {
	x := &Terminal{t: t, tty: tty, vt: vt.NewEmulator(w, h)}
	x.vt.SetCallbacks(vt.Callbacks{
		Title: func(title string) { x.title = title },
		EnableMode: func(m ansi.Mode) {
			if m == ansi.ModeSynchronizedOutput && !x.frame {
				x.frame, x.before = true, x.vt.String()
			}
		},
		DisableMode: func(m ansi.Mode) {
			if m == ansi.ModeSynchronizedOutput && x.frame {
				x.frame = false
				x.show()
			}
		},
	})
	_, _ = x.vt.WriteString(ansi.ResetModeSynchronizedOutput) // from now on it says that it knows the mode
	x.running.Go(x.read)
	x.running.Go(func() { _, _ = io.Copy(mouth{x}, x.vt) }) // the terminal's answers
	return x
}

// Close ends the terminal, after its program has ended.
func (x *Terminal) Close() {
	x.tty.Close()
	_ = x.vt.InputPipe().(io.Closer).Close() // the emulator's own Close is a data race with its Read
	x.running.Wait()
}

func (x *Terminal) read() {
	b := make([]byte, 32<<10)
	for {
		n, err := x.tty.Read(b)
		if err != nil {
			return
		}
		x.mu.Lock()
		x.got = append(x.got, b[:n]...)
		_, _ = x.vt.Write(b[:n])
		x.show()
		x.mu.Unlock()
	}
}

// Drawn has f told of all that is on the screen from now on, each frame once it is complete: as
// [Terminal.Screen] returns it, and with its colours. f must not ask the terminal for anything.
func (x *Terminal) Drawn(f func(text, styled string)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drawn = f
}

// show tells what is on the screen now. mu must be held.
func (x *Terminal) show() {
	if x.drawn != nil && !x.frame {
		x.drawn(x.vt.String()+"\n", x.vt.Render())
	}
}

// A mouth says things to the program, one after the other.
type mouth struct{ x *Terminal }

func (m mouth) Write(b []byte) (int, error) {
	m.x.says.Lock()
	defer m.x.says.Unlock()
	return m.x.tty.Write(b)
}

// Pieces says one thing in pieces, as a bad link brings it, with a pause before each piece but the
// first. What else the terminal has to say waits until all of it is said: a terminal never says
// one thing in the middle of another.
func (x *Terminal) Pieces(pause func(), pieces ...string) {
	x.t.Helper()
	x.says.Lock()
	defer x.says.Unlock()
	for i, piece := range pieces {
		if i > 0 {
			pause()
		}
		if _, err := x.tty.WriteString(piece); err != nil {
			x.t.Fatal(err)
		}
	}
}

var codes = map[string]string{
	"enter": "\r", "esc": "\x1b", "left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B",
	"space": " ", "tab": "\t", "ctrl+c": "\x03",
}

// Press types keys, given by name, or texts.
func (x *Terminal) Press(keys ...string) {
	x.t.Helper()
	for _, k := range keys {
		x.pressed++
		if c, ok := codes[k]; ok {
			k = c
		}
		x.Pieces(nil, k)
	}
}

// Pressed returns how many keys have been typed; a text counts as one.
func (x *Terminal) Pressed() int { return x.pressed }

// Screen returns what the terminal shows, without the spaces at the ends of lines.
func (x *Terminal) Screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.frame {
		return x.before + "\n"
	}
	return x.vt.String() + "\n"
}

// sequences match what the terminal obeys and does not show.
var sequences = regexp.MustCompile("\x1b\\[[0-9;?]*[ -/]*[@-~]|\x1b\\][^\a]*\a")

// Written returns all the text that the program has written so far.
func (x *Terminal) Written() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return string(sequences.ReplaceAll(x.got, nil))
}

// Says waits for a text that need not stay on the screen.
func (x *Terminal) Says(text string) {
	x.t.Helper()
	x.Until(text, func(string) bool { return strings.Contains(x.Written(), text) })
}

// titles match sequences that set a title; a bell ends them.
var titles = regexp.MustCompile("\x1b\\][^\a]*\a")

// Bells counts how often the bell rang.
func (x *Terminal) Bells() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.Count(string(titles.ReplaceAll(x.got, nil)), "\a")
}

// Title returns the title of the window.
func (x *Terminal) Title() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.title
}

// Resize gives the window another size. The system tells the program, if the terminal is the
// program's controlling one.
func (x *Terminal) Resize(w, h int) {
	x.t.Helper()
	x.mu.Lock()
	x.vt.Resize(w, h)
	x.mu.Unlock()
	if err := pty.Setsize(x.tty, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
		x.t.Fatal(err)
	}
}

// Until waits for a screen and returns it.
func (x *Terminal) Until(what string, is func(screen string) bool) string {
	x.t.Helper()
	var seen string
	if !waittest.Try(x.t, func() bool { seen = x.Screen(); return is(seen) }) {
		x.t.Fatalf("%s: not to be seen; the screen is\n%s", what, seen)
	}
	return seen
}

// Shows waits for a text.
func (x *Terminal) Shows(text string) string {
	x.t.Helper()
	return x.Until(text, func(s string) bool { return strings.Contains(s, text) })
}

// Closed reports whether the box over a screen has gone, or another one has come. It is not
// enough that the screen differs: what is beside the box may change by itself, and lines are
// drawn one after the other.
func Closed(before, now string) bool {
	lines := strings.Split(Box(before), "\n")
	foot := strings.Trim(lines[max(0, len(lines)-2)], "│ ") // what the keys do
	switch box := Box(now); {
	case strings.Count(strings.TrimRight(now, "\n"), "\n") < strings.Count(strings.TrimRight(before, "\n"), "\n"):
		return false // it is still being drawn
	case box == "":
		return !strings.Contains(now, foot)
	default:
		return box != Box(before)
	}
}

// Covered reports whether a box, or part of one, lies over a screen.
func Covered(screen string) bool { return strings.Contains(screen, boxOpens) }

// boxOpens is the upper edge of a box, with its title; no frame of a table has one.
const boxOpens = "╭─ "

// Box returns what lies over a screen, "" if nothing does, or not all of it yet.
func Box(screen string) string {
	var lines []string
	from, to := -1, -1
	for line := range strings.Lines(screen) {
		r := []rune(line)
		if at := strings.Index(line, boxOpens); from < 0 && at >= 0 {
			from = utf8.RuneCountInString(line[:at])
			to = from + slices.Index(r[from:], '╮')
		}
		if from >= 0 && to > from && to < len(r) {
			lines = append(lines, string(r[from:to]))
			if r[from] == '╰' {
				return strings.Join(lines, "\n")
			}
		}
	}
	return "" // its end is yet to be drawn
}
