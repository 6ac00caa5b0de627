package draw

import (
	"fmt"

	"fives/cli/layout"
	"fives/cli/learn"
)

// Lesson draws what a lesson says at a step.
func (l Look) Lesson(p learn.Page) []string {
	var lines []string
	if p.About != "" {
		lines = append(l.Markdown(p.About), "")
	}
	for _, n := range p.News {
		lines = append(lines, layout.Wrap(l.Strong(n.Name)+" "+Says(l, n.Move), l.Columns)...)
		if n.Say != "" {
			lines = append(lines, l.below(n.Say)...)
		}
	}
	if len(p.News) > 0 {
		lines = append(lines, "")
	}
	switch {
	case p.Over:
		lines = append(lines, l.Markdown(p.Say)...)
	case p.Say != "":
		lines = append(append(lines, l.Markdown(p.Say)...), "")
	}
	return lines
}

// Task says what to play now.
func (l Look) Task(p learn.Page) string { return Says(l, p.Wanted()) }

// Choices lists every legal move with what it does, once for all that do the same, and with its number
// if numbered.
func (l Look) Choices(p learn.Page, numbered bool) []string {
	var lines []string
	for i, c := range p.Choices {
		line := Move(l, c.Move)
		if numbered {
			line = l.Weak(fmt.Sprintf("%2d ", i+1)) + line
		}
		if lines = append(lines, line); i+1 == len(p.Choices) || p.Choices[i+1].Says != c.Says {
			lines = append(lines, l.below(c.Says)...)
		}
	}
	return lines
}

// below draws what is said about the line before.
func (l Look) below(text string) []string {
	const margin = "   "
	l.Columns -= len(margin)
	return Indented(margin, l.Markdown(text))
}
