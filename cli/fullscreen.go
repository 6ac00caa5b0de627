package cli

import (
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/daemon"
	"fives/cli/doctor"
	"fives/cli/tui"
)

// paceFlags say how quickly moves follow each other on the full-screen table.
func paceFlags() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{Name: "pace", Value: 600 * time.Millisecond, Usage: "how long a move is to be seen before the next one, as `TIME`; 0s for no time"},
		&cli.BoolFlag{DisableDefaultText: true, Name: "plain", Usage: "no pace: show everything as it comes"},
	}
}

func paceOf(c *cli.Context) time.Duration {
	if c.Bool("plain") {
		return 0
	}
	return max(0, c.Duration("pace"))
}

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
		Client: client, ASCII: s.Style(c.Bool("ascii")).ASCII, Pace: paceOf(c), NoColor: !console.Colours(), Firewall: doctor.Firewall(), In: s.In, Out: s.Out,
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
