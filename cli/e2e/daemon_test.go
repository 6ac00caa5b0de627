//go:build linux

package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/discovery/netnstest"
	"fives/p2p/waittest"
)

// A daemon is a process of the program with a home.
type daemon struct {
	t       *testing.T
	name    string
	home    string
	netns   string // network namespace, "" for the tests' own
	network string // its name, "" for the program's default
	program string // path of another version of the program, "" for this one
	iface   string
	port    int // 0 until it has one
	peers   []string
	tracer  []string // arguments of strace, under which it then runs

	cmd   *exec.Cmd
	ended chan struct{}
}

// newDaemon makes a home. The daemon is stopped when the test ends.
func newDaemon(t *testing.T, dir, name, netns, iface string, port int) *daemon {
	d := &daemon{t: t, name: name, home: filepath.Join(dir, name), netns: netns, network: netnstest.Network(t), iface: iface, port: port}
	t.Cleanup(d.kill)
	return d
}

// start runs the daemon and waits until it answers. It keeps the port that it
// got the first time, because others know it by that.
func (d *daemon) start() {
	d.t.Helper()
	d.launch()
	eventually(d.t, d.name+" answers", func() bool {
		st := d.status()
		if d.port == 0 && len(st.Addresses) > 0 {
			d.port = portOf(d.t, st.Addresses[0])
		}
		return d.port != 0 && st.PID == d.cmd.Process.Pid
	})
}

// portOf returns the port of an address, TCP or UDP.
func portOf(t *testing.T, addr string) int {
	t.Helper()
	words := strings.Split(addr, "/") // /ip4/127.0.0.1/tcp/45355/…
	port, err := strconv.Atoi(words[4])
	if err != nil {
		t.Fatal(addr, err)
	}
	return port
}

// launch runs the daemon.
func (d *daemon) launch() {
	d.t.Helper()
	args := []string{"up", "--home", d.home, "--name", d.name, "--iface", d.iface, "--port", strconv.Itoa(d.port), "--bot-delay", "0s"}
	for _, p := range d.peers {
		args = append(args, "--peer", p)
	}
	if d.network != "" {
		args = append(args, "--network", d.network)
	}
	cmd := d.fives(args...)
	if d.netns != "" {
		inside := exec.Command("ip", append([]string{"netns", "exec", d.netns, cmd.Path}, cmd.Args[1:]...)...)
		inside.Env = cmd.Env
		cmd = inside
	}
	if d.tracer != nil { // -D: the program is the child of this process, not strace
		under := exec.Command("strace", slices.Concat([]string{"-D"}, d.tracer, []string{"--"}, []string{cmd.Path}, cmd.Args[1:])...)
		under.Env = cmd.Env
		cmd = under
	}
	log, err := os.OpenFile(d.home+".log", os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	d.cmd, d.ended = cmd, ended
}

// fives returns a command of the daemon's program.
func (d *daemon) fives(args ...string) *exec.Cmd {
	if d.program != "" {
		return exec.Command(d.program, args...)
	}
	return fives(args...)
}

// run runs a command of the daemon's program and returns what it says.
func (d *daemon) run(args ...string) string {
	d.t.Helper()
	out, err := d.fives(args...).CombinedOutput()
	if err != nil {
		d.t.Fatalf("%s: fives %s: %v\n%s", d.name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// kill ends the process at once, with SIGKILL to its own number.
func (d *daemon) kill() {
	if d.cmd == nil {
		return
	}
	_ = d.cmd.Process.Kill()
	<-d.ended
	d.cmd = nil
}

// stop ends the process as down does, with SIGTERM.
func (d *daemon) stop() {
	d.signal(syscall.SIGTERM)
	<-d.ended
	d.cmd = nil
}

func (d *daemon) signal(s syscall.Signal) {
	d.t.Helper()
	if err := d.cmd.Process.Signal(s); err != nil {
		d.t.Fatal(err)
	}
}

// ask calls the daemon; it returns false if it does not answer.
func ask[T any](d *daemon, call func(*control.Client, context.Context) (T, error)) (v T, ok bool) {
	c, err := control.Dial(d.home)
	if err != nil {
		return v, false
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit(d.t))
	defer cancel()
	v, err = call(c, ctx)
	return v, err == nil
}

func (d *daemon) status() api.Status {
	s, _ := ask(d, func(c *control.Client, ctx context.Context) (api.Status, error) { return c.Status(ctx) })
	return s
}

func (d *daemon) tables() api.Tables {
	v, _ := ask(d, func(c *control.Client, ctx context.Context) (api.Tables, error) { return c.Tables(ctx) })
	return v
}

func (d *daemon) table(id string) (api.Table, bool) {
	return ask(d, func(c *control.Client, ctx context.Context) (api.Table, error) { return c.Table(ctx, id) })
}

// lastLines returns the end of the daemon's log.
func (d *daemon) lastLines() string {
	all := d.log()
	return all[max(0, len(all)-2000):]
}

// log returns everything that the daemon has ever logged.
func (d *daemon) log() string {
	b, _ := os.ReadFile(d.home + ".log")
	return string(b)
}

// eventually waits until ok holds.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	waittest.Until(t, what, ok)
}
