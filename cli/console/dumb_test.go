package console

import (
	"runtime"
	"testing"

	"github.com/creack/pty"
)

// A terminal about which nothing is said, or that is said to be dumb, is not drawn on and has
// no colours. On Windows nothing says what a terminal is.
func TestDumb(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("this machine has no pseudo-terminals: %v", err)
	}
	defer master.Close()
	defer slave.Close()
	s := New(nil, slave, slave, slave)
	t.Setenv("NO_COLOR", "")
	for name, dumb := range map[string]bool{"xterm-256color": false, "dumb": true, "": runtime.GOOS != "windows"} {
		t.Setenv("TERM", name)
		if Dumb() != dumb || s.Interactive() == dumb || s.Style(false).Colour == dumb {
			t.Errorf("TERM=%s: dumb %v, drawn on %v, in colours %v", name, Dumb(), s.Interactive(), s.Style(false).Colour)
		}
	}
}
