package shown

import (
	"context"
	"fmt"
	"slices"

	"fives/cli/learn"
	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/story"
	"fives/engine/teach"
	"fives/p2p/api"
)

// A Lesson is what a settled hand teaches, as it is told everywhere.
type Lesson struct {
	Title string // "Five, hand 3"
	Hand  int    // its number
	By    string // which program says so, and with what budget
	Parts []LessonPart
}

// A LessonPart is what a lesson says of a player, or of what decided the hand.
type LessonPart struct {
	Title string
	Says  []card.Sentence // whole ones
	// Again is the number of the move, from 1, from which on the hand may be played again; 0 for
	// none.
	Again int
}

// Teach studies a settled hand with the usual budget, for everybody who played it. you is the
// fingerprint of the reader, "" for somebody who did not play. The error is [teach.ErrUnsettled]
// for a hand that is not settled, and that of ctx if it ends first.
func Teach(ctx context.Context, s *story.Story, h *story.Hand, you string) (Lesson, error) {
	hand, err := teach.Of(s, h)
	if err != nil {
		return Lesson{}, err
	}
	l, err := teach.Study(hand, teach.Budget(hand), Until(ctx))
	if err != nil {
		return Lesson{}, err
	}
	return TellLesson(l, s, hand.Active, you), nil
}

// TeachAmong studies a hand of a game.
func TeachAmong(ctx context.Context, stories []*story.Story, number int, you string) (Lesson, error) {
	one, h := teach.Find(stories, number)
	if h == nil || h.Result == nil {
		return Lesson{}, fmt.Errorf("hand %d is not counted", number)
	}
	return Teach(ctx, one, h, you)
}

// Sheet shows the lesson about a hand of a table of this node's, whose moves can be played again; or,
// with table "", of a game that is no longer at hand.
func (l Lesson) Sheet(table string) Sheet {
	s := Sheet{Table: table, Title: l.Title, Parts: l.Parts, Says: []string{"By " + l.By + "."}, No: "back"}
	for _, p := range l.Parts {
		if p.Again == 0 || table == "" {
			continue
		}
		d := Deed{Act: ActAgain, With: With{Table: table, Hand: l.Hand, Move: p.Again}, Label: "play it again from that turn"}
		if p.Title != yourself {
			d.Label = fmt.Sprintf("play it again as %s, from that turn", p.Title)
		}
		s.Choices = append(s.Choices, d)
	}
	return s
}

// Lessons asks which game somebody wants to learn; the lesson of one may be running.
func Lessons(running *learn.Desk) Sheet {
	s := Sheet{Title: "Learn a game", Says: []string{"A first hand against computer players, with every move explained. The cards are stacked so that the important situations come up."}, No: "go back"}
	if running != nil && !running.Over() {
		s.Choices = []Deed{{Act: ActLook, With: With{Table: learn.Table}, Label: "go on where you were", Key: "l"}}
	}
	for _, rs := range games.All() {
		s.Choices = append(s.Choices, Deed{Act: ActLearn, With: With{Game: rs.Name}, Label: rs.Title + ": " + rs.Summary, Says: rs.Summary})
	}
	return s
}

// Again begins a hand that is played again from one of its moves on.
func Again(stories []*story.Story, hand, move int) (*learn.Desk, error) {
	one, h := teach.Find(stories, hand)
	if h == nil {
		return nil, fmt.Errorf("there is no hand %d", hand)
	}
	again, err := teach.Again(one, h, move-1)
	if err != nil {
		return nil, err
	}
	return learn.SitAgain(again)
}

// yourself is what a lesson calls its reader.
const yourself = "You"

// TellLesson tells a lesson about the hand of a story, and of the players in some seats. It speaks
// to the reader, whose fingerprint is you, and of the reader first.
func TellLesson(l teach.Lesson, s *story.Story, seats []int, you string) Lesson {
	own := func(seat int) bool { return you != "" && s.Report.Seats[seat].Fingerprint == you }
	told := Lesson{
		Title: fmt.Sprintf("%s, hand %d", s.Title(), l.Hand.Number), Hand: l.Hand.Number,
		By: fmt.Sprintf("fives %s, which played the hand on about %d times; what is said to be about so much is an estimate", api.ProgramVersion(), l.Playouts),
	}
	players := slices.Clone(l.Players)
	slices.SortStableFunc(players, func(a, b teach.Player) int {
		switch {
		case own(a.Seat) == own(b.Seat):
			return 0
		case own(a.Seat):
			return -1
		}
		return 1
	})
	for _, p := range players {
		if slices.Contains(seats, p.Seat) {
			title := say.Clean(s.Name(p.Seat))
			if own(p.Seat) {
				title = yourself
			}
			told.add(title, l.Says(p, s.Name(p.Seat), own(p.Seat)))
			told.Parts[len(told.Parts)-1].Again = costly(p) + 1
		}
	}
	var decided []card.Sentence
	for _, w := range l.Decided {
		seat := l.Hand.Turns[w.Turn].Seat
		decided = append(decided, l.Decisive(w, s.Name(seat), own(seat)))
	}
	if len(decided) > 0 {
		told.add("What decided the hand", decided)
	}
	return told
}

// costly is the index of the turn that cost a player most, by what could be known if there is
// such a one; -1 for none.
func costly(p teach.Player) int {
	for _, loss := range []*teach.Loss{p.Then, p.Now} {
		if loss != nil {
			return loss.Turn
		}
	}
	return -1
}

// add adds a part of sentences that lack their capitals and full stops.
func (l *Lesson) add(title string, says []card.Sentence) {
	part := LessonPart{Title: title}
	for _, s := range says {
		part.Says = append(part.Says, say.Full(s))
	}
	l.Parts = append(l.Parts, part)
}
