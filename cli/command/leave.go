package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Leave is the command leave.
func Leave(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "leave",
		Usage:     "leave a game, withdraw your open table, give back a seat or a wish",
		ArgsUsage: "[TABLE]",
		Description: "Before the game begins nothing remains of it, nor of a wish for a seat of one that is\n" +
			"played. Who leaves a game tells the others by a signed note, and the running hand cannot be\n" +
			"finished, unless the others play on (fives host --cover). fives hand-over gives the seat to\n" +
			"somebody else, and the game goes on. With --send-away it is somebody else who leaves your open\n" +
			"table: the seat is free, and whoever had it gets none there any more.",
		Flags: console.DaemonFlags(console.TableFlag(),
			&cli.StringFlag{Name: "send-away", Usage: "`WHO` leaves your open table instead: a name, or a fingerprint"}),
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			if who := c.String("send-away"); who != "" {
				return sendAway(c, s, client, api.SendAwayRequest{About: api.About{Table: id}, Who: who})
			}
			done, err := client.Leave(c.Context, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(api.LeaveAnswer{Done: done})
			}
			s.Printf("%s\n", say.Leaving(done))
			return nil
		}),
	}
}

// sendAway frees a seat at an open table.
func sendAway(c *cli.Context, s *console.Streams, client *control.Client, r api.SendAwayRequest) error {
	o, err := client.SendAway(c.Context, r)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return s.JSON(o)
	}
	s.Printf("%s\n", say.SentAway(r.Who))
	return nil
}
