package console

import (
	"cmp"
	"strings"

	"github.com/urfave/cli/v2"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/control"
)

// Do does a deed, and prints what has come of it. If something has to be answered before, it asks,
// unless yes answers it.
func (s *Streams) Do(c *cli.Context, client *control.Client, d shown.Deed, yes bool) error {
	if d.Ask != nil {
		if err := s.answer(*d.Ask, nil, yes); err != nil {
			return err
		}
		d = d.Ask.Choices[0]
	}
	done, err := s.doing(c, client, d)
	if err == nil && done.Ask != nil {
		if err = s.answer(*done.Ask, done.Why, yes); err == nil {
			done, err = s.doing(c, client, done.Ask.Choices[0])
		}
	}
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return s.JSON(done.Data)
	}
	s.tell(done)
	return nil
}

// doing does a deed, and shows meanwhile that it is done.
func (s *Streams) doing(c *cli.Context, client *control.Client, d shown.Deed) (shown.Done, error) {
	spin := s.Progress()
	defer spin.Done()
	spin.Say(strings.TrimSuffix(d.While, "…"))
	return d.Do(c.Context, client)
}

// answer asks what a sheet asks, unless yes answers it. Where nobody can be asked it returns why, or
// what the sheet says.
func (s *Streams) answer(ask shown.Sheet, why error, yes bool) error {
	var instead []string
	for _, d := range ask.Choices[1:] {
		instead = append(instead, d.Command()+": "+d.Label)
	}
	switch {
	case yes:
		return nil
	case s.Interactive():
		s.Notes(instead)
		return s.Confirm(strings.Join(ask.Says, " "))
	case why != nil:
		return why
	}
	hints := append([]string{"add --yes to " + ask.Choices[0].Label}, instead...)
	text := strings.TrimSuffix(cmp.Or(strings.Join(ask.Facts(), " "), ask.Says[0]), ".")
	return No(strings.Join(hints, "\n"), "%s", strings.ToLower(text[:1])+text[1:])
}

// tell prints what has come of a deed. What is said where the daemon has answered nothing stands beside
// the answer.
func (s *Streams) tell(d shown.Done) {
	switch text := cmp.Or(d.Typed, d.Says); {
	case text == "":
	case d.Data == nil:
		s.Note("%s", text)
	default:
		s.Printf("%s\n", text)
	}
	for _, w := range d.Warnings {
		s.Printf("%s\n", s.Style(false).Warning(say.Warning(w)))
	}
	if len(d.Warnings) > 0 {
		s.Note("%s", say.HowToTrust)
	}
	s.Notes(d.Notes)
}
