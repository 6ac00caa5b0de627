package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"

	"fives/p2p/control"
)

// A person is somebody at a terminal of 80 by 24.
type person struct {
	t       *testing.T
	tty     *os.File
	pressed int    // keys
	moved   uint64 // the last step at which it was their turn

	mu   sync.Mutex
	seen bytes.Buffer
}

// sit starts the program in a terminal. It is this test binary under another
// name (see TestMain).
func sit(t *testing.T, home string, args ...string) (*person, *exec.Cmd) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "fives")
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "FIVES_HOME="+home, "TERM=xterm-256color")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skipf("this system has no pseudo-terminals: %v", err)
	}
	p := &person{t: t, tty: tty}
	go p.watch()
	t.Cleanup(func() { tty.Close() })
	return p, cmd
}

func (p *person) watch() {
	buf := make([]byte, 4096)
	for {
		n, err := p.tty.Read(buf)
		p.mu.Lock()
		p.seen.Write(buf[:n])
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (p *person) types(text string) {
	p.t.Helper()
	if _, err := p.tty.WriteString(text); err != nil {
		p.t.Fatal(err)
	}
}

var sequence = regexp.MustCompile(`\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07]*\x07`)

// sees waits for a text to come on the screen.
func (p *person) sees(text string) {
	p.t.Helper()
	var screen string
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if screen = p.text(); strings.Contains(screen, text) {
			return
		}
	}
	p.t.Fatalf("%q is not to be seen:\n%q", text, screen)
}

func (p *person) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return sequence.ReplaceAllString(p.seen.String(), "")
}

// leaves quits the full-screen table.
func (p *person) leaves(cmd *exec.Cmd) {
	p.t.Helper()
	p.types("q")
	if err := cmd.Wait(); err != nil {
		p.t.Errorf("it ends with %v:\n%q", err, p.text())
	}
	p.sees("fives down stops it")
}

// The first start: a name is asked for once, a daemon started, the full-screen
// table opened; the second start finds all of that.
func TestStartInOneStep(t *testing.T) {
	home, err := os.MkdirTemp("", "fives")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if status, _, said := run(t, "down", "--home", home); status != 0 {
			t.Error(said)
		}
		os.RemoveAll(home)
	})
	p, cmd := sit(t, home, "--iface", "lo", "--port", "0", "--ascii")
	p.sees("Your name at tables")
	p.types(strings.Repeat("x", 40) + "\r")
	p.sees("a name has 1 to 32 characters")
	p.types("ana\r")
	p.sees("starting your node")
	p.sees("q quit") // the lobby's keys
	client, err := control.Dial(home)
	if err != nil {
		t.Fatal(err)
	}
	st, err := client.Status(t.Context())
	if err != nil || st.Name != "ana" {
		t.Fatalf("%v %+v", err, st)
	}
	p.leaves(cmd)

	again, cmd := sit(t, home, "--iface", "lo")
	again.sees("q quit")
	if strings.Contains(again.text(), "Your name") || strings.Contains(again.text(), "starting") {
		t.Errorf("the second start is like the first: %q", again.text())
	}
	again.leaves(cmd)
	if now, err := client.Status(t.Context()); err != nil || now.PID != st.PID {
		t.Errorf("the daemon has not stayed: %v %+v", err, now)
	}
}

// keys types keys one by one, and counts them.
func (p *person) keys(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.types(k)
		p.pressed++
	}
}

// newcomer starts the program for the first time and gives a name.
func newcomer(t *testing.T, name string) (*person, *control.Client) {
	t.Helper()
	home, err := os.MkdirTemp("", "fives")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		run(t, "down", "--home", home)
		os.RemoveAll(home)
	})
	p, _ := sit(t, home, "--iface", "lo", "--port", "0")
	p.sees("Your name at tables")
	p.types(name + "\r")
	p.sees("q quit")
	client, err := control.Dial(home)
	if err != nil {
		t.Fatal(err)
	}
	return p, client
}

// Two people who know nothing play their first hand: one command each, their
// names, and as few keys as possible.
func TestFirstHandOfTwoNewcomers(t *testing.T) {
	ana, anas := newcomer(t, "ana")
	ben, bens := newcomer(t, "ben")
	ana.sees("ben")
	ana.keys("n")
	ana.sees("esc back")
	ana.keys("\r")
	ben.sees("of 2 seats")
	ben.keys("\r")
	before := ana.pressed + ben.pressed
	moves := 0
	for end := time.Now().Add(40 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no hand within 40 s\n%q", ana.text())
		}
		var waiting *person
		settled := 0
		for who, c := range map[*person]*control.Client{ana: anas, ben: bens} {
			tab, err := c.Table(t.Context(), "")
			if err != nil {
				continue // it has not begun
			}
			settled = max(settled, len(tab.Hands))
			if tab.YourTurn && tab.Step != who.moved {
				waiting, who.moved = who, tab.Step
			}
		}
		if settled > 0 {
			break
		}
		if waiting != nil {
			time.Sleep(300 * time.Millisecond) // to see it on the screen
			waiting.keys("\r")
			time.Sleep(50 * time.Millisecond)
			waiting.keys("\r")
			moves++
		}
	}
	t.Logf("2 commands, 2 names, %d keys to the first card, %d for %d moves", before, ana.pressed+ben.pressed-before, moves)
}
