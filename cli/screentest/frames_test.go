//go:build unix

package screentest

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// A frame is shown when it is complete, wherever its bytes are split; what is outside frames,
// at once.
func TestFrames(t *testing.T) {
	x, write, slave := watched(t)
	write("before")
	x.Shows("before")
	write("\x1b[?2026$p")
	answer := make([]byte, 32)
	n, err := slave.Read(answer)
	if err != nil || string(answer[:n]) != "\x1b[?2026;2$y" {
		t.Errorf("asked for frames, it says %q (%v)", answer[:n], err)
	}
	for _, frame := range []struct{ opens, rest, half, text string }{
		{"\x1b[?2026h", "", "one ha", "one half and the other"},
		{"\x1b[?20", "26h", "another ha", "another half and the other"},
	} {
		write(frame.opens)
		write(frame.rest + "\r\x1b[K" + frame.half)
		x.Says(frame.half)
		if s := x.Screen(); !strings.HasPrefix(s, "before\n") {
			t.Errorf("half a frame is shown: %q", s)
		}
		write(strings.TrimPrefix(frame.text, frame.half) + "\x1b[?2026l")
		x.Until("the frame", func(s string) bool { return strings.HasPrefix(s, frame.text+"\n") })
		write("\r\x1b[Kbefore")
		x.Until("what is in no frame", func(s string) bool { return strings.HasPrefix(s, "before\n") })
	}
}

// While one thing comes in pieces the terminal does not answer in the middle of it.
func TestPieces(t *testing.T) {
	x, write, slave := watched(t)
	x.Pieces(func() {
		write("\x1b[?2026$pasked")
		x.Says("asked") // and so the answer is under way
	}, "\x1b]11;rgb:", "c/c/c\a")
	const want = "\x1b]11;rgb:c/c/c\a\x1b[?2026;2$y"
	got := make([]byte, len(want))
	if _, err := io.ReadFull(slave, got); err != nil || string(got) != want {
		t.Errorf("it says %q (%v)", got, err)
	}
}

// watched returns a terminal without a program, what writes to it, and the program's side of it.
func watched(t *testing.T) (x *Terminal, write func(s string), slave *os.File) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("this machine has no pseudo-terminals: %v", err)
	}
	if _, err := term.MakeRaw(int(slave.Fd())); err != nil {
		t.Fatal(err)
	}
	x = New(t, master, 40, 4)
	t.Cleanup(func() {
		slave.Close()
		x.Close()
	})
	return x, func(s string) {
		t.Helper()
		if _, err := slave.WriteString(s); err != nil {
			t.Fatal(err)
		}
	}, slave
}
