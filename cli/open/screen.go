package open

import (
	"context"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/flags"
	"fives/cli/web"
	"fives/p2p/control"
)

// Screen is the command screen.
func Screen(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "screen",
		Usage:     "show the tables to all in the room, on a television or a projector",
		ArgsUsage: "[TABLE]",
		Description: "It finds your node, or starts it, and opens a page in your browser for a screen that everybody\n" +
			"can see: what all at the table see, and no hidden card. Without TABLE, it shows the table\n" +
			"where something happens. A television with a browser of its own opens the address that is\n" +
			"printed while your node invites guests. It serves until Ctrl-C; your node stays up.",
		Flags: pageFlags(),
		Action: func(c *cli.Context) error {
			table, err := flags.TableOf(c)
			if err != nil {
				return err
			}
			return run(s, c, table, page{path: screenPath, pages: web.NewScreen})
		},
	}
}

// onTelevision is where a television with a browser of its own finds the screen, "" while
// nobody is invited.
func onTelevision(ctx context.Context, client *control.Client) string {
	st, err := client.Status(ctx)
	if err != nil || st.Invitation == nil || len(st.Invitation.URLs) == 0 {
		return ""
	}
	return st.Invitation.URLs[0] + screenPath
}

func sayTelevision(s *console.Streams, address string) {
	if address == "" {
		s.Note("for a television with a browser of its own, invite guests first: fives invite")
		return
	}
	s.Printf("%s\n", address)
	s.Note("that is for a television with a browser of its own, on this network")
}
