package command

import (
	"bytes"
	"cmp"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/verdict"
	"fives/crypto/cores"
	"fives/engine/audit"
	"fives/engine/record"
)

// Verify is the command verify.
func Verify(s *console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "verify",
		Usage:     "check every signature, shuffle, card and move of exported logs",
		ArgsUsage: "FILE…",
		Description: "It needs no daemon and no network. Several files are a table and its continuations.\n" +
			"It proves what keys have signed, not whose keys they are: --seat says that. The head that it\n" +
			"prints is a hash of everything that was played: logs with the same head tell the same game.",
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "seat", Usage: "insist on a player's key, as in `NAME=FINGERPRINT`; may be given several times"},
			&cli.BoolFlag{DisableDefaultText: true, Name: "partial", Usage: "accept a game that has not ended"},
			console.JSONFlag(),
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return console.Usage("fives export writes one", "verify needs a log")
			}
			pins, err := readPins(c.StringSlice("seat"))
			if err != nil {
				return err
			}
			return verify(s, c.Args().Slice(), options{json: c.Bool("json"), partial: c.Bool("partial"), pins: pins})
		},
	}
}

// A pin says which key a player must have.
type pin struct{ name, fingerprint string }

func readPins(texts []string) ([]pin, error) {
	var pins []pin
	for _, t := range texts {
		name, fingerprint, ok := cutLast(t, "=")
		name = record.TypedName(name)
		if !ok || name == "" || fingerprint == "" {
			return nil, console.Usage("as in --seat ana=808b-65ce-11bf-32b2-4c0e", "--seat takes NAME=FINGERPRINT, not %q", t)
		}
		pins = append(pins, pin{name, fingerprint})
	}
	return pins, nil
}

// cutLast cuts a text at the last separator, because a name may contain it too.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// options are the questions to ask of all files.
type options struct {
	json, partial bool
	pins          []pin
}

// verifyLog says what one log proves, under a name.
func verifyLog(s *console.Streams, name string, log []byte) error {
	report, err := read(name, bytes.NewReader(log))
	if err != nil {
		return err
	}
	return tell(s, verdict.Judge([]string{name}, []*audit.Report{report}, false), options{})
}

// verify says of every file what it proves. A file that cannot be read does not keep the others
// from being verified.
func verify(s *console.Streams, files []string, o options) error {
	var names []string
	var reports []*audit.Report
	bad := error(nil)
	for _, file := range files {
		report, err := check(s, file)
		if err == nil {
			names, reports = append(names, file), append(reports, report)
			continue
		}
		bad = console.ErrQuiet
		s.Report(err)
		if o.json {
			if err := s.JSON(verdict.Illegible(file, err)); err != nil {
				return err
			}
		}
	}
	_ = audit.Link(reports) // each report has its own error
	verdicts := verdict.Judge(names, reports, o.partial)
	for _, p := range o.pins {
		verdict.Pin(verdicts, p.name, p.fingerprint)
	}
	return cmp.Or(tell(s, verdicts, o), bad)
}

// tell prints the verdicts. After that, nothing is left to say.
func tell(s *console.Streams, verdicts []*verdict.Verdict, o options) (bad error) {
	for i, v := range verdicts {
		if o.json {
			if err := s.JSON(v); err != nil {
				return err
			}
		} else {
			if i > 0 {
				s.Printf("\n")
			}
			s.Printf("%s", v.Text(s.Style(false)))
		}
		if !v.OK {
			bad = console.ErrQuiet
			for _, p := range v.Wrong() {
				s.Report(console.No(p.Hint, "%s", p.Text))
			}
		}
	}
	return bad
}

// check verifies a file while reading it. It returns an error only if the file cannot be read
// as a log.
func check(s *console.Streams, file string) (*audit.Report, error) {
	in, err := s.Open(file)
	if err != nil {
		return nil, refuse(verdict.Unreadable(file, err))
	}
	defer in.Close()
	return read(file, in)
}

func read(file string, in io.Reader) (*audit.Report, error) {
	report, err := verdict.Read(file, in, audit.Options{Parallel: cores.Parallel})
	return report, refuse(err)
}
