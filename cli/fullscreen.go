package cli

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/daemon"
	"fives/cli/doctor"
	"fives/cli/tui"
)

// fullScreen is fives without a command: the full-screen table in a terminal,
// the help anywhere else.
func fullScreen(s *console.Streams, c *cli.Context) error {
	if c.Args().Present() || !s.Interactive() {
		return cli.ShowAppHelp(c)
	}
	client, err := daemon.FindOrStart(s, c)
	if err != nil {
		return err
	}
	defer client.Close()
	err = tui.Run(c.Context, tui.Config{
		Client: client, ASCII: c.Bool("ascii"), NoColor: !console.Colours(), Firewall: doctor.Firewall(), In: s.In, Out: s.Out,
	})
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
