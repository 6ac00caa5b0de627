package cli_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creack/pty"

	"fives/cli"
	"fives/cli/screentest"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// A person is somebody at a terminal of 80 by 24.
type person struct {
	*screentest.Terminal
	t    *testing.T
	home string
	cmd  *exec.Cmd
}

// sit starts the program in a terminal. It is this test binary under another
// name (see TestMain).
func sit(t *testing.T, home string, args ...string) *person {
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
	cmd.Env = append(os.Environ(), "FIVES_HOME="+home, "FIVES_NETWORK="+netnstest.Network(t), "TERM=xterm-256color", cardsEnv+"="+t.Name()+" "+filepath.Base(home))
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("this machine has no pseudo-terminals: %v", err)
	}
	master.Close()
	slave.Close()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	p := &person{Terminal: screentest.New(t, tty, 80, 24), t: t, home: home, cmd: cmd}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		p.Close()
	})
	return p
}

// leaves quits the full-screen table.
func (p *person) leaves() {
	p.t.Helper()
	p.quits("fives down stops it")
}

// quits ends the program, which says something at its end.
func (p *person) quits(said string) {
	p.t.Helper()
	p.Press("q")
	if err := p.cmd.Wait(); err != nil {
		p.t.Errorf("it ends with %v:\n%s", err, p.Screen())
	}
	p.Says(said)
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
	p := sit(t, home, "--iface", "lo", "--port", "0", "--ascii")
	p.Says("fives: card games with the people on your network")
	p.Says("Your name at tables")
	p.Press(strings.Repeat("x", 40), "enter")
	p.Says("a name has 1 to 32 characters")
	p.Press("far:1.2.3.2:45354/aeaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaadq/beaaaaaaaaaaaaaaaaaaaaaa74tpqz3t", "enter")
	p.Says("that is a link, by which one connects")
	p.Press("ana", "enter")
	p.Says("starting your node")
	p.Shows("q quit") // the lobby's keys
	client, err := control.Dial(home)
	if err != nil {
		t.Fatal(err)
	}
	st, err := client.Status(t.Context())
	if err != nil || st.Name != "ana" {
		t.Fatalf("%v %+v", err, st)
	}
	p.leaves()

	again := sit(t, home, "--iface", "lo")
	again.Shows("q quit")
	if said := again.Written(); strings.Contains(said, "Your name") || strings.Contains(said, "starting") {
		t.Errorf("the second start is like the first: %q", said)
	}
	again.leaves()
	if now, err := client.Status(t.Context()); err != nil || now.PID != st.PID {
		t.Errorf("the daemon has not stayed: %v %+v", err, now)
	}
}

// newHome makes a home, whose daemon is stopped when the test ends.
func newHome(t *testing.T, name string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "fives")
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(dir, name)
	t.Cleanup(func() {
		run(t, "down", "--home", home)
		os.RemoveAll(dir)
	})
	return home
}

// newcomer starts the program for the first time and gives a name.
func newcomer(t *testing.T, name string, args ...string) *person {
	t.Helper()
	p := sit(t, newHome(t, name), append([]string{"--iface", "lo", "--port", "0", "--pace", "0s"}, args...)...)
	p.Says("Your name at tables")
	p.Press(name, "enter")
	p.Shows("q quit")
	return p
}

// Two people who know nothing play their first hand: one command each, their names, and no more
// than three keys until the first card.
func TestFirstHandOfTwoNewcomers(t *testing.T) {
	ana, ben := newcomer(t, "ana"), newcomer(t, "ben")
	names := ana.Pressed() + ben.Pressed()
	ana.Shows("ben")
	ana.Press("n")
	ana.Shows("esc back")
	ana.Press("enter")
	ben.Shows("of 2 seats")
	ben.Press("enter")
	g := gather(t, "newcomers", nil, ana, ben)
	g.quiet()
	before, moves := ana.Pressed()+ben.Pressed(), 0
	for p := g.asked(); !screentest.Settled(p.Screen()); p = g.asked() {
		p.Plays("h")
		moves++
	}
	if first := before - names; first > 3 {
		t.Errorf("%d keys to the first card", first)
	}
	t.Logf("2 commands, 2 names, %d keys to the first card, %d for %d moves", before-names, ana.Pressed()+ben.Pressed()-before, moves)
}

