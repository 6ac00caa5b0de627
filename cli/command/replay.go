package command

import (
	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/shown"
	"fives/cli/tui"
	"fives/engine/story"
)

// Replay is the command replay.
func Replay(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "replay",
		Usage:     "step through exported logs, with anybody's eyes",
		ArgsUsage: "FILE…",
		Description: "The logs are verified first. Several files are a table and its continuations.\n" +
			"Cards that never became public in their hand stay face down. Where there is no\n" +
			"terminal, or with --plain, everything that happened is printed.",
		Flags: []cli.Flag{
			&cli.BoolFlag{DisableDefaultText: true, Name: "plain", Usage: "print the story as text"},
			&cli.StringFlag{Name: "seat", Usage: "with the eyes of the player of this `NAME`, at all tables; nobody: an onlooker", DefaultText: "everybody's"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "partial", Usage: "accept a game that has not ended"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return console.Usage("fives export writes one", "replay needs a log")
			}
			p, err := preferences(c)
			if err != nil {
				return err
			}
			files := c.Args().Slice()
			logs, err := readLogs(s, files)
			if err != nil {
				return err
			}
			stories, err := verifiedStories(c.Context, s, files, logs, c.Bool("partial"))
			if err != nil {
				return err
			}
			eyes, err := eyesOf(c.String("seat"), stories)
			if err != nil {
				return err
			}
			if c.Bool("plain") || !s.Interactive() {
				return tellGame(s.Out, stories, styleOf(p, s, c), eyes)
			}
			screen := screenOf(s, c, p)
			screen.Replay, screen.Eyes = shown.Places(stories), eyes
			if len(screen.Replay) == 0 {
				return console.No("", "no hand was begun")
			}
			return tui.Run(c.Context, screen)
		},
	}
}

// eyesOf finds the player with this name or fingerprint. It has to be the same person at all
// tables.
func eyesOf(name string, stories []*story.Story) (eyes shown.Eyes, err error) {
	switch name {
	case "":
		return shown.Everybody, nil
	case "nobody":
		return shown.Eyes{}, nil
	}
	for _, s := range stories {
		for seat, r := range s.Report.Seats {
			found := shown.EyesAt(s, seat)
			switch {
			case r.Name != name && r.Fingerprint != name:
			case eyes != shown.Eyes{} && eyes != found:
				return eyes, console.Usage("their fingerprints tell them apart", "two players are called %s", name)
			default:
				eyes = found
			}
		}
	}
	if (eyes == shown.Eyes{}) {
		return eyes, console.Usage("", "nobody at the table is called %s", name)
	}
	return eyes, nil
}
