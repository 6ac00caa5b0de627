package daemon

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"os"
	"os/user"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/engine/record"
	"fives/p2p/control"
	"fives/p2p/daemon"
	"fives/p2p/discovery"
)

// FindOrStart finds the daemon, or starts one if there is none. Somebody who has never had one
// is asked for a name.
func FindOrStart(s *console.Streams, c *cli.Context) (*control.Client, error) {
	cfg, err := config(s, c)
	if err != nil {
		return nil, err
	}
	client, err := console.Dial(s, c)
	if !control.IsDown(err) {
		return client, err
	}
	if cfg.Name == "" && isNew(cfg.Home) {
		s.Printf("fives: card games with the people on your network.\nNo server, no dealer: every device shuffles, and all check that nobody cheats.\n")
		if cfg.Name, err = askName(s); err != nil {
			return nil, err
		}
	}
	s.Note("starting your node…")
	if _, err := launch(c, cfg); err != nil {
		return nil, err
	}
	return console.Dial(s, c)
}

// isNew reports whether no node has ever run in a home.
func isNew(home string) bool {
	_, err := os.Stat(filepath.Join(home, "identity.pem"))
	return errors.Is(err, os.ErrNotExist)
}

// askName asks until the answer is fit to be a name at a table.
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
		name := cmp.Or(record.TypedName(line), usual)
		why := record.CheckName(name)
		switch {
		case err == io.EOF:
			s.Printf("\n")
			return "", console.No("", "no name was given")
		case err != nil:
			return "", err
		case why == nil:
			return name, nil
		case daemon.IsLink(line):
			why = console.IsLink()
		}
		s.Note("%s", why)
	}
}

// byteByByte reads no further than it is asked to, and so leaves the rest for the next reader.
type byteByByte struct{ r io.Reader }

func (b *byteByByte) Read(p []byte) (int, error) { return b.r.Read(p[:min(1, len(p))]) }
