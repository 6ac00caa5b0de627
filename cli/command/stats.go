package command

import (
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/control"
)

// Stats is the command stats.
func Stats(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "stats",
		Usage: "count games, wins and points by player and game",
		Description: "It counts the games of your own that were played to the end. A game that goes on at\n" +
			"another table, with fewer players or with others in their seats, counts once, for those who\n" +
			"have the seats at its end; its hands count for those who had them then, as far as this node\n" +
			"knows the tables. A rematch is a game of its own. It also says how many hands a player broke\n" +
			"off after the cards were dealt, and in how many the others acted for a player whose device\n" +
			"was away. In some games few points are good. Players are told apart by their keys; where two\n" +
			"have one name, the fingerprint is shown. Computer players are told apart by their names and their hosts.\n\n" +
			"--tonight counts what two people or more have played to the end since six in the morning,\n" +
			"also at tables that you watched, and says who leads; \"fives config evening\" makes a match of it.\n" +
			"--league counts all games by the months in which their evenings began.\n\n" +
			"--lessons looks back at your latest hands, as \"fives learn --hand\" does at one, and says which\n" +
			"kinds of moves have cost you points, what was better, and whether that gets better. Ctrl-C\n" +
			"ends it at once, with what there is by then.",
		Flags: append([]cli.Flag{console.JSONFlag()},
			&cli.BoolFlag{DisableDefaultText: true, Name: "tonight", Usage: "count the games of this evening"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "league", Usage: "count the games month by month"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "lessons", Usage: "say which moves have cost you points"},
			&cli.IntFlag{Name: "hands", Value: 20, Usage: "with --lessons, look back at so many of the latest `HANDS`"},
		),
		Action: console.OnNode(s, func(c *cli.Context, client *control.Client) error {
			all, err := client.Mine(c.Context)
			switch {
			case err != nil:
				return err
			case c.Bool("tonight") && c.Bool("league"):
				return console.Usage("", "--tonight and --league exclude each other")
			case c.Bool("lessons") && (c.Bool("tonight") || c.Bool("league")):
				return console.Usage("", "--lessons excludes --tonight and --league")
			case c.IsSet("hands") && (!c.Bool("lessons") || c.Int("hands") < 1):
				return console.Usage("as in fives stats --lessons --hands 50", "--hands says how many hands --lessons looks back at")
			case c.Bool("lessons"):
				return printHabits(s, c, client, all.Mine)
			case c.Bool("tonight"):
				p, err := preferences(c)
				if err != nil {
					return err
				}
				return printEvening(s, c, shown.Tonight(all.Mine, p.Evening, time.Now()))
			case c.Bool("league"):
				return printLeague(s, c, shown.League(shown.Finished(all.Mine), time.Now()))
			}
			return printStats(s, c, shown.Tally(shown.Finished(all.Mine)))
		}),
	}
}

// printEvening says how an evening stands, and how its games ended.
func printEvening(s *console.Streams, c *cli.Context, e shown.Evening) error {
	if !c.Bool("json") && len(e.Games) > 0 {
		s.Printf("%s\n", s.Style(false).Strong(say.Sentence(e.Headline())))
		s.Printf("%s\n", say.Sentence(e.Line()))
		if e.Match != "" {
			s.Printf("%s\n", say.Sentence(string(e.Match)))
		}
		s.Printf("\n")
	}
	return printStats(s, c, shown.Tally(slices.Concat(e.Games, e.From)))
}

// printLeague prints the standings of each month.
func printLeague(s *console.Streams, c *cli.Context, months []shown.Month) error {
	if c.Bool("json") {
		for _, m := range months {
			for _, st := range m.List {
				st.Month = m.Name
				if err := s.JSON(st); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if len(months) == 0 {
		return printStats(s, c, nil)
	}
	style, g := s.Style(false), layout.Grid{}
	for _, m := range months {
		g.Line(style.Strong(m.Name))
		same := shown.Namesakes(m.List)
		for _, st := range shown.Overall(m.List) {
			g.Row(overallRow(st, same)...)
		}
	}
	s.Printf("%s", g.Text())
	return nil
}

// overallRow is the row of a player who has played several games.
func overallRow(st shown.Standing, same map[string]int) []string {
	return []string{"  " + st.Label(same), say.Count(st.Games, "game"), say.Count(st.Hands, "hand"), fmt.Sprintf("%d won (%d%%)", st.Wins, 100*st.Wins/max(1, st.Games)), st.Absent()}
}

func printStats(s *console.Streams, c *cli.Context, list []shown.Standing) error {
	if c.Bool("json") {
		for _, st := range list {
			if err := s.JSON(st); err != nil {
				return err
			}
		}
		return nil
	}
	if len(list) == 0 {
		s.Note("no game has been played to its end yet")
		return nil
	}
	style, same := s.Style(false), shown.Namesakes(list)
	g, game := layout.Grid{}, ""
	for _, st := range list {
		if st.Game != game {
			g.Line(style.Strong(st.Game))
			game = st.Game
		}
		g.Row("  "+st.Label(same), say.Count(st.Games, "game"), say.Count(st.Hands, "hand"), fmt.Sprintf("%d won (%d%%)", st.Wins, 100*st.Wins/max(1, st.Games)),
			say.Count(st.Points, "point"), fmt.Sprintf("%.1f a game", st.Average), st.Absent())
	}
	g.Line(style.Strong("all games"))
	for _, st := range shown.Overall(list) {
		g.Row(overallRow(st, same)...)
	}
	s.Printf("%s", g.Text())
	return nil
}
