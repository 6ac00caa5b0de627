package cli

import (
	"errors"
	"runtime"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/flags"
	"fives/engine/record"
	"fives/p2p/control"
)

type versionAnswer struct {
	Version  string `json:"version"`
	API      int    `json:"api"`
	Protocol int    `json:"protocol"`
	Go       string `json:"go"`
	Daemon   string `json:"daemon,omitempty"`
}

func versionCommand(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the versions of this program and of the daemon",
		Flags: flags.Daemon(),
		Action: func(c *cli.Context) error {
			if err := flags.NoOperands(c); err != nil {
				return err
			}
			a := versionAnswer{Version: control.Version(), API: control.API, Protocol: record.Version, Go: runtime.Version()}
			home, err := flags.HomeOf(c)
			if err != nil {
				return err
			}
			client, err := control.Dial(home)
			switch {
			case err == nil:
				a.Daemon = client.Version()
			case errors.Is(err, control.ErrVersion):
				s.Note("%v", err)
			}
			if c.Bool("json") {
				return s.JSON(a)
			}
			s.Printf("fives %s (protocol %d, API %d, %s)\n", a.Version, a.Protocol, a.API, a.Go)
			if a.Daemon != "" && a.Daemon != a.Version {
				s.Printf("the daemon is version %s\n", a.Daemon)
			}
			return nil
		},
	}
}
