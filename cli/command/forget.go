package command

import (
	"errors"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Forget is the command forget.
func Forget(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "forget",
		Usage:     "remove a table that is over, or that you have left, from your node",
		ArgsUsage: "TABLE",
		Description: "Its log is deleted here, and it counts in fives stats no more; fives export keeps the log\n" +
			"in a file. The others keep theirs. It asks before it removes what somebody may still need.",
		Flags: console.DaemonFlags(console.TableFlag(), yesFlag()),
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			if id == "" {
				return console.Usage("fives tables lists yours", "forget needs a table")
			}
			err := client.Forget(c.Context, id, c.Bool("yes"))
			var refused *api.Error
			if errors.As(err, &refused) && refused.Reason == api.ReasonOwed && s.Interactive() {
				if err = s.Confirm(say.Owed(refused) + ": forget it all the same?"); err == nil {
					err = client.Forget(c.Context, id, true)
				}
			}
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(api.None{})
			}
			s.Printf("the table is forgotten\n")
			return nil
		}),
	}
}

// yesFlag is --yes, which answers a question before it is asked.
func yesFlag() cli.Flag {
	return &cli.BoolFlag{DisableDefaultText: true, Name: "yes", Aliases: []string{"y"}, Usage: "do not ask"}
}
