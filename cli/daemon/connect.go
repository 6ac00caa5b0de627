package daemon

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
)

// Connect is the command connect.
func Connect(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:        "connect",
		Usage:       "connect to a node by its address, where multicast does not get through",
		ArgsUsage:   "MULTIADDR",
		Description: "fives status prints a node's addresses, as in /ip4/192.168.1.7/tcp/45355/p2p/12D3….",
		Flags:       console.DaemonFlags(),
		Action: func(c *cli.Context) error {
			addr, err := console.NeededOperand(c, "address", "an address", "fives status prints the address of a node")
			if err != nil {
				return err
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			a, err := client.Connect(c.Context, addr)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(a)
			}
			s.Printf("%s\n", say.Connected(a))
			return nil
		},
	}
}
