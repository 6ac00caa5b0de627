package command

import (
	"errors"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/prefs"
)

// preferencesFile returns the file in the home that a command means, the zero value if there is
// none.
func preferencesFile(c *cli.Context) prefs.File {
	home, err := console.HomeOf(c)
	if err != nil {
		return prefs.File{}
	}
	return prefs.At(home)
}

// preferences returns the preferences of the person at the node that a command means.
func preferences(c *cli.Context) (prefs.Prefs, error) {
	p, err := preferencesFile(c).Read()
	return p, explainPreference(err)
}

// styleOf says how a command draws on standard output, given the preferences.
func styleOf(p prefs.Prefs, s *console.Streams, c *cli.Context) draw.Style {
	style := s.Style(c.Bool("ascii"))
	style.ASCII, style.Braille = p.Written(style.ASCII)
	style.TwoColours = p.TwoColours
	return style
}

// explainPreference puts an error of the preferences into words for the command line.
func explainPreference(err error) error {
	var line *prefs.LineError
	var value *prefs.ValueError
	switch {
	case errors.As(err, &line):
		return console.Usage("mend the line, or take it out; nothing was changed", "%v", err)
	case errors.As(err, &value):
		return console.Usage(value.Hint, "%s", value.Text)
	}
	return err
}
