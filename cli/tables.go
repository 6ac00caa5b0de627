package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/words"
	"fives/p2p/control"
)

func tablesCommand(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:     "tables",
		Usage:    "list the tables that are open, and yours",
		Category: groupSeats,
		Flags:    daemonFlags(),
		Action: func(c *cli.Context) error {
			if err := noOperands(c); err != nil {
				return err
			}
			client, err := dial(s, c)
			if err != nil {
				return err
			}
			t, err := client.Tables(c.Context)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return s.JSON(t)
			}
			return printTables(s, t)
		},
	}
}

func printTables(s *console.Streams, all control.Tables) error {
	if len(all.Open)+len(all.Mine) == 0 {
		s.Note("no table is open; fives host opens one")
		return nil
	}
	style := s.Style(false)
	t := draw.Grid{}
	warned := false
	warn := func(texts []string) {
		for _, text := range texts {
			t.Line("  " + style.Warning(words.Clean(text)))
			warned = true
		}
	}
	for _, o := range all.Open {
		phase, who := control.PhaseOpen, "at "+words.Name(o.Host)+"'s node"
		switch {
		case o.Running:
			phase = control.PhasePlaying
		case o.Mine:
			who = style.Strong("yours")
		case o.Joined:
			who = style.Strong("you have a seat")
		}
		t.Row(words.Short(words.Clean(o.ID)), string(phase), describeOffer(o), who)
		warn(o.Warnings)
	}
	for _, m := range all.Mine {
		t.Row(words.Short(words.Clean(m.ID)), string(m.Phase), words.Clean(m.Game)+": "+words.Names(m.Names, ", "), describeSummary(m, style))
		warn(m.Warnings)
	}
	s.Printf("%s", t.Text())
	noteWarnings(s, warned)
	return nil
}

func describeSummary(m control.Summary, style draw.Style) string {
	switch {
	case m.Call != "":
		return style.Strong(fmt.Sprintf("fives continue %s agrees to go on %s", words.Short(words.Clean(m.ID)), words.Clean(m.Call)))
	case m.Phase == control.PhaseOver:
		return words.Won(m.Winners)
	case m.Turn != "" && m.Turn == m.You:
		return style.Strong(fmt.Sprintf("hand %d, your turn", m.Hand))
	case m.Turn != "":
		return fmt.Sprintf("hand %d, %s's turn", m.Hand, words.Name(m.Turn))
	case m.Hand > 0:
		return fmt.Sprintf("hand %d", m.Hand)
	}
	return ""
}

// describeOffer says what an open table is, in one line of clean text.
func describeOffer(o control.Offer) string {
	if o.Game == "" && o.Running {
		return "a game that goes on from another, spectators"
	}
	if o.Game == "" {
		return "private"
	}
	parts := []string{o.Game, fmt.Sprintf("%d of %d seats taken", len(o.Taken), o.Seats)}
	if len(o.Taken) > 0 {
		parts[1] += " (" + words.Names(o.Taken, ", ") + ")"
	}
	for _, name := range slices.Sorted(maps.Keys(o.Options)) {
		parts = append(parts, name+"="+offered(o.Options[name]))
	}
	if o.TurnLimit > 0 {
		parts = append(parts, fmt.Sprintf("%d s a turn", o.TurnLimit))
	}
	if o.Private {
		parts = append(parts, "private")
	}
	if o.Spectators {
		parts = append(parts, "spectators")
	}
	return words.Clean(strings.Join(parts, ", "))
}

// offered writes an option as it came through JSON.
func offered(v any) string {
	list, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = fmt.Sprint(x)
	}
	return strings.Join(words, ",")
}
