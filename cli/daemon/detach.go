package daemon

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/p2p/api"
	"fives/p2p/control"
	"fives/p2p/daemon"
)

const (
	logFile = "fives.log"
	upTime  = 20 * time.Second // for a daemon to answer
)

// detach starts a daemon as a process of its own and says that it is up.
func detach(s *console.Streams, c *cli.Context, cfg daemon.Config) error {
	st, err := launch(c, cfg)
	if err != nil {
		return err
	}
	return printStatus(s, c, st)
}

// launch starts a daemon as a process of its own and waits until it answers.
func launch(c *cli.Context, cfg daemon.Config) (api.Status, error) {
	claim, err := control.NewClaim(cfg.Home) // makes the home, or says that it is taken
	if err != nil {
		return api.Status{}, err
	}
	home := claim.Home()
	err = daemon.Age(home) // before a log is written into the home of another version
	claim.Close()
	if err != nil {
		return api.Status{}, err
	}
	log, err := os.OpenFile(filepath.Join(home, logFile), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return api.Status{}, err
	}
	defer log.Close()
	before, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return api.Status{}, err
	}
	cmd, err := daemonProcess(c, cfg, home)
	if err != nil {
		return api.Status{}, err
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return api.Status{}, err
	}
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	return answer(c.Context, home, ended, func() error { return ending(log, before) })
}

// daemonProcess is this program again, in the foreground of a session of its own.
func daemonProcess(c *cli.Context, cfg daemon.Config, home string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"up", "--home=" + home, "--port=" + strconv.Itoa(c.Int("port")), "--bot-delay=" + c.Duration("bot-delay").String()}
	for _, name := range []string{"iface", "peer"} {
		for _, v := range c.StringSlice(name) {
			args = append(args, "--"+name+"="+v)
		}
	}
	if cfg.Name != "" {
		args = append(args, "--name="+cfg.Name)
	}
	if cfg.Network != "" {
		args = append(args, "--network="+cfg.Network)
	}
	for _, name := range []string{"here", "verbose"} {
		if c.Bool(name) {
			args = append(args, "--"+name)
		}
	}
	cmd := exec.Command(self, args...)
	cmd.Args[0] = c.App.Name
	cmd.SysProcAttr = ownSession()
	return cmd, nil
}

// answer waits until a daemon that was started answers or has ended.
func answer(ctx context.Context, home string, ended <-chan struct{}, why func() error) (api.Status, error) {
	for end := time.Now().Add(upTime); time.Now().Before(end); {
		select {
		case <-ctx.Done():
			return api.Status{}, ctx.Err()
		case <-ended:
			return api.Status{}, why()
		case <-time.After(20 * time.Millisecond):
		}
		client, err := control.Dial(home)
		if err != nil {
			continue
		}
		defer client.Close()
		return client.Status(ctx)
	}
	return api.Status{}, console.No("see "+filepath.Join(home, logFile), "the daemon does not answer after %v", upTime)
}

// ending returns the error that a daemon left in its log if it ended at once. If the disk is
// full, the daemon could not write one; then the full disk is the reason.
func ending(log *os.File, from int64) error {
	out, err := io.ReadAll(io.NewSectionReader(log, from, 1<<20))
	if err == nil && len(out) == 0 {
		_, err = log.WriteString("the daemon ended at once\n")
		err = errors.Join(err, log.Sync())
	}
	if err != nil {
		return err
	}
	f := &console.Failure{Status: console.StatusNo, Text: "the daemon ended at once", Hint: "fives up without --detach says why, and so does " + log.Name()}
	for line := range strings.SplitSeq(string(bytes.TrimSpace(out)), "\n") {
		if text, ok := strings.CutPrefix(line, "error: "); ok {
			f.Text, f.Hint = text, ""
		}
		if text, ok := strings.CutPrefix(line, "hint: "); ok {
			f.Hint = strings.TrimPrefix(f.Hint+"\n"+text, "\n")
		}
	}
	return f
}
