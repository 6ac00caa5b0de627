package shown

import (
	"regexp"
	"slices"
	"strings"

	"fives/engine/rules"
)

// A Part is a section of the page of a game under its heading, in Markdown.
type Part struct{ Title, Text string }

// Sections of a rule page that go before the others, and those for another implementation
// only.
var (
	first = []string{"Options", "Notation"}
	other = []string{"State", "For a second implementation"}
)

// Parts are the page of a game: how to play it, its options, its moves and its rules.
func Parts(rs *rules.RuleSet) []Part {
	list, all := []Part{{Text: rs.Guide}}, sections(rs.Rules)
	for _, name := range first {
		if i := slices.IndexFunc(all, func(s Part) bool { return s.name() == name }); i >= 0 {
			list = append(list, Part{name, all[i].Text})
		}
	}
	list = append(list, Part{Title: "The rules"})
	for _, s := range all {
		if !slices.Contains(first, s.name()) && !slices.Contains(other, s.name()) {
			list = append(list, s)
		}
	}
	return slices.DeleteFunc(list, func(p Part) bool { return p.Title == "" && strings.TrimSpace(p.Text) == "" })
}

// sections are the parts of a rule page below its title, each with its heading as it
// stands there; what comes before the first heading has none.
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

// RuleNumber is what a rule is called by, from the number before it. A rule under a heading
// with a number is called by both, unless it has both in its own.
func (p Part) RuleNumber(marker string) string {
	own := strings.TrimSuffix(strings.TrimSpace(marker), ".")
	if section := number.FindString(p.Title); !strings.Contains(own, ".") {
		return strings.TrimSpace(section) + own
	}
	return own
}

// Rule is the rule of a game with a number, in Markdown, "" if there is none.
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

var number = regexp.MustCompile(`^[\d.]+ `)

// name is the title of a part without its number.
func (p Part) name() string { return number.ReplaceAllString(p.Title, "") }
