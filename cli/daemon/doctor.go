package daemon

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/doctor"
	"fives/cli/layout"
	"fives/cli/say"
	"fives/p2p/host"
)

// doctorAnswer is what doctor prints as JSON.
type doctorAnswer struct {
	OK       bool             `json:"ok"`
	Findings []doctor.Finding `json:"findings"`
}

// Doctor is the command doctor.
func Doctor(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "find out why others are not seen, or what else is wrong",
		Description: "It looks at the daemon, the home folder, the store, ports, interfaces, multicast,\n" +
			"firewalls, peers and the clock, says what to do, and changes nothing. It works without\n" +
			"a daemon too. The exit status is 1 if something has to be dealt with.",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "port", Value: host.DefaultPort, Usage: "look at this `PORT`"},
			&cli.StringSliceFlag{Name: "iface", Usage: "look at this network `INTERFACE` only; may be given several times"},
			console.NetworkFlag(), console.JSONFlag(),
		},
		Action: func(c *cli.Context) error {
			if err := console.NoOperands(c); err != nil {
				return err
			}
			home, err := console.HomeOf(c)
			if err != nil {
				return err
			}
			network, err := console.NetworkOf(c)
			if err != nil {
				return err
			}
			cfg := doctor.Config{Home: home, Port: c.Int("port"), Ifaces: c.StringSlice("iface"), Network: network}
			return printFindings(s, c, doctor.Examine(c.Context, cfg))
		},
	}
}

func printFindings(s *console.Streams, c *cli.Context, findings []doctor.Finding) error {
	problems := 0
	for _, f := range findings {
		if f.State == doctor.Problem {
			problems++
		}
	}
	if c.Bool("json") {
		if err := s.JSON(doctorAnswer{OK: problems == 0, Findings: findings}); err != nil {
			return err
		}
	} else {
		drawFindings(s, findings)
	}
	if problems > 0 {
		return console.ErrQuiet
	}
	return nil
}

func drawFindings(s *console.Streams, findings []doctor.Finding) {
	style := s.Style(false)
	const margin = 21 // of the texts
	last := ""
	for _, f := range findings {
		name := f.Check
		if name == last {
			name = ""
		}
		last = f.Check
		word := fmt.Sprintf("%-7s", f.State)
		if f.State != doctor.OK {
			word = style.Warning(word)
		}
		for i, line := range layout.Wrap(say.Clean(f.Text), max(30, style.Width-margin)) {
			if i == 0 {
				s.Printf("%s  %-10s  %s\n", word, name, line)
			} else {
				s.Printf("%*s%s\n", margin, "", line)
			}
		}
		for i, line := range layout.Wrap(say.Clean(f.Do), max(30, style.Width-margin-2)) {
			mark := "→ "
			if i > 0 {
				mark = "  "
			}
			s.Printf("%*s%s%s\n", margin, "", mark, line)
		}
	}
}
