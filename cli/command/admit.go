package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/say"
)

// Admit is the command admit.
func Admit(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "admit",
		Usage:     "let somebody watch your private table",
		ArgsUsage: "[TABLE] PEER",
		Description: "PEER is a name, a fingerprint or at least 12 digits of its beginning, as fives peers shows\n" +
			"them. A name is only a claim: compare the fingerprint by voice. It needs a table that was\n" +
			"opened with --private and --spectators. Whoever is let in sees what is public, and everybody\n" +
			"at the table is told. It holds for this one table, and cannot be taken back.",
		Flags: console.DaemonFlags(console.TableFlag()),
		Action: func(c *cli.Context) error {
			id, who, err := tableAndPeer(c)
			if err != nil {
				return err
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			a, err := client.Admit(c.Context, id, who)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(a)
			}
			table := say.Short(a.Table)
			s.Printf("%s (%s) may watch table %s\n", say.Name(a.Peer.Name), a.Peer.Fingerprint, table)
			s.Note("on that machine: fives watch %s", table)
			return nil
		},
	}
}

// tableAndPeer returns the arguments. The table may also be given by --table, or left out if
// there is only one.
func tableAndPeer(c *cli.Context) (table, peer string, err error) {
	args := c.Args().Slice()
	table = c.String("table")
	if last := len(args) - 1; last > 0 && table == "" {
		if table = args[0]; last > 1 {
			table = console.JoinedID(args[:last])
		}
		args = args[last:]
	}
	if len(args) != 1 || args[0] == "" || table == "" && c.NArg() > 1 {
		return "", "", console.Usage("fives peers lists who is there", "admit needs one peer to let in, and the table")
	}
	return table, args[0], nil
}
