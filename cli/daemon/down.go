package daemon

import (
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/p2p/control"
)

const downTime = 15 * time.Second // for a daemon to end

// Down is the command down.
func Down(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:        "down",
		Usage:       "stop the daemon",
		Description: "Tables wait until it is up again.",
		Action: func(c *cli.Context) error {
			if err := console.NoOperands(c); err != nil {
				return err
			}
			home, err := console.HomeOf(c)
			if err != nil {
				return err
			}
			client, err := control.Dial(home)
			if err != nil {
				return err
			}
			if err := client.Shutdown(c.Context); err != nil {
				return err
			}
			for end := time.Now().Add(downTime); control.InUse(home); time.Sleep(10 * time.Millisecond) {
				if time.Now().After(end) || c.Context.Err() != nil {
					return console.No("", "the daemon has been told, but has not ended yet")
				}
			}
			s.Printf("the daemon has ended\n")
			return nil
		},
	}
}
