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
	"golang.org/x/term"

	"fives/cli/failure"
	"fives/cli/tui"
	"fives/engine/table"
	"fives/p2p/control"
	"fives/p2p/discovery"
	"fives/p2p/node"
)

// fullScreen is fives without a command: the full-screen table in a terminal,
// the help anywhere else.
func (s *streams) fullScreen(c *cli.Context) error {
	if c.Args().Present() || !s.interactive() {
		return cli.ShowAppHelp(c)
	}
	cfg, err := s.nodeConfig(c)
	if err != nil {
		return err
	}
	client, err := s.running(c, cfg)
	if err != nil {
		return err
	}
	defer client.Close()
	err = tui.Run(c.Context, tui.Config{Client: client, ASCII: c.Bool("ascii"), NoColor: !colours(), In: s.in, Out: s.out})
	if err != nil {
		return err
	}
	if _, err := client.Status(c.Context); err != nil {
		s.note("your node has ended; fives starts it again, with your seats")
	} else {
		s.note("your node stays up in the background; fives comes back to it, fives down stops it")
	}
	return nil
}

// interactive reports whether somebody sits at a terminal that can be drawn on.
func (s *streams) interactive() bool {
	in, ok := s.in.(*os.File)
	_, out := terminal(s.out)
	return ok && out && term.IsTerminal(int(in.Fd())) && os.Getenv("TERM") != "dumb"
}

// running finds the daemon, and starts one if there is none.
func (s *streams) running(c *cli.Context, cfg node.Config) (*control.Client, error) {
	client, err := s.dial(c)
	if !errors.Is(err, control.ErrNotRunning) {
		return client, err
	}
	if cfg.Name == "" && isNew(cfg.Home) {
		if cfg.Name, err = s.askName(); err != nil {
			return nil, err
		}
	}
	s.note("starting your node…")
	if _, err := launch(c, cfg); err != nil {
		return nil, err
	}
	return s.dial(c)
}

// isNew reports whether no node has ever run in a home.
func isNew(home string) bool {
	_, err := os.Stat(filepath.Join(home, "identity.pem"))
	return errors.Is(err, os.ErrNotExist)
}

// askName asks until the answer can be a name at a table.
func (s *streams) askName() (string, error) {
	usual := ""
	if u, err := user.Current(); err == nil {
		usual = discovery.CleanName(u.Username)
	}
	in := bufio.NewReader(&byteByByte{s.in})
	for {
		s.printf("Your name at tables")
		if usual != "" {
			s.printf(" [%s]", usual)
		}
		s.printf(": ")
		line, err := in.ReadString('\n')
		name := cmp.Or(strings.TrimSpace(line), usual)
		switch {
		case err == io.EOF:
			s.printf("\n")
			return "", failure.No("", "no name was given")
		case err != nil:
			return "", err
		case table.CheckName(name) == nil:
			return name, nil
		}
		s.note("%s", failure.Plain(table.CheckName(name).Error()))
	}
}

// byteByByte leaves to the next reader whatever is not read.
type byteByByte struct{ r io.Reader }

func (b *byteByByte) Read(p []byte) (int, error) { return b.r.Read(p[:min(1, len(p))]) }
