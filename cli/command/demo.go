package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/demo"
	"fives/cli/say"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
)

// Demo is the command demo.
func Demo(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "demo",
		Usage: "let computer players play a whole game on this machine, and verify it",
		Description: "Every seat is a daemon of its own. They talk in a network namespace of their own\n" +
			"or over the loopback interface, never on the real network unless --lan is given,\n" +
			"and nothing is left running.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "game", Usage: "`GAME` to play", Value: games.All()[0].Name},
			&cli.IntFlag{Name: "seats", Aliases: []string{"n"}, Usage: "`NUMBER` of daemons", DefaultText: "four, or as near as the game allows"},
			console.SetFlag(),
			&cli.StringFlag{Name: "strength", Usage: "`STRENGTH` of the computer players", DefaultText: "good"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the exported log to this `FILE`"},
			&cli.StringFlag{Name: "keep", Usage: "keep the homes of the daemons in this `FOLDER`"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "lan", Usage: "use the real network"},
		},
		Action: func(c *cli.Context) error {
			if err := console.NoOperands(c); err != nil {
				return err
			}
			cfg, err := demoConfig(c)
			if err != nil {
				return err
			}
			cfg.Progress = s.Err
			if !cfg.LAN {
				if status, ok := isolate(s, c.Context); ok {
					return exit(status)
				}
			}
			return playDemo(s, c, cfg)
		},
	}
}

const demoSeats = 4

func demoConfig(c *cli.Context) (demo.Config, error) {
	cfg := demo.Config{Seats: c.Int("seats"), Strength: c.String("strength"), LAN: c.Bool("lan")}
	rs, err := findGame(c.String("game"))
	if err != nil {
		return cfg, err
	}
	cfg.Game = rs.Name
	if !c.IsSet("seats") {
		cfg.Seats = min(max(demoSeats, rs.MinSeats), rs.MaxSeats)
	}
	if cfg.Strength == "" {
		cfg.Strength = rs.Strongest().Name
	}
	if err := checkBot(rs, cfg.Strength); err != nil {
		return cfg, err
	}
	var r api.HostRequest
	if err := readOptions(c.StringSlice("set"), rs, &r); err != nil {
		return cfg, err
	}
	cfg.Set = shortGame(rs, r.Set)
	if cfg.Keep = c.String("keep"); cfg.Keep != "" {
		if cfg.Keep, err = filepath.Abs(cfg.Keep); err != nil {
			return cfg, err
		}
	}
	return cfg, checkOptions(rs, cfg.Seats, cfg.Set)
}

// demoLimit is the limit of a game that has one, unless --set says otherwise: it makes the game
// short.
const demoLimit = 100

func shortGame(rs *rules.RuleSet, given map[string]string) map[string]string {
	i := slices.IndexFunc(rs.Schema, func(o rules.Option) bool { return o.Name == "limit" && o.Kind == rules.Int })
	if _, ok := given["limit"]; !ok && i >= 0 {
		if o := rs.Schema[i]; o.Min <= demoLimit && demoLimit <= o.Max {
			given["limit"] = strconv.Itoa(demoLimit)
		}
	}
	return given
}

// isolate runs this command again in a place from which it can reach no network.
func isolate(s *console.Streams, ctx context.Context) (status int, ok bool) {
	var std [3]*os.File
	for i, stream := range []any{s.In, s.Screen(), s.Err} {
		f, isFile := stream.(*os.File)
		if !isFile {
			return 0, false
		}
		std[i] = f
	}
	return demo.Isolate(ctx, s.Args, std)
}

// exit ends with the status of the child, which has printed everything already.
func exit(status int) error {
	if status == 0 {
		return nil
	}
	return &console.Failure{Status: status}
}

func playDemo(s *console.Streams, c *cli.Context, cfg demo.Config) error {
	r, err := demo.Run(c.Context, cfg)
	if err != nil {
		return err
	}
	printDemo(s, cfg, r)
	file := c.String("output")
	if file == "" {
		if err := verifyLog(s, "the log", r.Log); err != nil {
			return err
		}
		s.Note("the log is not kept; -o FILE keeps it")
		return nil
	}
	if err := console.WriteFile(file, r.Log); err != nil {
		return err
	}
	if err := verifyLog(s, file, r.Log); err != nil {
		return err
	}
	s.Printf("the log is in %s\n", say.Clean(file))
	return nil
}

func printDemo(s *console.Streams, cfg demo.Config, r *demo.Result) {
	s.Printf("%s, %d seats: %s after %d hands and %d moves, in %.1f s\n", cfg.Game, cfg.Seats, say.Won(r.Winners, ""), r.Hands, r.Moves, r.Played.Seconds())
	s.Printf("  network   %s\n", r.Network)
	s.Printf("  start     up in %s, met in %s, first hands dealt %s after the roster\n", milli(r.Up), milli(r.Met), milli(r.Dealt))
	s.Printf("  shuffles  %s\n", spread(r.Shuffles))
	s.Printf("  draws     %s\n", spread(r.Draws))
	s.Printf("\n")
}

func spread(all []time.Duration) string {
	if len(all) == 0 {
		return "none"
	}
	slices.Sort(all)
	return fmt.Sprintf("%d, median %s, longest %s", len(all), milli(all[len(all)/2]), milli(all[len(all)-1]))
}

func milli(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
	}
	return fmt.Sprintf("%d ms", d.Milliseconds())
}
