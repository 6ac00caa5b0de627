package command

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/engine/search"
	"fives/p2p/api"
)

// widestPage is the greatest width at which lines are easy to read.
const widestPage = 88

type gameAnswer struct {
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Summary  string       `json:"summary"`
	MinSeats int          `json:"min_seats"`
	MaxSeats int          `json:"max_seats"`
	Options  rules.Schema `json:"options"`
	Notation []string     `json:"notation"`
	// ComputerPlayers lists their strengths, the weakest first.
	ComputerPlayers []string `json:"computer_players"`
	// Lengths is empty for a game whose lengths were not measured.
	Lengths []gameLength `json:"lengths"`
}

type gameLength struct {
	rules.Length
	Minutes int `json:"minutes"`
}

// Rules is the command rules.
func Rules(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "rules",
		Usage:     "list the games, or teach one: an example, options, moves, rules",
		ArgsUsage: "[GAME]",
		Description: "Without GAME it lists what can be played. With --json it says of a game its options and moves.\n" +
			"With --table it says what holds at a table, and then how its game is played.",
		Flags: []cli.Flag{console.JSONFlag(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "full", Usage: "print the rule page as it is written, with what a second implementation needs"},
			console.TableFlag(),
			&cli.StringFlag{Name: "rule", Usage: "print only the rule of this `NUMBER`, as score sheets name it"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("json") && (c.Bool("full") || c.IsSet("rule")) {
				return console.Usage("as in fives rules five --json", "--json goes with neither --full nor --rule")
			}
			if c.NArg() == 0 && !c.Bool("full") && !c.IsSet("rule") && !c.IsSet("table") {
				return printGames(s, c)
			}
			rs, here, err := rulesOf(s, c)
			switch {
			case err != nil:
				return err
			case c.Bool("json"):
				return s.JSON(describeGame(rs))
			case c.Bool("full"):
				s.Printf("%s\n", strings.TrimSpace(rs.Rules))
				return nil
			}
			p, err := preferences(c)
			if err != nil {
				return err
			}
			style := styleOf(p, s, c)
			look := draw.Look{Pen: style, Columns: min(style.Width, widestPage), ASCII: style.ASCII}
			if c.IsSet("rule") {
				return printRule(s, look, rs, c.String("rule"))
			}
			lines := look.Rules(rs)
			if here != nil {
				lines = append(append(layout.Wrap(shown.Here(*here, style.Pick(" · ", "; ")), look.Columns), ""), lines...)
			}
			for _, line := range lines {
				s.Printf("%s\n", line)
			}
			printLengths(s, rs)
			return nil
		},
	}
}

// rulesOf returns the rules of the game, or of the table, that the command names.
func rulesOf(s *console.Streams, c *cli.Context) (rs *rules.RuleSet, here *api.Table, err error) {
	if !c.IsSet("table") {
		rs, err = gameOf(c)
		return rs, nil, err
	}
	if c.NArg() > 0 || c.Bool("json") {
		return nil, nil, console.Usage("as in fives rules --table 3f9a", "--table goes with no game, and not with --json")
	}
	client, err := console.Dial(s, c)
	if err != nil {
		return nil, nil, err
	}
	t, err := client.Table(c.Context, c.String("table"))
	if err != nil {
		return nil, nil, err
	}
	rs, err = findGame(t.Game)
	return rs, &t, err
}

func printGames(s *console.Streams, c *cli.Context) error {
	t := layout.Grid{}
	for _, rs := range games.All() {
		if c.Bool("json") {
			if err := s.JSON(describeGame(rs)); err != nil {
				return err
			}
			continue
		}
		t.Row(rs.Name, seatsOf(rs), minutesOf(rs), rs.Summary)
	}
	s.Printf("%s", t.Within(s.Columns()))
	if !c.Bool("json") {
		s.Note("fives rules GAME teaches one, fives learn GAME plays a first hand with you, fives host GAME opens a table")
	}
	return nil
}

func printRule(s *console.Streams, look draw.Look, rs *rules.RuleSet, number string) error {
	text := shown.Rule(rs, number)
	if text == "" {
		return console.No("fives rules "+rs.Name+" has all of them", "%s has no rule %s", rs.Title, say.Clean(number))
	}
	for _, line := range look.Markdown(text) {
		s.Printf("%s\n", line)
	}
	return nil
}

// gameOf returns the game that a command needs.
func gameOf(c *cli.Context) (*rules.RuleSet, error) {
	name, err := console.NeededOperand(c, "game", "the name of a game", "fives rules lists them")
	if err != nil {
		return nil, err
	}
	return findGame(name)
}
func describeGame(rs *rules.RuleSet) gameAnswer {
	a := gameAnswer{
		Name: rs.Name, Title: rs.Title, Summary: rs.Summary, MinSeats: rs.MinSeats, MaxSeats: rs.MaxSeats,
		Options: rs.Schema, Notation: rs.Notation, Lengths: []gameLength{},
	}
	for _, b := range search.Levels(rs) {
		a.ComputerPlayers = append(a.ComputerPlayers, b.Name)
	}
	for _, l := range rs.Lengths() {
		a.Lengths = append(a.Lengths, gameLength{l, l.Minutes()})
	}
	return a
}

// printLengths prints how long a game lasts, for some values of the option that ends it.
func printLengths(s *console.Streams, rs *rules.RuleSet) {
	t := layout.Grid{}
	for _, l := range rs.Lengths() {
		row := []string{fmt.Sprintf("%d seats", l.Seats), say.Count(l.Hands, "hand"), fmt.Sprintf("%d min", l.Minutes())}
		if o := rs.Main(); o != nil {
			row = append([]string{fmt.Sprintf("%s=%d", o.Name, l.Value)}, row...)
		}
		row[0] = "  " + row[0]
		t.Row(row...)
	}
	if text := t.Text(); text != "" {
		s.Printf("\nhow long a game is on average, at %d s a move:\n%s", rules.Pace, text)
	}
}

// minutesOf says how long a game usually takes, from few seats to many.
func minutesOf(rs *rules.RuleSet) string {
	switch all := rs.Usual(); len(all) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%d min", all[0].Minutes())
	default:
		return fmt.Sprintf("%d to %d min", all[0].Minutes(), all[1].Minutes())
	}
}

func seatsOf(rs *rules.RuleSet) string {
	if rs.MinSeats == rs.MaxSeats {
		return fmt.Sprintf("%d seats", rs.MinSeats)
	}
	return fmt.Sprintf("%d to %d seats", rs.MinSeats, rs.MaxSeats)
}
