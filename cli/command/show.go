package command

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/prefs"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Show is the command show.
func Show(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "draw the table as you see it",
		ArgsUsage: "[TABLE]",
		Flags: console.AndJSON(
			&cli.StringFlag{Name: "sort", Usage: "`ORDER` of your cards, as in received, rank, suit"},
			waitFlag("wait until it is your turn"),
		),
		Action: onTable(s, func(c *cli.Context, client *control.Client, id string, p prefs.Prefs) error {
			t, err := look(s, c, client, id)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return errors.Join(s.JSON(t), waitedError(c, t))
			}
			if err := checkOrder(t, c.String("sort")); err != nil {
				return err
			}
			s.Printf("%s", draw.Table(t, styleOf(p, s, c), draw.Sort(cmp.Or(c.String("sort"), p.Sort[t.Game]))))
			if slices.ContainsFunc(t.Warnings, func(w api.Warning) bool { return w.Fingerprint != "" }) {
				s.Note("%s", say.HowToTrust)
			}
			s.Notes(next(t))
			return waitedError(c, t)
		}),
	}
}

// checkOrder refuses an order that the player's hand does not have.
func checkOrder(t api.Table, name string) error {
	var orders []string
	if t.View != nil {
		for _, z := range t.View.Zones {
			for _, o := range z.Orders {
				if name == "" || strings.Contains(o.Name, name) {
					return nil
				}
				if !slices.Contains(orders, o.Name) {
					orders = append(orders, o.Name)
				}
			}
		}
	}
	if len(orders) == 0 {
		return nil // there is nothing to sort
	}
	return console.Usage("there are: "+strings.Join(orders, ", "), "a hand cannot be sorted by %q", name)
}

// advice says where the person at a table can go on, if not by what [shown.Deeds] has.
func advice(t api.Table) string {
	if shown.YourTurn(t) {
		return "fives moves lists what you can do, fives play does it"
	}
	switch {
	case t.Waiting.What == api.Twice:
		return say.PlayHere
	case t.Child != "":
		return "it goes on at another table: fives show " + say.Short(t.Child)
	case t.HandedTo != "":
		return "fives tables lists the seats that you can ask for, if you come back"
	}
	return ""
}

// next says what the moment asks for, and with which commands it is done.
func next(t api.Table) (lines []string) {
	if what := advice(t); what != "" {
		lines = append(lines, what)
	}
	for _, d := range shown.Offered(shown.Deeds(t)) {
		if d.Lead {
			lines = append(lines, d.Hints()...)
		}
	}
	return lines
}

// look asks for a table; with --wait, once it is the player's turn.
func look(s *console.Streams, c *cli.Context, client *control.Client, id string) (api.Table, error) {
	if c.Bool("wait") {
		return turn(s, c.Context, client, id)
	}
	return client.Table(c.Context, id)
}

// waitedError answers --wait: whether the player's turn has come.
func waitedError(c *cli.Context, t api.Table) error {
	if c.Bool("wait") {
		return endedError(t)
	}
	return nil
}

// onTable is [console.OnTable] for a command that draws as the player prefers.
func onTable(s *console.Streams, do func(c *cli.Context, client *control.Client, table string, p prefs.Prefs) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		p, err := preferences(c)
		if err != nil {
			return err
		}
		return console.OnTable(s, func(c *cli.Context, client *control.Client, table string) error {
			return do(c, client, table, p)
		})(c)
	}
}
