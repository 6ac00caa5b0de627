package command

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Host is the command host.
func Host(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "host",
		Usage:     "open a table",
		ArgsUsage: "GAME",
		Description: "The game begins when all seats are taken. fives leave withdraws the table before that.\n" +
			"--set takes options of the game, and those of the table that are flags here as well.",
		Flags: console.AndJSON(slices.Concat([]cli.Flag{
			&cli.IntFlag{Name: "seats", Aliases: []string{"n"}, Usage: "`NUMBER` of seats", DefaultText: "the fewest that do"},
			console.SetFlag(),
			&cli.IntFlag{Name: "bots", Usage: "`NUMBER` of seats for computer players of yours", DefaultText: "none"},
			&cli.StringFlag{Name: "strength", Usage: "`STRENGTH` of those computer players", DefaultText: "good"},
		}, termFlags(), []cli.Flag{playFlag()})...),
		Action: func(c *cli.Context) error {
			r, err := hostRequest(c)
			if err != nil {
				return err
			}
			client, err := console.Dial(s, c)
			if err != nil {
				return err
			}
			return s.Do(c, client, shown.Deed{Act: shown.ActHost, With: shown.With{Terms: r}}, false)
		},
	}
}

// termFlags are those of what every table has beside its game.
func termFlags() (flags []cli.Flag) {
	for _, o := range shown.TableOptions {
		if o.Kind == rules.Bool {
			flags = append(flags, &cli.BoolFlag{DisableDefaultText: true, Name: o.Name, Usage: o.Meaning})
		} else {
			flags = append(flags, &cli.StringFlag{Name: o.Name, Usage: fmt.Sprintf("`VALUE`, as in %s: %s", o.Values[len(o.Values)/2], o.Meaning)})
		}
	}
	return flags
}

func hostRequest(c *cli.Context) (api.HostRequest, error) {
	r := api.HostRequest{Seats: c.Int("seats"), Play: c.String("play")}
	name, err := console.Operand(c, "game")
	if err != nil {
		return r, err
	}
	if name == "" {
		return r, console.Usage("fives rules lists them", "host needs the name of a game")
	}
	rs, err := findGame(name)
	if err != nil {
		return r, err
	}
	r.Game = rs.Name
	if err := bots(c, rs, &r); err != nil {
		return r, err
	}
	for _, o := range shown.TableOptions {
		if text := fmt.Sprint(c.Value(o.Name)); c.IsSet(o.Name) && text != "" {
			if err := setTerm(&r, o.Name, text); err != nil {
				return r, err
			}
		}
	}
	if err := readOptions(c.StringSlice("set"), rs, &r); err != nil {
		return r, err
	}
	return r, checkOptions(rs, r.Seats, r.Set)
}

func bots(c *cli.Context, rs *rules.RuleSet, r *api.HostRequest) error {
	n := c.Int("bots")
	if r.Seats == 0 && !c.IsSet("seats") {
		r.Seats = max(rs.MinSeats, n+1)
	}
	if n < 0 || n > 0 && n >= r.Seats {
		return console.Usage("one seat is yours; --seats says how many there are", "%d computer players do not fit at a table with %d seats", n, r.Seats)
	}
	strength := c.String("strength")
	if strength == "" {
		strength = rs.Strongest().Name
	}
	for _, who := range []string{strength, r.Play} {
		if err := checkBot(rs, who); err != nil {
			return err
		}
	}
	r.Bots = slices.Repeat([]string{strength}, n)
	return nil
}

// playFlag is --play, which gives the player's own seat to a computer player.
func playFlag() cli.Flag {
	return &cli.StringFlag{Name: "play", Usage: "let a computer player of this `STRENGTH` take your own seat"}
}
