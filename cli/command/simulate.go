package command

import (
	"bytes"
	"errors"
	"io"
	"io/fs"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/engine/rules"
	"fives/engine/scenario"
	"fives/engine/search"
	"fives/p2p/api"
)

// maxScenario limits how much of a file is read.
const maxScenario = 16<<20 + 1

// Simulate is the command simulate.
func Simulate(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "simulate",
		Hidden:    true, // for those who write a game or another implementation
		Usage:     "play a scenario, or a random game, on the engine alone",
		ArgsUsage: "FILE",
		Description: "It prints one JSON object a move and compares it with what the file expects;\n" +
			"the exit status is 1 if something is different, 2 if the file is no scenario.",
		Flags: []cli.Flag{
			&cli.BoolFlag{DisableDefaultText: true, Name: "legal", Usage: "list the legal moves in every state"},
			&cli.StringFlag{Name: "random", Usage: "play a random game of `GAME` among computer players"},
			&cli.IntFlag{Name: "seats", Aliases: []string{"n"}, Usage: "`NUMBER` of seats of the random game", DefaultText: "the fewest that do"},
			&cli.Uint64Flag{Name: "seed", Usage: "`NUMBER` that determines the random game"},
			console.SetFlag(),
			&cli.StringSliceFlag{Name: "strength", Usage: "`STRENGTH` of the computer players, one for each seat; the last is for all others"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the random game to this `FILE` as a scenario"},
		},
		Action: func(c *cli.Context) error {
			file, err := console.Operand(c, "file")
			switch {
			case err != nil:
				return err
			case c.String("random") != "" && file != "":
				return console.Usage("fives simulate --help shows how it is used", "either a file or --random")
			case c.String("random") != "":
				return simulateRandom(s, c)
			case file == "":
				return console.Usage("fives simulate --random GAME plays a random game", "simulate needs a scenario")
			}
			return simulateFile(s, file, c.Bool("legal"))
		},
	}
}

func simulateFile(s *console.Streams, file string, legal bool) error {
	data, err := readFile(s, file)
	if err != nil {
		return noScenario(file, err)
	}
	sc, err := scenario.Parse(data)
	if err != nil {
		return noScenario(file, err)
	}
	report, err := sc.Run(legal)
	if err != nil {
		return noScenario(file, err)
	}
	if err := printLines(s, report.Lines); err != nil {
		return err
	}
	for _, f := range report.Failures {
		s.Note("%s: %s", file, f)
	}
	if len(report.Failures) > 0 {
		return console.No("", "%s: %d expectations failed", file, len(report.Failures))
	}
	return nil
}

func noScenario(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return console.Usage("fives simulate --random GAME -o FILE writes a scenario", "%s: %s", file, console.PlainError(err.Error()))
}

func readFile(s *console.Streams, file string) ([]byte, error) {
	in, err := s.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, maxScenario))
}

func simulateRandom(s *console.Streams, c *cli.Context) error {
	rs, err := findGame(c.String("random"))
	if err != nil {
		return err
	}
	r := api.HostRequest{Seats: c.Int("seats")}
	if !c.IsSet("seats") {
		r.Seats = rs.MinSeats
	}
	if err := readOptions(c.StringSlice("set"), rs, &r); err != nil {
		return err
	}
	given, err := parseOptions(rs, r.Seats, r.Set)
	if err != nil {
		return err
	}
	players, err := strengths(rs, c.StringSlice("strength"))
	if err != nil {
		return err
	}
	p, err := scenario.Random(rs, r.Seats, given, c.Uint64("seed"), players)
	if err != nil {
		return err
	}
	return printRandom(s, p, c.String("output"), c.Bool("legal"))
}

func strengths(rs *rules.RuleSet, names []string) ([]rules.Bot, error) {
	if len(names) == 0 {
		return []rules.Bot{rs.Strongest()}, nil
	}
	var players []rules.Bot
	for _, name := range names {
		if err := checkBot(rs, name); err != nil {
			return nil, err
		}
		b, err := search.Level(rs, name, nil)
		if err != nil {
			return nil, console.Usage("", "%s", console.PlainError(err.Error()))
		}
		players = append(players, b)
	}
	return players, nil
}

func printRandom(s *console.Streams, p *scenario.Playout, output string, legal bool) error {
	lines := p.Lines
	if legal {
		again, err := p.Scenario.Run(true)
		if err != nil {
			return err
		}
		lines = again.Lines
	}
	if err := printLines(s, lines); err != nil {
		return err
	}
	if output != "" {
		var file bytes.Buffer
		if err := p.Scenario.Write(&file); err != nil {
			return err
		}
		if err := console.WriteFile(output, file.Bytes()); err != nil {
			return err
		}
	}
	if !p.Finished {
		return console.No("", "broken off after %d moves", scenario.MaxPlayout)
	}
	return nil
}

func printLines(s *console.Streams, lines []scenario.Line) error {
	for _, l := range lines {
		if err := s.JSON(l); err != nil {
			return err
		}
	}
	return nil
}
