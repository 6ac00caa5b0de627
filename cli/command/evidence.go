package command

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Evidence is the command evidence.
func Evidence(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "evidence",
		Usage:     "list the faults of a table, or write the proof of one",
		ArgsUsage: "[TABLE]",
		Description: "A fault is proved by signatures of the player who is at fault. The file with the proof\n" +
			"needs nothing else: fives verify FILE says who is at fault, anywhere.",
		Flags: console.DaemonFlags(console.TableFlag(),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the proof to this `FILE`"},
			&cli.IntFlag{Name: "fault", Value: 1, Usage: "which fault: its `NUMBER` in the list"},
		),
		Action: console.OnTable(s, func(c *cli.Context, client *control.Client, id string) error {
			t, err := client.Table(c.Context, id)
			if err != nil {
				return err
			}
			if c.String("output") != "" {
				return writeEvidence(s, c, client, t)
			}
			return listFaults(s, c, t)
		}),
	}
}

func listFaults(s *console.Streams, c *cli.Context, t api.Table) error {
	if c.Bool("json") {
		for _, f := range t.Faults {
			if err := s.JSON(f); err != nil {
				return err
			}
		}
		return nil
	}
	if len(t.Faults) == 0 {
		s.Note("nobody is at fault at table %s", say.Short(t.ID))
		return nil
	}
	g := layout.Grid{}
	for i, f := range t.Faults {
		g.Row(strconv.Itoa(i+1), say.Name(f.Name), fmt.Sprintf("step %d", f.Step), f.Reason)
	}
	s.Printf("%s", g.Text())
	s.Note("fives evidence %s -o FILE writes the proof", say.Short(t.ID))
	return nil
}

func writeEvidence(s *console.Streams, c *cli.Context, client *control.Client, t api.Table) error {
	n := c.Int("fault")
	switch {
	case len(t.Faults) == 0:
		return console.No("", "nobody is at fault at table %s", say.Short(t.ID))
	case n < 1 || n > len(t.Faults):
		return console.No("fives evidence lists them", "there is no fault number %d among %d", n, len(t.Faults))
	}
	var proof bytes.Buffer
	if err := client.Evidence(c.Context, t.ID, n-1, &proof); err != nil {
		return err
	}
	path, f := c.String("output"), t.Faults[n-1]
	return save(s, path, proof.Bytes(), "%s holds the proof that %s is at fault in step %d (%s)", path, say.Name(f.Name), f.Step, f.Reason)
}
