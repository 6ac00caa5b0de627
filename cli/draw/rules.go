package draw

import (
	"fmt"

	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/lesson"
	"fives/engine/rules"
)

// Rules draws what a game says about itself ([shown.Parts]), with the score of a hand.
func (l Look) Rules(rs *rules.RuleSet) []string {
	lines := []string{l.Strong(rs.Title) + "  " + l.Weak(seatsOf(rs)), ""}
	head := func(title string) { lines = append(lines, "", l.Strong(l.plain(title)), "") }
	for i, p := range shown.Parts(rs) {
		if p.Title != "" {
			head(p.Title)
		}
		if p.Text != "" {
			lines = append(lines, l.Markdown(p.Text)...)
		}
		if i > 0 {
			continue
		}
		if example := l.exampleScore(rs); len(example) > 0 {
			head("What a hand brings")
			lines = append(lines, example...)
		}
	}
	return append(append(lines, ""), l.paragraph("", "`fives learn "+rs.Name+"` plays a first hand with you.")...)
}

// exampleScore draws the score sheet of the hand in the game's lesson.
func (l Look) exampleScore(rs *rules.RuleSet) []string {
	course, err := lesson.Of(rs)
	if err != nil {
		return nil
	}
	run, err := course.Begin()
	for err == nil && !run.Over() {
		err = run.Play(run.Hint())
	}
	if err != nil {
		return nil
	}
	return Sheet("", shown.ResultsOf(run.Settled().Settlement, course.Players), l, l.Columns)
}

func seatsOf(rs *rules.RuleSet) string {
	if rs.MinSeats == rs.MaxSeats {
		return say.Count(rs.MinSeats, "seat")
	}
	return fmt.Sprintf("%d to %d seats", rs.MinSeats, rs.MaxSeats)
}
