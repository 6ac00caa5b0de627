package command

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/layout"
	"fives/cli/phrase"
	"fives/cli/shown"
	"fives/p2p/api"
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
			"knows the tables. A rematch is a game of its own. Whoever broke a hand\n" +
			"off after its cards were dealt has that against them, and it is said in how many hands the\n" +
			"others acted for a player whose device was away. In some games\n" +
			"few points are good. Players are told apart by their keys; where two have one name, the\n" +
			"fingerprint is shown. Computer players are told apart by their names and their hosts.",
		Flags: console.DaemonFlags(),
		Action: console.OnNode(s, func(c *cli.Context, client *control.Client) error {
			played, err := finished(c, client)
			if err != nil {
				return err
			}
			return printStats(s, c, shown.Tally(played))
		}),
	}
}

// finished asks for the games that count.
func finished(c *cli.Context, client *control.Client) ([]api.Summary, error) {
	all, err := client.Mine(c.Context)
	return shown.Finished(all.Mine), err
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
		g.Row("  "+st.Label(same), phrase.Count(st.Games, "game"), phrase.Count(st.Hands, "hand"), fmt.Sprintf("%d won (%d%%)", st.Wins, 100*st.Wins/max(1, st.Games)),
			phrase.Count(st.Points, "point"), fmt.Sprintf("%.1f a game", st.Average), st.Absent())
	}
	g.Line(style.Strong("all games"))
	for _, st := range shown.Overall(list) {
		g.Row("  "+st.Label(same), phrase.Count(st.Games, "game"), phrase.Count(st.Hands, "hand"), fmt.Sprintf("%d won (%d%%)", st.Wins, 100*st.Wins/max(1, st.Games)), st.Absent())
	}
	s.Printf("%s", g.Text())
	return nil
}
