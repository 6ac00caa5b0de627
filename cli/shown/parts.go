package shown

import (
	"slices"
	"strings"

	"fives/engine/rules"
)

// A Part is a section of the page of a game under its heading, in Markdown.
type Part struct{ Title, Text string }

// Notation is the section of a rule page that says how moves are typed.
const Notation = "Notation"

// Sections of a rule page that go behind the rules themselves, and those that only another
// implementation needs.
var (
	last  = []string{"Options", Notation}
	other = []string{"State", "For a second implementation"}
)

// Parts returns the page of a game: how to play it, its rules, its options and its moves.
func Parts(rs *rules.RuleSet) []Part {
	list, all := []Part{{Text: rs.Guide}, {Title: "The rules"}}, sections(rs.Rules)
	for _, s := range all {
		if _, name := s.numbered(); !slices.Contains(last, name) && !slices.Contains(other, name) {
			list = append(list, s)
		}
	}
	for _, name := range last {
		if i := slices.IndexFunc(all, func(s Part) bool { _, its := s.numbered(); return its == name }); i >= 0 {
			list = append(list, Part{name, all[i].Text})
		}
	}
	return slices.DeleteFunc(list, func(p Part) bool { return p.Title == "" && strings.TrimSpace(p.Text) == "" })
}

// sections returns the parts of a rule page below its title, each with its heading as it stands
// there; the part before the first heading has none.
func sections(page string) []Part {
	_, page, _ = strings.Cut(page, "\n")
	var all []Part
	for i, text := range strings.Split("\n"+page, "\n## ") {
		s := Part{Text: text}
		if i > 0 {
			s.Title, s.Text, _ = strings.Cut(text, "\n")
		}
		all = append(all, s)
	}
	return all
}

// RuleNumber returns the number by which a rule is called, given the number before it. A rule
// under a numbered heading is called by both numbers, unless its own contains both.
func (p Part) RuleNumber(marker string) string {
	own := strings.TrimSuffix(strings.TrimSpace(marker), ".")
	if section, _ := p.numbered(); !strings.Contains(own, ".") {
		return section + own
	}
	return own
}

// Rule returns the rule of a game with this number, in Markdown, "" if there is none.
func Rule(rs *rules.RuleSet, number string) string {
	for _, p := range Parts(rs) {
		for _, b := range Blocks(p.Text) {
			if b.Kind == ItemBlock && strings.TrimSpace(b.Marker) != "-" && p.RuleNumber(b.Marker) == number {
				return number + " " + b.Text
			}
		}
	}
	return ""
}

// numbered splits the title of a part into its number, "" if it has none, and its name.
func (p Part) numbered() (number, name string) {
	if number, name, _ = strings.Cut(p.Title, " "); isNumber(number) {
		return number, name
	}
	return "", p.Title
}
