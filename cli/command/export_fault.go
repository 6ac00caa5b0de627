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

// exportFaults writes the proofs of the faults of a table, each to a file of its own; without the name
// of a file it lists the faults.
func exportFaults(s *console.Streams, c *cli.Context, client *control.Client, id string) error {
	t, err := client.Table(c.Context, id)
	if err != nil {
		return err
	}
	path := c.String("output")
	switch {
	case path == "":
		return listFaults(s, c, t)
	case len(t.Faults) == 0:
		return console.No("", "nobody is at fault: %s", say.OwnTable(t.Summary))
	case path == "-" && len(t.Faults) > 1:
		return console.Usage("fives export --fault -o FILE writes FILE-1, FILE-2 and so on", "%d proofs take a file each", len(t.Faults))
	}
	for i, f := range t.Faults {
		var proof bytes.Buffer
		if err := client.Evidence(c.Context, t.ID, i, &proof); err != nil {
			return err
		}
		file := numberedFile(path, i, len(t.Faults))
		if err := save(s, file, proof.Bytes(), "%s holds the proof that %s is at fault in step %d (%s)", file, say.Name(f.Name), f.Step, f.Reason); err != nil {
			return err
		}
	}
	return nil
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
		s.Note("nobody is at fault: %s", say.OwnTable(t.Summary))
		return nil
	}
	g := layout.Grid{}
	for i, f := range t.Faults {
		g.Row(strconv.Itoa(i+1), say.Name(f.Name), fmt.Sprintf("step %d", f.Step), f.Reason)
	}
	s.Printf("%s", g.Text())
	s.Note("fives export --fault %s -o FILE writes what proves it", say.Short(t.ID))
	return nil
}
