package command

import (
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/doctor"
	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
	"fives/p2p/control"
)

// Tables is the command tables.
func Tables(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "tables",
		Usage: "list the tables that are open, and yours",
		Flags: []cli.Flag{console.JSONFlag()},
		Action: console.OnNode(s, func(c *cli.Context, client *control.Client) error {
			t, err := client.Tables(c.Context)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(t)
			}
			if err := printTables(s, t); err != nil {
				return err
			}
			st, err := client.Status(c.Context)
			if err != nil {
				return err
			}
			for _, w := range st.Warnings {
				if say.OfTwins(w) { // what is said of these tables is true of the other device
					s.Note("%s", say.Warning(w))
				}
			}
			if len(t.Open)+len(t.Mine) == 0 {
				s.Notes(doctor.Alone(c.Context, client))
			}
			return nil
		}),
	}
}

func printTables(s *console.Streams, all api.Tables) error {
	if len(all.Open)+len(all.Mine) == 0 {
		s.Note("no table is open; fives host opens one, fives rules lists the games, and fives learn five teaches one by a first hand")
		return nil
	}
	style := s.Style(false)
	t := layout.Grid{}
	warned, wishes := false, false
	var hints []string
	for _, g := range shown.Groups(all, time.Now()) {
		for _, r := range g.Rows {
			printRow(s, &t, style, r)
			for _, w := range r.Warnings {
				t.Line("  " + style.Warning(say.Warning(w)))
				warned = true
			}
			wishes = wishes || r.Mine != nil && r.Mine.ToAgree > 0
			for _, d := range shown.Offered(r.Deeds) {
				if d.Lead && d.Act == shown.ActContinue {
					hints = append(hints, d.Hints()...)
				}
			}
		}
	}
	s.Printf("%s", t.Within(s.Columns()))
	if warned {
		s.Note("%s", say.HowToTrust)
	}
	if wishes {
		s.Note("fives show says who would take which seat, fives seat agree lets it change hands")
	}
	s.Notes(hints)
	return nil
}

// printRow prints a table, and below it what sitting down costs or which seats can be asked for.
func printRow(s *console.Streams, t *layout.Grid, style draw.Style, r shown.Row) {
	state := r.State
	if r.Urgent {
		state = style.Strong(state)
	}
	o := r.Offer
	switch {
	case o == nil:
		title := r.Title
		if r.Who != "" {
			title += ": " + r.Who
		}
		t.Row(say.Short(r.ID), r.Phase, title, state)
		return
	case o.Handover != nil:
		state = style.Strong("you have asked for a seat")
	case o.Mine || o.Joined:
		state = style.Strong(state)
	default:
		state = "at " + say.Name(o.Host) + "'s node"
		if o.Ago > 0 {
			state += ", " + say.AsOf(o.Ago)
		}
	}
	t.Row(say.Short(r.ID), r.Phase, say.Offer(*o), state)
	if r.Price != "" {
		t.Line("  " + r.Price)
	}
	if o.Handover != nil {
		t.Line("  " + say.Handover(*o.Handover, o.Handover.To))
	}
	for _, seat := range r.Seats {
		t.Line("  " + say.OpenSeat(seat))
	}
	if d, ok := shown.Find(r.Deeds, shown.ActJoin); ok && o.Running {
		t.Line("  " + d.Hints()[0])
	}
}
