package open

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/web"
	"fives/p2p/api"
)

// Screen is the command screen.
func Screen(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "screen",
		Usage:     "show the tables to a whole room, on a television or a projector",
		ArgsUsage: "[TABLE]",
		Description: "It finds your node, or starts it, and opens a page in your browser for a screen that everybody\n" +
			"can see: what everybody at the table sees, and no hidden card. Without TABLE, it shows the table\n" +
			"where something happens. A television with a browser of its own opens the address that is\n" +
			"printed while your node invites guests. It serves until Ctrl-C; your node stays up.",
		Flags: pageFlags(),
		Action: func(c *cli.Context) error {
			table, err := console.TableOf(c)
			if err != nil {
				return err
			}
			return run(s, c, table, page{path: screenPath, pages: web.NewScreen})
		},
	}
}

// sayTelevision says where a television with its own browser finds the screen.
func sayTelevision(s *console.Streams, i *api.Invitation) {
	switch {
	case i == nil:
		s.Note("for a television with a browser of its own, invite guests first: fives invite")
	case len(i.URLs) == 0:
		s.Note("no network yet: a television with a browser of its own finds the screen once this machine is on a network")
	default:
		s.Printf("%s\n", i.URLs[0]+screenPath)
		s.Note("that is for a television with a browser of its own, on this network")
	}
}
