package learn

import (
	"fmt"
	"slices"
	"strings"

	"fives/cli/layout"
	"fives/cli/page"
	"fives/cli/words"
	"fives/engine/card"
	"fives/engine/lesson"
)

// A Page is what the lesson says at a step.
type Page struct {
	Number  uint64 // of the table's step to which it belongs
	Title   string
	Lines   []string
	Played  string          // the learner's last move
	Choices []lesson.Choice // the legal moves, explained
}

// Page is that of the step at which the lesson stands, set for a reader.
func (d *Desk) Page(l page.Look) Page {
	d.mu.Lock()
	defer d.mu.Unlock()
	run := d.run
	p := Page{Number: d.steps + uint64(len(run.Made())) + 1, Title: d.title(), Choices: run.Choices()}
	if len(run.Made()) == 0 {
		p.Lines = append(page.Text(d.course.About, l), "")
	}
	if news := d.news(l); len(news) > 0 {
		p.Lines = append(p.Lines, append(news, "")...)
	}
	if news := run.News(); len(news) > 0 && news[0].Seat == lesson.Learner {
		p.Played = news[0].Move
	}
	if run.Over() {
		p.Lines = append(p.Lines, page.Text(d.course.Closing, l)...)
		return p
	}
	if say := run.Step().Say; say != "" {
		p.Lines = append(p.Lines, append(page.Text(say, l), "")...)
	}
	return p
}

// title says how far the lesson has come.
func (d *Desk) title() string {
	all := 0
	for _, s := range d.course.Steps {
		if s.Seat == lesson.Learner {
			all++
		}
	}
	switch n := d.run.Number(); {
	case d.run.Over():
		return "The end of the lesson"
	case d.run.Step().Free():
		return "Your own choice"
	default:
		return fmt.Sprintf("Step %d of %d", n, all)
	}
}

// news are the moves of the others since the learner's, and what there is to say of
// them.
func (d *Desk) news(l page.Look) []string {
	var lines []string
	for _, m := range d.run.News() {
		if m.Seat == lesson.Learner {
			continue
		}
		text := l.Strong(words.Name(d.course.Names()[m.Seat])) + " " + Move(d.course.Rules.Tell(m.Move), l)
		lines = append(lines, layout.Wrap(text, l.Columns)...)
		if m.Say != "" {
			lines = append(lines, below(m.Say, l)...)
		}
	}
	return lines
}

// Task says what to play now.
func (d *Desk) Task(l page.Look) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.run.Over():
		return "The lesson is over."
	case d.run.Step().Free():
		return "Play what you like."
	}
	return "Now play: " + Move(d.run.Step().Move, l)
}

// Explained lists every legal move, with its number if that is wanted, and what it
// does: moves of which the same is said stand together.
func (p Page) Explained(l page.Look, numbered bool) []string {
	var lines []string
	for i, c := range p.Choices {
		if slices.ContainsFunc(p.Choices[:i], func(o lesson.Choice) bool { return o.Says == c.Says }) {
			continue
		}
		for n, o := range p.Choices {
			switch {
			case o.Says != c.Says:
			case numbered:
				lines = append(lines, l.Weak(fmt.Sprintf("%2d ", n+1))+Move(o.Move, l))
			default:
				lines = append(lines, Move(o.Move, l))
			}
		}
		lines = append(lines, below(c.Says, l)...)
	}
	return lines
}

// below sets what is said of the line before.
func below(text string, l page.Look) []string {
	l.Columns -= len(indent)
	lines := page.Text(text, l)
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

const indent = "   "

// Move draws the cards of a move.
func Move(text string, l page.Look) string {
	list := strings.Fields(text)
	for i, w := range list {
		if c, err := card.Parse(w); err == nil && c.Suit != card.Plain {
			list[i] = l.Card(c)
		}
	}
	return strings.Join(list, " ")
}
