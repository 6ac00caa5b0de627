package command

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"fives/cli/console"
	"fives/cli/draw"
	"fives/cli/layout"
	"fives/cli/learn"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/cli/verdict"
	"fives/engine/audit"
	"fives/engine/card"
	"fives/engine/record"
	"fives/engine/story"
	"fives/engine/teach"
)

// ofLog are the flags with which learn looks back at a log.
var ofLog = []string{"hand", "playouts", "seat", "again"}

// learnLog says what should have been played in a hand of a log.
func learnLog(s *console.Streams, c *cli.Context) error {
	switch {
	case c.NArg() == 0:
		return console.Usage("fives export writes one", "learn --hand needs a log")
	case !c.IsSet("hand"):
		return console.Usage("as in fives learn game.jsonl --hand 3", "which hand? --hand is missing")
	case c.Int("hand") < 1:
		return console.Usage("", "hands are counted from 1: there is no hand %d", c.Int("hand"))
	case c.IsSet("playouts") && c.Int("playouts") < 1:
		return console.Usage("leave --playouts out for one that takes about two seconds", "with a budget of %d playouts nothing can be said", c.Int("playouts"))
	}
	files := c.Args().Slice()
	stories, faults, err := tellable(c.Context, s, files)
	if err != nil {
		return err
	}
	one, hand := teach.Find(stories, c.Int("hand"))
	if hand == nil {
		return console.No("", "%s: there is no hand %d%s", files[0], c.Int("hand"), handsOf(stories))
	}
	if c.IsSet("again") {
		return playAgain(s, c, one, hand)
	}
	played, err := teach.Of(one, hand)
	if errors.Is(err, teach.ErrUnsettled) {
		return unsettled(one, hand)
	} else if err != nil {
		return err
	}
	seats, err := learners(one, played, c.String("seat"))
	if err != nil {
		return err
	}
	budget := teach.Budget(played)
	if c.IsSet("playouts") {
		budget = c.Int("playouts")
	}
	lesson, err := teach.Study(played, budget, shown.Until(c.Context))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		err = s.JSON(lessonOf(lesson, one, seats))
	} else {
		p, prefsErr := preferences(c)
		if prefsErr != nil {
			return prefsErr
		}
		printLesson(s, styleOf(p, s, c), shown.TellLesson(lesson, one, seats, ""))
	}
	if err == nil && faults {
		return console.ErrQuiet
	}
	return err
}

func unsettled(one *story.Story, hand *story.Hand) error {
	return console.No("only a hand that was played to its end teaches anything", "hand %d has no end: the log stops at record %d", hand.Number, len(one.Log))
}

// playAgain lets a hand be played again.
func playAgain(s *console.Streams, c *cli.Context, one *story.Story, hand *story.Hand) error {
	again, err := teach.Again(one, hand, c.Int("again")-1)
	switch {
	case errors.Is(err, teach.ErrUnsettled):
		return unsettled(one, hand)
	case errors.Is(err, teach.ErrNoTurn):
		return console.No("", "hand %d, move %d: %s", hand.Number, c.Int("again"), console.PlainError(err.Error()))
	case err != nil:
		return err
	}
	desk, err := learn.SitAgain(again)
	if err != nil {
		return err
	}
	return take(s, c, desk)
}

// tellable reads logs as far as they are good, and notes where they stop and why; faults says
// whether anything is wrong with them.
func tellable(ctx context.Context, s *console.Streams, files []string) (stories []*story.Story, faults bool, err error) {
	var logs [][]record.Record
	for _, file := range files {
		records, err := readLog(s, file)
		if err != nil && len(records) == 0 {
			return nil, true, err
		}
		if err != nil {
			s.Note("error: %v", err)
			s.Note("note: %s is looked at up to record %d", file, len(records))
			faults = true
		}
		logs = append(logs, records)
	}
	stories, err = shown.Stories(ctx, logs)
	if stories == nil {
		return nil, true, err
	}
	faults = faults || err != nil
	var reports []*audit.Report
	for _, one := range stories {
		reports = append(reports, one.Report)
	}
	for i, v := range verdict.Judge(files, reports, true) {
		for _, p := range v.Problems {
			s.Note("error: %s: %s", v.File, p)
		}
		switch r := reports[i]; {
		case r.Err != nil:
			s.Note("note: %s is looked at up to step %d", v.File, r.Step)
		case !r.Over && len(r.Unfinished) > 0:
			s.Note("note: %s is unfinished: it stops at record %d", v.File, len(logs[i]))
		}
	}
	return story.InOrder(stories), faults, nil
}

// handsOf says which hands there are.
func handsOf(stories []*story.Story) string {
	var numbers []int
	for _, one := range stories {
		for _, h := range one.Hands {
			numbers = append(numbers, h.Number)
		}
	}
	switch {
	case len(numbers) == 0:
		return ", as none was begun"
	case len(numbers) == 1:
		return fmt.Sprintf(", only hand %d", numbers[0])
	}
	return fmt.Sprintf(", only %d to %d", slices.Min(numbers), slices.Max(numbers))
}

// learners lists the seats of whom the lesson is: all, or the one with a name.
func learners(one *story.Story, h teach.Hand, name string) ([]int, error) {
	if name == "" {
		return h.Active, nil
	}
	for _, seat := range h.Active {
		r := one.Report.Seats[seat]
		if r.Name != name && r.Fingerprint != name {
			continue
		}
		if !slices.ContainsFunc(h.Turns, func(t teach.Turn) bool { return t.Seat == seat && !t.StandIn }) {
			return nil, console.No("", "in hand %d the others played for %s: these moves are nobody's", h.Number, say.Name(name))
		}
		return []int{seat}, nil
	}
	return nil, console.Usage("", "nobody called %s played hand %d", say.Name(name), h.Number)
}

// printLesson prints a lesson.
func printLesson(s *console.Streams, style draw.Style, l shown.Lesson) {
	s.Printf("%s\n", style.Strong(l.Title))
	s.Printf("%s\n", style.Weak(l.By))
	for _, p := range l.Parts {
		s.Printf("\n%s\n", style.Strong(p.Title))
		for _, sentence := range p.Says {
			for _, line := range layout.Wrap(sentence.Write(say.Clean, card.Card.String), max(30, style.Width-2)) {
				s.Printf("  %s\n", line)
			}
		}
		if p.Again > 0 {
			s.Printf("  %s\n", style.Weak(fmt.Sprintf("--again %d plays it again from that turn", p.Again)))
		}
	}
}
