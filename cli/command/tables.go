package command

import (
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/doctor"
	"fives/cli/layout"
	"fives/cli/say"
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
			if len(t.Open)+len(t.Mine) == 0 {
				s.Notes(doctor.Alone(c.Context, client))
			}
			return nil
		}),
	}
}

func printTables(s *console.Streams, all api.Tables) error {
	if len(all.Open)+len(all.Mine) == 0 {
		s.Note("no table is open; fives host opens one")
		return nil
	}
	style := s.Style(false)
	t := layout.Grid{}
	warned := false
	warn := func(warnings []api.Warning) {
		for _, w := range warnings {
			t.Line("  " + style.Warning(say.Warning(w)))
			warned = true
		}
	}
	for _, o := range all.Open {
		phase, who := api.PhaseOpen, "at "+say.Name(o.Host)+"'s node"
		switch {
		case o.Handover != nil:
			phase, who = api.PhasePlaying, style.Strong("you have asked for a seat")
		case o.Full:
			phase = "full"
		case o.Running:
			phase = api.PhasePlaying
		case o.Mine:
			who = style.Strong("yours")
		case o.Joined:
			who = style.Strong("you have a seat")
		}
		t.Row(say.Short(o.ID), string(phase), say.Offer(o), who)
		if price := say.Price(o); price != "" {
			t.Line("  " + price)
		}
		for _, line := range seatsToTake(o) {
			t.Line("  " + line)
		}
		warn(o.Warnings)
	}
	for _, m := range all.Mine {
		who, how := say.Names(m.Names(), ", "), say.Summary(m, style.Strong)
		if m.Phase == api.PhaseOver && m.Call == nil {
			who, how = say.Finals(m), say.Ended(m, time.Now())
		}
		t.Row(say.Short(m.ID), string(m.Phase), say.Title(m.Game)+": "+who, how)
		warn(m.Warnings)
	}
	s.Printf("%s", t.Within(s.Columns()))
	if warned {
		s.Note("%s", say.HowToTrust)
	}
	if slices.ContainsFunc(all.Mine, func(m api.Summary) bool { return m.ToAgree > 0 }) {
		s.Note("fives show says who would take which seat, fives seat agree lets it change hands")
	}
	return nil
}

// seatsToTake says which seats of a running table can be asked for, and how; or, if this node
// has asked for one, how that stands.
func seatsToTake(o api.Offer) (lines []string) {
	if h := o.Handover; h != nil {
		return []string{say.Handover(*h, h.To)}
	}
	for _, seat := range o.OpenSeats {
		lines = append(lines, say.OpenSeat(seat))
	}
	if len(lines) == 0 && !(o.Running && o.Private) { // a private table does not name its seats
		return nil
	}
	ask := "fives join " + say.Short(o.ID) + " --seat NAME"
	if o.Private {
		ask += " --code CODE"
	}
	return append(lines, ask+" asks for a seat by the name of whoever has it")
}
