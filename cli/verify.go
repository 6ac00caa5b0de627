package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/draw"
	"fives/engine/audit"
	"fives/engine/games"
	"fives/engine/record"
)

func verifyCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "check every signature, shuffle, card and move of exported logs",
		ArgsUsage: "FILE…",
		Category:  groupProof,
		Description: "It needs no daemon and no network. Several files are a table and its continuations.\n" +
			"It proves what keys have signed, not whose keys they are: --seat says that.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "seat", Usage: "insist on a player's key, as in `NAME=FINGERPRINT`; may be given several times"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "partial", Usage: "accept a game that has not ended"},
			flagJSON(),
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usage("fives export writes one", "verify needs a log")
			}
			pins, err := readPins(c.StringSlice("seat"))
			if err != nil {
				return err
			}
			return s.verify(c, c.Args().Slice(), pins)
		},
	}
}

// A pin says which key a player must have.
type pin struct{ name, fingerprint string }

func readPins(texts []string) ([]pin, error) {
	var pins []pin
	for _, t := range texts {
		name, fingerprint, ok := strings.Cut(t, "=")
		if !ok || name == "" || fingerprint == "" {
			return nil, usage("as in --seat ana=k3xq-7mzd-aaju-2w6p", "--seat takes NAME=FINGERPRINT, not %q", t)
		}
		pins = append(pins, pin{name, fingerprint})
	}
	return pins, nil
}

func (s *streams) verify(c *cli.Context, files []string, pins []pin) error {
	var logs [][]record.Record
	for _, file := range files {
		records, err := s.readLog(file)
		if err != nil {
			return err
		}
		logs = append(logs, records)
	}
	reports, err := audit.VerifyChain(logs, games.Find, audit.Options{})
	verdicts := judge(files, reports, err, c.Bool("partial"))
	if len(verdicts) == len(files) {
		insist(verdicts, pins)
	}
	bad := error(nil)
	for i, v := range verdicts {
		if c.Bool("json") {
			if err := s.json(v); err != nil {
				return err
			}
		} else {
			s.printf("%s", v.text(s.style(false), i > 0))
		}
		if !v.OK {
			bad = errQuiet
			for _, p := range v.Problems {
				s.note("error: %s: %s", v.File, p)
			}
		}
	}
	return bad
}

// readLog reads a log file, or standard input for "-".
func (s *streams) readLog(file string) ([]record.Record, error) {
	in := s.in
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, no("fives export writes a log", "%s", strings.TrimPrefix(err.Error(), "open "))
		}
		defer f.Close()
		in = f
	}
	records, err := audit.ReadLog(in)
	var altered *audit.AlteredError
	switch {
	case err == nil && len(records) == 0:
		return nil, no("fives export writes one", "%s is empty, and no log", draw.Clean(file))
	case errors.As(err, &altered) && altered.Record == 1:
		return nil, no("fives export writes one", "%s is no log: %s", draw.Clean(file), draw.Clean(altered.Why()))
	case err != nil:
		return nil, no("", "%s: %s", draw.Clean(file), draw.Clean(err.Error()))
	}
	return records, nil
}

// judge turns reports into verdicts; an error is about the last of them, unless
// it says another.
func judge(files []string, reports []*audit.Report, err error, partial bool) []*verdict {
	var verdicts []*verdict
	for i, r := range reports {
		verdicts = append(verdicts, newVerdict(files[i], r, partial))
	}
	var f *audit.FileError
	if errors.As(err, &f) && f.File < len(verdicts) {
		verdicts[f.File].fail(f.Err)
	}
	return verdicts
}

// insist holds the pins against every table at which the player sits, and
// refuses a name that sits nowhere.
func insist(verdicts []*verdict, pins []pin) {
	for _, p := range pins {
		found := false
		for _, v := range verdicts {
			if v.sits(p.name) {
				found = true
				if err := v.report.Pin(p.name, p.fingerprint); err != nil {
					v.fail(err)
				}
			}
		}
		if !found {
			verdicts[0].fail(fmt.Errorf("nobody at the table is called %s", p.name))
		}
	}
}
