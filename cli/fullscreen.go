package cli

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"os"
	"os/user"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/failure"
	"fives/cli/flags"
	"fives/cli/tui"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/discovery"
	"fives/p2p/node"
)

// fullScreen is fives without a command: the full-screen table in a terminal,
// the help anywhere else.
func fullScreen(s *console.Streams, c *cli.Context) error {
	if c.Args().Present() || !s.Interactive() {
		return cli.ShowAppHelp(c)
	}
	cfg, err := nodeConfig(s, c)
	if err != nil {
		return err
	}
	client, err := running(s, c, cfg)
	if err != nil {
		return err
	}
	defer client.Close()
	err = tui.Run(c.Context, tui.Config{Client: client, ASCII: c.Bool("ascii"), NoColor: !console.Colours(), In: s.In, Out: s.Out})
	if err != nil {
		return err
	}
	if _, err := client.Status(c.Context); err != nil {
		s.Note("your node has ended; fives starts it again, with your seats")
	} else {
		s.Note("your node stays up in the background; fives comes back to it, fives down stops it")
	}
	return nil
}

// running finds the daemon, and starts one if there is none.
func running(s *console.Streams, c *cli.Context, cfg node.Config) (*control.Client, error) {
	client, err := flags.Dial(s, c)
	if !errors.Is(err, control.ErrNotRunning) {
		return client, err
	}
	if cfg.Name == "" && isNew(cfg.Home) {
		if cfg.Name, err = askName(s); err != nil {
			return nil, err
		}
	}
	s.Note("starting your node…")
	if _, err := launch(c, cfg); err != nil {
		return nil, err
	}
	return flags.Dial(s, c)
}

// isNew reports whether no node has ever run in a home.
func isNew(home string) bool {
	_, err := os.Stat(filepath.Join(home, "identity.pem"))
	return errors.Is(err, os.ErrNotExist)
}

// askName asks until the answer can be a name at a table.
func askName(s *console.Streams) (string, error) {
	usual := ""
	if u, err := user.Current(); err == nil {
		usual = discovery.CleanName(u.Username)
	}
	in := bufio.NewReader(&byteByByte{s.In})
	for {
		s.Printf("Your name at tables")
		if usual != "" {
			s.Printf(" [%s]", usual)
		}
		s.Printf(": ")
		line, err := in.ReadString('\n')
		name := cmp.Or(strings.TrimSpace(line), usual)
		switch {
		case err == io.EOF:
			s.Printf("\n")
			return "", failure.No("", "no name was given")
		case err != nil:
			return "", err
		case table.CheckName(name) == nil:
			return name, nil
		}
		s.Note("%s", failure.Plain(table.CheckName(name).Error()))
	}
}

// byteByByte leaves to the next reader whatever is not read.
type byteByByte struct{ r io.Reader }

func (b *byteByByte) Read(p []byte) (int, error) { return b.r.Read(p[:min(1, len(p))]) }
