package stats

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/flags"
	"fives/cli/layout"
	"fives/cli/phrase"
	"fives/cli/words"
	"fives/p2p/control"
)

// Command is the command stats.
func Command(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "stats",
		Usage: "count games, wins and points by player and game",
		Description: "It counts the games of your own that were played to the end. A game that was continued\n" +
			"with fewer players counts once, as it ended; a rematch is a game of its own. Whoever broke a hand\n" +
			"off after its cards were dealt has that against them. In some games\n" +
			"few points are good. Players are told apart by their keys; where two have one name, the\n" +
			"fingerprint is shown. Computer players are told apart by their names and their hosts.",
		Flags: flags.Daemon(),
		Action: func(c *cli.Context) error {
			client, err := flags.DialNode(s, c)
			if err != nil {
				return err
			}
			played, err := finished(s, c, client)
			if err != nil {
				return err
			}
			return printStats(s, c, tally(played))
		},
	}
}

// finished asks for the tables at which one has played to the end, and those that
// were broken off.
func finished(s *console.Streams, c *cli.Context, client *control.Client) ([]control.Summary, error) {
	all, err := client.Mine(c.Context)
	if err != nil {
		return nil, err
	}
	var played []control.Summary
	for _, sum := range all.Mine {
		switch {
		case sum.You == "":
		case sum.Phase == control.PhaseOver:
			played = append(played, sum)
		case sum.Phase == control.PhaseStopped:
			played = append(played, brokenOff(sum, all.Mine))
		}
	}
	return played, nil
}

// brokenOff marks as having left who broke the running hand of a stopped table
// off: those without whom the others went on, or else the only one that left.
// Where several did, and this node goes on nowhere, they went on without it.
func brokenOff(t control.Summary, all []control.Summary) control.Summary {
	i := slices.IndexFunc(all, func(c control.Summary) bool {
		return c.Parent == t.ID && c.Call == nil && c.Phase != control.PhaseSeated
	})
	t.Players = slices.Clone(t.Players)
	if i < 0 {
		left := slices.DeleteFunc(slices.Clone(t.Players), func(p control.Player) bool { return !p.Left })
		t.Dealt = t.Dealt && len(left) == 1
		return t
	}
	for j, p := range t.Players {
		t.Players[j].Left = !slices.ContainsFunc(all[i].Players, func(q control.Player) bool { return q.Fingerprint == p.Fingerprint })
	}
	return t
}

// A standing is what one player has done in one game.
type standing struct {
	Game        string  `json:"game"`
	Name        string  `json:"name"` // the latest
	Fingerprint string  `json:"fingerprint,omitempty"`
	BotOf       string  `json:"bot_of,omitempty"` // whose computer player it is
	You         bool    `json:"you"`
	Games       int     `json:"games"`
	Wins        int     `json:"wins"`
	Points      int     `json:"points"`
	Quits       int     `json:"quits"`   // hands that this player broke off after the cards were dealt
	Average     float64 `json:"average"` // points of a game
	Last        uint64  `json:"last"`    // when the latest began, setup.Seconds since 1970; 0 if unknown

	who string // the same for all games of one player
}

// identity tells players apart, whatever they call themselves. A computer
// player has a key for every table, so that it goes by its name and its host.
func identity(t control.Summary, seat control.Player) string {
	if seat.BotOf == "" {
		return seat.Fingerprint
	}
	host := seat.BotOf
	for _, other := range t.Players {
		if other.Name == host && other.BotOf == "" {
			host = other.Fingerprint
		}
	}
	return seat.Name + " of " + host
}

