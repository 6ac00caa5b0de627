package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/failure"
	"fives/cli/words"
	"fives/engine/rules"
	"fives/p2p/control"
)

func hostCommand(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "host",
		Usage:     "open a table",
		ArgsUsage: "GAME",
		Category:  groupSeats,
		Description: "The game begins when all seats are taken. fives leave withdraws the table before that.\n" +
			"--set takes options of the game and of the table (turn-limit, private, spectators).",
		Flags: daemonFlags(
			&cli.IntFlag{Name: "seats", Aliases: []string{"n"}, Usage: "`NUMBER` of seats", DefaultText: "the fewest that do"},
			flagSet(),
			&cli.IntFlag{Name: "bots", Usage: "`NUMBER` of seats for computer players of yours", DefaultText: "none"},
			&cli.StringFlag{Name: "strength", Usage: "`STRENGTH` of those computer players", DefaultText: "the strongest"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "private", Usage: "let in only who knows a code, which is printed"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "spectators", Usage: "let others watch"},
			&cli.StringFlag{Name: "turn-limit", Usage: "`TIME` for a move, as in 60s; then a computer player moves"},
			flagPlay(),
		),
		Action: func(c *cli.Context) error {
			r, err := hostRequest(c)
			if err != nil {
				return err
			}
			client, err := dial(s, c)
			if err != nil {
				return err
			}
			o, err := client.Host(c.Context, r)
			if err != nil {
				return err
			}
			return printOpened(s, c, o)
		},
	}
}

func hostRequest(c *cli.Context) (control.HostRequest, error) {
	r := control.HostRequest{
		Seats: c.Int("seats"), Private: c.Bool("private"), Spectators: c.Bool("spectators"), Play: c.String("play"),
	}
	name, err := operand(c, "game")
	if err != nil {
		return r, err
	}
	if name == "" {
		return r, failure.Usage("fives games lists them", "host needs the name of a game")
	}
	rs, err := findGame(name)
	if err != nil {
		return r, err
	}
	r.Game = rs.Name
	if err := bots(c, rs, &r); err != nil {
		return r, err
	}
	if limit := c.String("turn-limit"); limit != "" {
		if r.TurnLimit, err = seconds(limit); err != nil {
			return r, err
		}
	}
	if err := set(c.StringSlice("set"), rs, &r); err != nil {
		return r, err
	}
	return r, validate(rs, r.Seats, r.Set)
}

func bots(c *cli.Context, rs *rules.RuleSet, r *control.HostRequest) error {
	n := c.Int("bots")
	if r.Seats == 0 && !c.IsSet("seats") {
		r.Seats = max(rs.MinSeats, n+1)
	}
	if n < 0 || n > 0 && n >= r.Seats {
		return failure.Usage("one seat is yours; --seats says how many there are", "%d computer players do not fit at a table with %d seats", n, r.Seats)
	}
	strength := c.String("strength")
	if strength == "" && len(rs.Bots) > 0 {
		strength = rs.Bots[len(rs.Bots)-1].Name
	}
	for _, who := range []string{strength, r.Play} {
		if err := knowsBot(rs, who); err != nil {
			return err
		}
	}
	r.Bots = slices.Repeat([]string{strength}, n)
	return nil
}

func knowsBot(rs *rules.RuleSet, name string) error {
	if _, err := rs.Bot(name); name == "" || err == nil {
		return nil
	}
	var names []string
	for _, b := range rs.Bots {
		names = append(names, b.Name)
	}
	return failure.Usage("there are: "+strings.Join(names, ", "), "there is no computer player %q for this game", name)
}

// set sorts NAME=VALUE pairs into options of the game and of the table.
func set(pairs []string, rs *rules.RuleSet, r *control.HostRequest) error {
	r.Set = map[string]string{}
	for _, pair := range pairs {
		name, text, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return failure.Usage("as in --set limit=100", "--set takes NAME=VALUE, not %q", pair)
		}
		var err error
		switch {
		case slices.ContainsFunc(rs.Schema, func(o rules.Option) bool { return o.Name == name }):
			if _, twice := r.Set[name]; twice {
				return failure.Usage("keep one of the two", "option %s is set twice", name)
			}
			r.Set[name] = text
		case name == "turn-limit":
			r.TurnLimit, err = seconds(text)
		case name == "private":
			r.Private, err = truth(name, text)
		case name == "spectators":
			r.Spectators, err = truth(name, text)
		default:
			err = unknownOption(rs, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func unknownOption(rs *rules.RuleSet, name string) error {
	return failure.Usage("fives games "+rs.Name+" lists the options", "%s has no option %q", rs.Name, name)
}

// validate checks what the daemon will check, where the answer can be put
// more helpfully, and before anything is changed.
func validate(rs *rules.RuleSet, seats int, set map[string]string) error {
	_, err := options(rs, seats, set)
	return err
}

func options(rs *rules.RuleSet, seats int, set map[string]string) (map[string]any, error) {
	hint := "fives games " + rs.Name + " lists the options"
	given := map[string]any{}
	for name, text := range set {
		v, err := rs.Schema.Parse(name, text)
		if err != nil {
			return nil, failure.Usage(hint, "%v", err)
		}
		given[name] = v
	}
	if _, err := rs.Validate(seats, given); err != nil {
		return nil, failure.Usage(hint, "%s", failure.Plain(err.Error()))
	}
	return given, nil
}

// seconds reads a time: "90s", "2m", "90".
func seconds(text string) (int, error) {
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		return n, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d%time.Second != 0 {
		return 0, failure.Usage("as in 60s or 2m; 0 is no limit", "%q is no turn limit", text)
	}
	return int(d / time.Second), nil
}

func truth(name, text string) (bool, error) {
	b, err := strconv.ParseBool(text)
	if err != nil {
		return false, failure.Usage("as in --set "+name+"=true", "option %s: %q is not true or false", name, text)
	}
	return b, nil
}

func printOpened(s *console.Streams, c *cli.Context, o control.Offer) error {
	if c.Bool("json") {
		return s.JSON(o)
	}
	id := words.Short(o.ID)
	s.Printf("table %s is open: %s\n", id, describeOffer(o))
	if o.Code != "" {
		s.Printf("the code is %s\n", s.Style(false).Strong(words.Clean(o.Code)))
	}
	switch free := o.Seats - len(o.Taken); {
	case free <= 0:
		s.Note("all seats are taken; fives show draws the table")
	case o.Code != "":
		s.Note("the others sit down with: fives join %s --code %s", id, o.Code)
	default:
		s.Note("the others sit down with: fives join (or fives join %s)", id)
	}
	return nil
}
