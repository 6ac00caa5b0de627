//go:build unix

package tui

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// A sequence is handed on when it is whole, whatever the pieces in which it comes; whatever else
// is typed is handed on at once.
func TestWholeSequences(t *testing.T) {
	const dark = "\x1b]11;rgb:1c1c/bbbb/cccc\x07"
	for name, c := range map[string]struct{ come, all []string }{
		"keys":                    {[]string{"b", "\x1b", "c", "\r"}, []string{"b", "\x1b", "c", "\r"}},
		"an answer":               {[]string{dark}, []string{dark}},
		"in two pieces":           {[]string{dark[:12], dark[12:]}, []string{"", dark}},
		"cut behind its ]":        {[]string{dark[:2], dark[2:] + "q"}, []string{"", dark + "q"}},
		"cut behind its ESC":      {[]string{dark[:1], dark[1:9], dark[9:] + "q"}, []string{"\x1b", "", "q"}},
		"ended by ESC \\":         {[]string{"\x1b]11;rgb:cc", "cc/0/0\x1b", "\\"}, []string{"", "", "\x1b]11;rgb:cccc/0/0\x1b\\"}},
		"a mode":                  {[]string{"\x1b[", "?2026;2", "$y"}, []string{"", "", "\x1b[?2026;2$y"}},
		"a mode, behind its ESC":  {[]string{"\x1b", "[", "?2026;2$", "yq"}, []string{"\x1b", "", "", "q"}},
		"the mouse":               {[]string{"\x1b[<0;1", "2;3M"}, []string{"", "\x1b[<0;12;3M"}},
		"the mouse, behind ESC":   {[]string{"\x1b", "[<0;1", "2;3mq"}, []string{"\x1b", "", "q"}},
		"the old mouse":           {[]string{"\x1b[M", " !", "cq"}, []string{"", "", "\x1b[M !cq"}},
		"an arrow":                {[]string{"\x1b[", "B", "\x1b", "[B"}, []string{"", "\x1b[B", "\x1b", "[B"}},
		"two escapes":             {[]string{"\x1b\x1b", "j"}, []string{"\x1b\x1b", "j"}},
		"alt and ]":               {[]string{"\x1b]", "c"}, []string{"", "\x1b]c"}},
		"never ended, then enter": {[]string{dark[:12], "cc", "\r", "c"}, []string{"", "", "\r", "c"}},
		"never ended, then esc":   {[]string{dark[:12], "\x1b", "j"}, []string{"", "", "\x1bj"}},
		"another one instead":     {[]string{dark[:12], "\x1b[A"}, []string{"", "\x1b[A"}},
	} {
		w := &whole{}
		for i, come := range c.come {
			if got := string(w.take([]byte(come), false)); got != c.all[i] {
				t.Errorf("%s: %q hands on %q, not %q", name, come, got, c.all[i])
			}
		}
	}
}

// What never ends is not kept for ever, nor does its end press a key.
func TestEndlessSequence(t *testing.T) {
	w := &whole{}
	for _, begun := range []string{"\x1b]52;", "\x1b[<"} {
		if got := w.take([]byte(begun+strings.Repeat("1;", 3*longestHeld)), false); len(got) > 0 || len(w.held) > longestHeld {
			t.Errorf("%q: %q is handed on, and %d bytes are held", begun, got, len(w.held))
		}
		if got := string(w.take([]byte("M\x07"), false)); !strings.HasPrefix(got, begun) || w.held != nil {
			t.Errorf("%q ends as %q", begun, got)
		}
	}
}

// A full read may have been cut anywhere, so an ESC at its end is not the escape key.
func TestWholeReads(t *testing.T) {
	r, f, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := f.WriteString("abc\x1b[Bd"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	w, p, got := &whole{File: r}, make([]byte, 4), []string{}
	for {
		n, err := w.Read(p)
		if err == io.EOF {
			break
		}
		if got = append(got, string(p[:n])); err != nil || len(got) > 9 {
			t.Fatal(err, got)
		}
	}
	if all := strings.Join(got, "|"); all != "abc|\x1b[Bd" {
		t.Errorf("it reads %q", all)
	}
}

// The answer of a terminal behind a bad link presses no key, however late its end comes: here
// later than the program waits for the rest of a key.
func TestAnswerInPieces(t *testing.T) {
	x, h := sitting(t, Config{})
	later := func() { time.Sleep(2 * uv.DefaultEscTimeout) }
	x.Pieces(later, "\x1b]11;rgb:", "eeee/tttt/", "eeee\x07")
	x.Press("1")
	if s := x.Shows("chosen"); strings.Contains(s, "say:") || h.count("play") > 0 {
		t.Errorf("the answer pressed keys:\n%s", s)
	}
}
