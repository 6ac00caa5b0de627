package command

import (
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/daemon"
	"fives/cli/doctor"
	"fives/cli/prefs"
	"fives/cli/tui"
)

// PaceFlag sets how quickly moves follow each other on the full-screen table.
func PaceFlag() cli.Flag {
	return &cli.DurationFlag{Name: "pace", DefaultText: "as in fives config", Usage: "how long a move is shown before the next one, as `TIME`; 0s for no time"}
}

// paceOf returns the pace that was typed, else the preferred one.
func paceOf(c *cli.Context, p prefs.Prefs) time.Duration {
	if c.IsSet("pace") {
		return max(0, c.Duration("pace"))
	}
	return p.Pace
}

// screenOf returns the full screen of this terminal, as this person prefers it.
func screenOf(s *console.Streams, c *cli.Context, p prefs.Prefs) tui.Config {
	return tui.Config{
		Notice: tui.Notice, Prefs: p, Keeps: preferencesFile(c), ASCII: s.Style(c.Bool("ascii")).ASCII, NoColor: !console.Colours(), Ground: console.Ground(os.Getenv), In: s.In, Out: s.Screen(),
	}
}

// FullScreen is fives without a command: the full-screen table in a terminal, the help
// elsewhere.
func FullScreen(s *console.Streams, c *cli.Context) error {
	if c.Args().Present() || !s.Interactive() {
		return cli.ShowAppHelp(c)
	}
	p, err := preferences(c)
	if err != nil {
		return err
	}
	client, err := daemon.FindOrStart(s, c)
	if err != nil {
		return err
	}
	defer client.Close()
	screen := screenOf(s, c, p)
	screen.Client, screen.Pace, screen.Firewall = client, paceOf(c, p), doctor.Firewall()
	if err := tui.Run(c.Context, screen); err != nil {
		return err
	}
	if _, err := client.Status(c.Context); err != nil {
		s.Note("your node has ended; fives starts it again, with your seats")
	} else {
		s.Note("your node stays up in the background; fives comes back to it, fives down stops it")
	}
	return nil
}
