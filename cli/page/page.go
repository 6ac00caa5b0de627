package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fives/cli/draw"
	"fives/cli/phrase"
	"fives/cli/shown"
	"fives/engine/bare"
	"fives/engine/lesson"
	"fives/engine/rules"
	"fives/p2p/control"
	"fives/p2p/control/sheet"
)

// Of is the page of a game.
func Of(rs *rules.RuleSet, l Look) []string {
	lines := []string{l.Strong(rs.Title) + "  " + l.Weak(seats(rs)), ""}
	add := func(title string, more []string) {
		if len(more) > 0 {
			lines = append(lines, "", l.Strong(title), "")
			lines = append(lines, more...)
		}
	}
	lines = append(lines, Text(rs.Guide, l)...)
	add("What a hand brings", score(rs, l))
	parts := sections(rs.Rules)
	for _, name := range first {
		add(name, Text(find(parts, name), l))
	}
	add("The rules", l.rules(parts))
	return append(append(lines, ""), l.paragraph("", "`fives learn "+rs.Name+"` plays a first hand with you.")...)
}

// A Part is some of the page under a heading, in Markdown.
type Part struct{ Title, Text string }

// Parts are the page of a game for those who set it themselves, without what is drawn.
func Parts(rs *rules.RuleSet) []Part {
	list, all := []Part{{Text: rs.Guide}}, sections(rs.Rules)
	for _, name := range first {
		list = append(list, Part{name, find(all, name)})
	}
	list = append(list, Part{Title: "The rules"})
	for _, s := range all {
		if !slices.Contains(first, s.name()) && !slices.Contains(other, s.name()) {
			list = append(list, Part{s.title, s.text})
		}
	}
	return slices.DeleteFunc(list, func(p Part) bool { return p.Title == "" && strings.TrimSpace(p.Text) == "" })
}

// A section of a rule page is what follows a heading.
type section struct {
	title string // as it stands there, "" before the first
	text  string
}

// Sections of a rule page that go before the others, and that are for other
// implementations only.
var (
	first = []string{"Options", "Notation"}
	other = []string{"State", "For a second implementation"}
)

// sections are those of a rule page without its title.
func sections(page string) []section {
	_, page, _ = strings.Cut(page, "\n")
	var all []section
	for i, part := range strings.Split("\n"+page, "\n## ") {
		s := section{text: part}
		if i > 0 {
			s.title, s.text, _ = strings.Cut(part, "\n")
		}
		all = append(all, s)
	}
	return all
}

var number = regexp.MustCompile(`^[\d.]+ `)

// name is the title of a section without its number.
func (s section) name() string { return number.ReplaceAllString(s.title, "") }

func find(all []section, name string) string {
	i := slices.IndexFunc(all, func(s section) bool { return s.name() == name })
	if i < 0 {
		return ""
	}
	return all[i].text
}

// rules are the sections that everybody plays by.
func (l Look) rules(all []section) []string {
	var lines []string
	for _, s := range all {
		if slices.Contains(first, s.name()) || slices.Contains(other, s.name()) {
			continue
		}
		if s.title != "" {
			lines = append(lines, "", l.Strong(l.plain(s.title)), "")
		}
		lines = append(lines, Text(s.text, l)...)
	}
	return lines
}

// score is the score sheet of the hand that the game's lesson plays.
func score(rs *rules.RuleSet, l Look) []string {
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
	return draw.Sheet("", Results(run.Settled(), course.Names()), l, l.Columns)
}

// Results are what a settled hand brought, in clockwise order.
func Results(e *bare.Ended, names []string) []shown.Result {
	sheets, points := sheet.Of(e.Items, names), e.Points()
	list := make([]shown.Result, len(names))
	for i, name := range names {
		list[i] = shown.Result{Seat: control.Seat{Name: name}, Played: len(e.Items[i]) > 0, Points: points[i], Total: e.Scores[i], Items: sheets[name]}
	}
	return list
}

func seats(rs *rules.RuleSet) string {
	if rs.MinSeats == rs.MaxSeats {
		return phrase.Count(rs.MinSeats, "seat")
	}
	return fmt.Sprintf("%d to %d seats", rs.MinSeats, rs.MaxSeats)
}
