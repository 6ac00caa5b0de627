package learn

import (
	"strings"

	"fives/cli/words"
	"fives/engine/lesson"
)

// Markdown is what the lesson says at the step at which it stands, for those who set it
// themselves: its title, its text, and the legal moves with what each does.
func (d *Desk) Markdown() (title, text string, choices []lesson.Choice) {
	d.mu.Lock()
	defer d.mu.Unlock()
	run := d.run
	var parts []string
	if len(run.Made()) == 0 {
		parts = append(parts, d.course.About)
	}
	for _, m := range run.News() {
		if m.Seat != lesson.Learner {
			parts = append(parts, "**"+words.Name(d.course.Names()[m.Seat])+"** "+words.Printed(d.course.Rules.Tell(m.Move)), m.Say)
		}
	}
	switch {
	case run.Over():
		parts = append(parts, d.course.Closing)
	case run.Step().Free():
		parts = append(parts, run.Step().Say, "**Play what you like.**")
	default:
		parts = append(parts, run.Step().Say, "**Now play: "+words.Printed(run.Step().Move)+"**")
	}
	return d.title(), strings.Join(parts, "\n\n"), run.Choices()
}
