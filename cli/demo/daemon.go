package demo

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"fives/p2p/control"
)

// A daemon is one of the processes.
type daemon struct {
	name   string
	home   string
	cmd    *exec.Cmd
	ended  chan struct{}
	client *control.Client
}

const logFile = "fives.log"

// start starts a daemon in a home below dir.
func start(program, dir, name, network, iface string) (*daemon, error) {
	d := &daemon{name: name, home: filepath.Join(dir, name), ended: make(chan struct{})}
	if err := os.MkdirAll(d.home, 0o700); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	log, err := os.OpenFile(filepath.Join(d.home, logFile), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	defer log.Close()
	args := []string{"up", "--home=" + d.home, "--name=" + name, "--network=" + network, "--bot-delay=0s"}
	if iface != "" {
		args = append(args, "--iface="+iface, "--port=0")
	}
	d.cmd = exec.Command(program, args...)
	d.cmd.Args[0] = "fives"
	d.cmd.Stdout, d.cmd.Stderr = log, log
	d.cmd.SysProcAttr = childAttr()
	if err := d.cmd.Start(); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	go func() {
		_ = d.cmd.Wait() // the log says why
		close(d.ended)
	}()
	return d, nil
}

// answer waits until the daemon can be called.
func (d *daemon) answer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, upTime)
	defer cancel()
	for {
		c, err := control.Dial(d.home)
		if err == nil {
			d.client = c
			return nil
		}
		select {
		case <-d.ended:
			return fmt.Errorf("demo: %s's daemon has ended: %s", d.name, d.lastLines())
		case <-ctx.Done():
			return fmt.Errorf("demo: %s's daemon does not answer: %w", d.name, ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// lastLines returns the end of the daemon's log.
func (d *daemon) lastLines() string {
	b, err := os.ReadFile(filepath.Join(d.home, logFile))
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Join(lines[max(0, len(lines)-3):], "; ")
}

// stop ends the daemon, in an orderly way if it can.
func (d *daemon) stop() {
	if d.client != nil {
		d.client.Close()
	}
	if d.cmd.Process.Signal(syscall.SIGTERM) != nil {
		_ = d.cmd.Process.Kill() // there may be no such signals here, or it has ended
	}
	select {
	case <-d.ended:
	case <-time.After(endTime):
		_ = d.cmd.Process.Kill()
		<-d.ended
	}
}
