package daemon

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
)

// Trust is the command trust.
func Trust(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "trust",
		Usage:     "accept the new key of somebody whose name you know",
		ArgsUsage: "NAME",
		Description: "NAME is a name that has come with another key than the one you know, or the fingerprint of\n" +
			"that key: fives peers, tables and show warn of it. Anybody can take any name: compare the\n" +
			"fingerprint by voice first. The old key stays accepted too.",
		Flags: console.DaemonFlags(),
		Action: func(c *cli.Context) error {
			who := strings.Join(c.Args().Slice(), " ")
			if who == "" {
				return console.Usage("fives peers says whose key is new", "trust needs a name or a fingerprint")
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			t, err := client.Trust(c.Context, who)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(t)
			}
			for _, name := range t.Names {
				s.Printf("%s is %s from now on\n", say.Name(name), t.Fingerprint)
			}
			return nil
		},
	}
}
