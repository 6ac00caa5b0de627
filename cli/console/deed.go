package console

import (
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/shown"
	"fives/p2p/control"
)

// Do does a deed, and prints what has come of it. If something has to be answered before, it asks,
// unless yes answers it.
func (s *Streams) Do(c *cli.Context, client *control.Client, d shown.Deed, yes bool) (shown.Done, error) {
	done, err := d.Do(c.Context, client)
	if err == nil && done.Ask != nil {
		switch {
		case !yes && !s.Interactive():
			return done, done.Why
		case !yes:
			err = s.Confirm(strings.Join(done.Ask.Says, " "))
		}
		if err == nil {
			done, err = done.Ask.Choices[0].Do(c.Context, client)
		}
	}
	if err != nil {
		return done, err
	}
	if c.Bool("json") {
		return done, s.JSON(done.Data)
	}
	if done.Says != "" {
		s.Printf("%s\n", done.Says)
	}
	return done, nil
}
