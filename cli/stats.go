package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"fives/cli/draw"
	"fives/p2p/control"
)

func statsCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:     "stats",
		Usage:    "count games, wins and points by player and game",
		Category: groupGames,
		Description: "It counts the games of your own logs that were played to the end. A game that was\n" +
			"continued with fewer players counts once, as it ended. In some games few points are good.\n" +
			"Players are told apart by their names.",
		Flags: daemonFlags(),
		Action: func(c *cli.Context) error {
			if err := noOperands(c); err != nil {
				return err
			}
			client, err := s.dial(c)
			if err != nil {
				return err
			}
			all, err := client.Tables(c.Context)
			if err != nil {
				return err
			}
			return s.printStats(c, tally(all.Mine))
		},
	}
}

// A standing is what one player has done in one game.
type standing struct {
	Game    string  `json:"game"`
	Name    string  `json:"name"`
	You     bool    `json:"you"`
	Games   int     `json:"games"`
	Wins    int     `json:"wins"`
	Points  int     `json:"points"`
	Average float64 `json:"average"` // points of a game
	Last    uint64  `json:"last"`    // when the latest began, seconds since 1970; 0 if unknown
}

// tally counts the games that are over, most played first.
func tally(tables []control.Summary) []standing {
	type who struct{ game, name string }
	count := map[who]*standing{}
	for _, t := range tables {
		if t.Phase != control.PhaseOver || len(t.Scores) != len(t.Names) {
			continue
		}
		for i, name := range t.Names {
			st := count[who{t.Game, name}]
			if st == nil {
				st = &standing{Game: t.Game, Name: name}
				count[who{t.Game, name}] = st
			}
			st.add(t, i)
		}
	}
	var list []standing
	for _, st := range count {
		st.Average = float64(st.Points) / float64(st.Games)
		list = append(list, *st)
	}
	played := gamesOf(list)
	slices.SortFunc(list, func(a, b standing) int {
		return cmp.Or(cmp.Compare(played[b.Game], played[a.Game]), cmp.Compare(a.Game, b.Game),
			cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// gamesOf is how often the busiest player has played each game.
func gamesOf(list []standing) map[string]int {
	most := map[string]int{}
	for _, st := range list {
		most[st.Game] = max(most[st.Game], st.Games)
	}
	return most
}

func (st *standing) add(t control.Summary, seat int) {
	st.You = st.You || t.Names[seat] == t.You
	st.Games++
	st.Points += t.Scores[seat]
	st.Last = max(st.Last, t.Time)
	if slices.Contains(t.Winners, t.Names[seat]) {
		st.Wins++
	}
}

func (s *streams) printStats(c *cli.Context, list []standing) error {
	if c.Bool("json") {
		for _, st := range list {
			if err := s.json(st); err != nil {
				return err
			}
		}
		return nil
	}
	if len(list) == 0 {
		s.note("no game has been played to its end yet")
		return nil
	}
	style := s.style(false)
	g, game := grid{}, ""
	for _, st := range list {
		if st.Game != game {
			g.line(style.Strong(st.Game))
			game = st.Game
		}
		name := draw.Clean(st.Name)
		if st.You {
			name += " (you)"
		}
		g.row("  "+name, draw.Count(st.Games, "game"), fmt.Sprintf("%d won (%d%%)", st.Wins, 100*st.Wins/st.Games),
			draw.Count(st.Points, "point"), fmt.Sprintf("%.1f a game", st.Average))
	}
	g.line(style.Strong("all games"))
	for _, st := range overall(list) {
		g.row("  "+draw.Clean(st.Name), draw.Count(st.Games, "game"), fmt.Sprintf("%d won (%d%%)", st.Wins, 100*st.Wins/st.Games))
	}
	s.printf("%s", g.text())
	return nil
}

// overall adds the games of each player up; points of different games do not
// compare.
func overall(list []standing) []standing {
	sum := map[string]standing{}
	for _, st := range list {
		one := sum[st.Name]
		one.Name, one.Games, one.Wins = st.Name, one.Games+st.Games, one.Wins+st.Wins
		sum[st.Name] = one
	}
	return slices.SortedFunc(maps.Values(sum), func(a, b standing) int {
		return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
}
