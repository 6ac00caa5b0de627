package command

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/layout"
	"fives/cli/prefs"
	"fives/cli/say"
)

// Config is the command config.
func Config(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "config",
		Usage:     "list, or change, how fives looks and behaves",
		ArgsUsage: "[KEY [VALUE]]",
		Description: "With a key it prints its value, with a value it sets it, for the full-screen table and the\n" +
			"commands. They last in " + prefs.Name + " in the home, which can be edited by hand, too. A node is\n" +
			"muted with mute.FINGERPRINT NAME: its chat is not shown, but stays in the log.",
		Flags: []cli.Flag{console.JSONFlag(),
			&cli.BoolFlag{DisableDefaultText: true, Name: "reset", Usage: "remove the key from the file"},
		},
		Action: func(c *cli.Context) error { return explainPreference(readOrChange(s, c)) },
	}
}

func readOrChange(s *console.Streams, c *cli.Context) error {
	home, err := console.HomeOf(c)
	if err != nil {
		return err
	}
	f := prefs.At(home)
	key, value := c.Args().First(), strings.Join(c.Args().Tail(), " ")
	switch reset := c.Bool("reset"); {
	case reset && (key == "" || value != ""):
		return console.Usage("as in fives config --reset pace", "--reset takes one key")
	case reset:
		p, err := f.Reset(key)
		return printPreference(s, c, p, key, err)
	case value != "":
		p, err := f.Set(key, value)
		return printPreference(s, c, p, key, err)
	}
	p, err := f.Read()
	if key != "" || err != nil {
		return printPreference(s, c, p, key, err)
	}
	return printPreferences(s, c, f, p)
}

// printPreference prints the setting of a key.
func printPreference(s *console.Streams, c *cli.Context, p prefs.Prefs, key string, err error) error {
	if err != nil {
		return err
	}
	one, err := p.Setting(key)
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return s.JSON(one)
	}
	s.Printf("%s\n", say.Clean(one.Value))
	return nil
}

// printPreferences prints all settings.
func printPreferences(s *console.Streams, c *cli.Context, f prefs.File, p prefs.Prefs) error {
	t := layout.Grid{}
	for _, one := range p.Settings() {
		if c.Bool("json") {
			if err := s.JSON(one); err != nil {
				return err
			}
			continue
		}
		meaning := one.Meaning
		if len(one.Values) > 0 {
			meaning += ": " + strings.Join(one.Values, ", ")
		}
		t.Row(one.Key, say.Clean(one.Value), meaning)
	}
	s.Printf("%s", t.Within(s.Columns()))
	for _, u := range p.Unknown {
		s.Note("line %d: this fives has no preference %s; it stays there", u.Line, u.Key)
	}
	if _, err := os.Stat(f.Path); err == nil {
		s.Note("they are in %s", f.Path)
	} else if errors.Is(err, fs.ErrNotExist) {
		s.Note("what you change is kept in %s", f.Path)
	}
	return nil
}