// TestHintInColours: on a terminal the cards of a hint are coloured, and so are those in the
// explanation, and nobody sees the codes that make colours.
func TestHintInColours(t *testing.T) {
	p := newcomer(t, "ana")
	client, err := control.Dial(p.home)
	if err != nil {
		t.Fatal(err)
	}
	offer, err := client.Host(t.Context(), api.HostRequest{Game: "furious-five", Seats: 2, Bots: []string{"good"}})
	if err != nil {
		t.Fatal(err)
	}
	named := false // a card in what says why
	for range 30 {
		var hint api.HintAnswer
		waittest.Until(t, "a hint", func() bool { hint, err = client.Hint(t.Context(), offer.ID); return err == nil })
		said := sit(t, p.home, "hint", offer.ID)
		said.Says(hint.Move[:4])
		if err := said.cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		if text := said.Written(); strings.Contains(text, "·[") {
			t.Fatalf("it says %q", text)
		}
		if named = regexp.MustCompile(`\b([2-9AJQK]|10)[cdhs]\b`).MatchString(hint.Why); named {
			break
		}
		if err := client.Play(t.Context(), offer.ID, hint.Move); err != nil {
			t.Fatal(err)
		}
	}
	if !named {
		t.Error("no hint has named a card")
	}
	p.leaves()
}

// In a terminal a log is stepped through on the full screen, with the eyes and the
// preferences of who asks. It needs no daemon.
func TestReplayInATerminal(t *testing.T) {
	home := t.TempDir()
	log, err := filepath.Abs("../engine/audit/testdata/five.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if code, _, said := run(t, "--home", home, "config", "notation", "letters"); code != 0 {
		t.Fatal(said)
	}
	p := sit(t, home, "replay", "--seat", "ben", log)
	p.Shows("as ben")
	p.Press("n")
	if s := p.Shows("ben (you)"); strings.ContainsFunc(s, func(r rune) bool { return r > 126 }) {
		t.Errorf("letters are preferred:\n%s", s)
	}
	p.Press("s")
	p.Shows("as an onlooker")
	p.Press("q")
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("it ends with %v:\n%s", err, p.Screen())
	}

	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	seats := filepath.Join(home, "seats.jsonl")
	if err := os.WriteFile(seats, []byte(strings.Join(strings.SplitAfter(string(text), "\n")[:3], "")), 0o600); err != nil {
		t.Fatal(err)
	}
	p = sit(t, home, "replay", "--partial", seats)
	p.Says("error: no hand was begun")
	if err := p.cmd.Wait(); p.cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("it ends with %v", err)
	}
}

// A reached is a daemon that connects to whoever is named.
type reached struct{ control.Daemon }

func (reached) Status() api.Status { return api.Status{API: api.Newest} }

func (reached) Connect(context.Context, string) (api.ConnectAnswer, error) {
	return api.ConnectAnswer{Kept: true, Dialled: true, Peer: api.Peer{ID: "1", Name: "ana"}}, nil
}

// TestConnectingIsSeen: whoever connects, which from afar can take a while, sees on a terminal that it is
// tried; nothing of that is left.
func TestConnectingIsSeen(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Skipf("this machine has no pseudo-terminals: %v", err)
	}
	defer master.Close()
	t.Setenv("TERM", "xterm-256color")
	var out strings.Builder
	status := cli.Main([]string{"fives", "connect", "--home", serve(t, reached{}), "x"}, strings.NewReader(""), &out, slave)
	slave.Close()
	said, _ := io.ReadAll(master) // a terminal that is closed fails
	if status != 0 || out.String() != "connected to ana\n" || string(said) != "\r\x1b[Kconnecting\r\x1b[K" {
		t.Errorf("status %d, %q, %q", status, out.String(), said)
	}
}
