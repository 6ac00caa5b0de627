package learn

import (
	"fmt"
	"slices"

	"fives/cli/say"
	"fives/engine/card"
	"fives/engine/lesson"
)

// A Page is what the lesson says at a step. Its texts are Markdown.
type Page struct {
	Number  uint64 // the step of the table to which it belongs
	Title   string
	About   string // about the lesson as a whole; on the first page only
	Played  string // the learner's last move
	News    []News // the moves of the others since then
	Say     string
	Task    string          // what to play now
	Move    string          // the move to play, "" for any
	Over    bool            // it is the last page
	What    string          // what is taken: "lesson" or "hand"
	Choices []lesson.Choice // the legal moves, explained; those that do the same stand together
}

// News is a move of another player, and what there is to say about it.
type News struct {
	Name string
	Move card.Sentence
	Say  string
}

// Wanted says what to play now.
func (p Page) Wanted() card.Sentence {
	if p.Move == "" {
		return card.Text(p.Task)
	}
	return card.Text(p.Task + " ").With(card.Spelled(p.Move))
}

// Page returns the page for the step that the lesson has reached.
func (d *Desk) Page() Page {
	d.mu.Lock()
	defer d.mu.Unlock()
	run := d.run
	p := Page{Number: d.steps + uint64(len(run.Made())) + 1, Title: d.title(), What: d.what(), Choices: run.Choices(), Over: run.Over()}
	if len(run.Made()) == 0 {
		p.About = d.course.About
	}
	if past := d.course.Past; past != nil && len(run.Made()) == 0 {
		p.News = []News{{Name: say.Name(d.names[d.course.Learner]), Move: d.course.Rules.Tell(past.Move), Say: "That is what was played here."}}
	}
	for i := range p.Choices {
		p.Choices[i].Says = say.Sentence(p.Choices[i].Says)
	}
	all := slices.Clone(p.Choices)
	first := func(c lesson.Choice) int {
		return slices.IndexFunc(all, func(o lesson.Choice) bool { return o.Says == c.Says })
	}
	slices.SortStableFunc(p.Choices, func(a, b lesson.Choice) int { return first(a) - first(b) })
	for i, m := range run.News() {
		switch {
		case m.Seat != d.course.Learner:
			p.News = append(p.News, News{Name: say.Name(d.names[m.Seat]), Move: d.course.Rules.Tell(m.Move), Say: m.Say})
		case i == 0:
			p.Played = m.Move
		}
	}
	switch {
	case p.Over:
		p.Say, p.Task = d.course.Closing, fmt.Sprintf("The %s is over.", p.What)
	case run.Step().Free():
		p.Say, p.Task = run.Step().Say, "Play what you like."
	default:
		p.Say, p.Task, p.Move = run.Step().Say, "Now play:", run.Step().Move
	}
	return p
}

// what is what the player takes.
func (d *Desk) what() string {
	if d.course.Past != nil {
		return "hand"
	}
	return "lesson"
}

// title says how far the lesson has come.
func (d *Desk) title() string {
	all := 0
	for _, s := range d.course.Steps {
		if s.Seat == d.course.Learner {
			all++
		}
	}
	switch n := d.run.Number(); {
	case d.run.Over():
		return "The end of the " + d.what()
	case d.course.Past != nil && n == 1:
		return "Once more"
	case d.run.Step().Free():
		return "Your own choice"
	default:
		return fmt.Sprintf("Step %d of %d", n, all)
	}
}
