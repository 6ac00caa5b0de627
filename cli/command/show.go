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
			if what := advice(t); what != "" {
				s.Note("%s", what)
			}
			for _, what := range handovers(t) {
				s.Note("%s", what)
			}
			if shown.CoverHelps(t) {
				s.Note("%s: fives host --cover", say.CoverHelps)
			}
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

// advice says what the person at a table can do now.
func advice(t api.Table) string {
	if t.YourTurn {
		return "fives moves lists what you can do, fives play does it"
	}
	switch {
	case t.Waiting.What == api.Twice:
		return say.PlayHere
	case t.Child != "":
		return "it goes on at another table: fives show " + say.Short(t.Child)
	case t.HandedTo != "":
		return "fives tables lists the seats that you can ask for, if you come back"
	case t.Seat >= 0 && t.Seats[t.Seat].Left:
		return "" // there is nothing to do
	}
	if may := t.MayCover; len(may) > 0 && say.Dealing(t.Waiting) {
		return "fives continue deals without " + say.And(may)
	} else if len(may) > 0 {
		return "fives continue does not wait for " + say.And(may) + " any longer"
	}
	var gone, lack []string
	for _, s := range t.Seats {
		if s.Owes && !s.You && (s.Left || !s.Online) && s.CoverAt == nil {
			gone = append(gone, say.Name(s.Name))
		} else if s.Owes && s.Lacks && s.CoverAt == nil {
			lack = append(lack, s.Name)
		}
	}
	held := slices.ContainsFunc(shown.Troubles(t, draw.Now()), func(x shown.Trouble) bool { return x.Kind == shown.Held && x.Waits })
	switch {
	case held:
		return "fives continue goes on from the last settled hand: " + orWithout(shown.Leave(t))
	case t.Phase == api.PhaseStopped:
		return "this hand cannot go on: fives continue goes on from the last settled one, with those who are there"
	case t.Phase == api.PhasePlaying && len(gone) == 0 && len(lack) > 0:
		return "fives continue deals anew from the last settled hand, with everybody"
	case t.Phase == api.PhasePlaying && len(gone) > 0:
		return "the hand waits for " + strings.Join(gone, " and ") + "; fives continue goes on from the last settled one without"
	}
	return ""
}

// handovers says what the player can do about seats that are to change hands.
func handovers(t api.Table) (list []string) {
	if t.ToAgree > 0 {
		which := ""
		if t.ToAgree > 1 {
			which = "; WHO or --seat says which"
		}
		list = append(list, "fives seat agree lets the seat change hands"+which)
	}
	if slices.ContainsFunc(t.Handovers, func(h api.Handover) bool { return h.Agree }) {
		list = append(list, "fives seat agree --not takes your word back")
	}
	if slices.ContainsFunc(t.Handovers, func(h api.Handover) bool { return h.Mine && ownSeat(t, h.Seat) }) {
		list = append(list, "fives seat give WHO --not keeps the seat")
	}
	return list
}

// ownSeat reports whether the player of that name is this node's person, or a computer player of
// theirs.
func ownSeat(t api.Table, name string) bool {
	i := slices.IndexFunc(t.Seats, func(s api.Seat) bool { return s.You })
	return i >= 0 && slices.ContainsFunc(t.Seats, func(s api.Seat) bool { return s.Name == name && (s.You || s.BotOf == t.Seats[i].Name) })
}

// orWithout writes the flags that leave out players, one set of flags for each choice.
func orWithout(choices [][]string) string {
	texts := make([]string, len(choices))
	for i, names := range choices {
		texts[i] = "--without " + strings.Join(names, " --without ")
	}
	return strings.Join(texts, ", or ")
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