// tally counts games, those most played first.
func tally(tables []control.Summary) []standing {
	type place struct{ game, who string }
	count := map[place]*standing{}
	for _, t := range tables {
		if len(t.Scores) != len(t.Players) {
			continue
		}
		for i, seat := range t.Players {
			if t.Phase == control.PhaseStopped && !(t.Dealt && seat.Left) {
				continue // it has no end, and is no game that counts
			}
			at := place{t.Game, identity(t, seat)}
			if count[at] == nil {
				count[at] = &standing{Game: t.Game, who: at.who}
			}
			count[at].add(t, i)
		}
	}
	var list []standing
	for _, st := range count {
		st.Average = float64(st.Points) / float64(max(1, st.Games))
		list = append(list, *st)
	}
	played := gamesOf(list)
	slices.SortFunc(list, func(a, b standing) int {
		return cmp.Or(cmp.Compare(played[b.Game], played[a.Game]), cmp.Compare(a.Game, b.Game),
			cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name), cmp.Compare(a.who, b.who))
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

func (st *standing) add(t control.Summary, i int) {
	seat := t.Players[i]
	if st.Name == "" || t.Time >= st.Last {
		st.Name, st.BotOf, st.Last = seat.Name, seat.BotOf, t.Time
	}
	if seat.BotOf == "" {
		st.Fingerprint = seat.Fingerprint
	}
	st.You = st.You || seat.You
	if t.Phase == control.PhaseStopped {
		st.Quits++
		return
	}
	st.Games++
	st.Points += t.Scores[i]
	if slices.Contains(t.Winners, seat.Name) {
		st.Wins++
	}
}

// quits says how often a player broke a hand off, "" for never.
func (st standing) quits() string {
	if st.Quits == 0 {
		return ""
	}
	return "broke off " + phrase.Count(st.Quits, "hand")
}

// label is a player's name, with what tells it from others of that name.
func (st standing) label(namesakes map[string]int) string {
	name := words.Name(st.Name)
	switch {
	case st.BotOf != "":
		name += " (" + phrase.Bot(st.BotOf) + ")"
	case namesakes[st.Name] > 1:
		name += " " + words.Clean(st.Fingerprint)
	}
	if st.You {
		name += " (you)"
	}
	return name
}

// namesakes counts the keys that go by each name.
func namesakes(list []standing) map[string]int {
	n, seen := map[string]int{}, map[string]bool{}
	for _, st := range list {
		if id := st.Name + " " + st.who; st.BotOf == "" && !seen[id] {
			seen[id] = true
			n[st.Name]++
		}
	}
	return n
}

func printStats(s *console.Streams, c *cli.Context, list []standing) error {
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
	style, same := s.Style(false), namesakes(list)
	g, game := layout.Grid{}, ""
	for _, st := range list {
		if st.Game != game {
			g.Line(style.Strong(st.Game))
			game = st.Game
		}
		g.Row("  "+st.label(same), phrase.Count(st.Games, "game"), fmt.Sprintf("%d won (%d%%)", st.Wins, 100*st.Wins/max(1, st.Games)),
			phrase.Count(st.Points, "point"), fmt.Sprintf("%.1f a game", st.Average), st.quits())
	}
	g.Line(style.Strong("all games"))
	for _, st := range overall(list) {
		g.Row("  "+st.label(same), phrase.Count(st.Games, "game"), fmt.Sprintf("%d won (%d%%)", st.Wins, 100*st.Wins/max(1, st.Games)), st.quits())
	}
	s.Printf("%s", g.Text())
	return nil
}

// overall adds the games of each player up; points of different games do not
// compare.
func overall(list []standing) []standing {
	sum := map[string]standing{}
	for _, st := range list {
		one, ok := sum[st.who]
		if !ok || st.Last >= one.Last {
			one.Name, one.BotOf, one.Last = st.Name, st.BotOf, st.Last
		}
		one.who, one.Fingerprint, one.You = st.who, st.Fingerprint, st.You
		one.Games, one.Wins, one.Quits = one.Games+st.Games, one.Wins+st.Wins, one.Quits+st.Quits
		sum[st.who] = one
	}
	return slices.SortedFunc(maps.Values(sum), func(a, b standing) int {
		return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name), cmp.Compare(a.who, b.who))
	})
}
