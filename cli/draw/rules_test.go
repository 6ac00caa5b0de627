package draw

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"fives/cli/layout"
	"fives/cli/shown"
	"fives/engine/games"
)

func look(columns int, ascii bool) Look {
	return Look{Pen: Style{Width: columns, ASCII: ascii}, Columns: columns, ASCII: ascii}
}

// Every game has a page to learn from: the guide with its cards, a score, all options and
// moves, all rules, and nothing that only another implementation needs.
func TestPages(t *testing.T) {
	for _, rs := range games.All() {
		t.Run(rs.Name, func(t *testing.T) {
			lines := look(80, false).Rules(rs)
			text := strings.Join(lines, "\n")
			for _, s := range []string{rs.Title, "╭───╮", "\nWhat a hand brings\n", "points  total", "\nOptions\n", "\nNotation\n", "\nThe rules\n"} {
				if strings.Count(text, s) < 1 {
					t.Errorf("there is no %q", s)
				}
			}
			for _, o := range rs.Schema {
				if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), o.Name+" ") }) {
					t.Errorf("the option %s is not in the table", o.Name)
				}
			}
			for _, s := range []string{"second implementation", "deck `", "State", "**", "```", "|-"} {
				if strings.Contains(text, s) {
					t.Errorf("there is a %q", s)
				}
			}
			if len(shown.Parts(rs)) < 4 || strings.Count(text, "\nOptions\n") != 1 {
				t.Error("the sections are not told apart, or stand there twice")
			}
		})
	}
}

// A page fits, even in the fewest columns that a screen may have, and in ASCII.
func TestPagesFit(t *testing.T) {
	for _, rs := range games.All() {
		for _, columns := range []int{32, 80} {
			for _, line := range look(columns, true).Rules(rs) {
				if layout.Width(line) > columns {
					t.Errorf("%s: %d columns of %d: %s", rs.Name, layout.Width(line), columns, line)
				}
				if i := strings.IndexFunc(line, func(r rune) bool { return r > unicode.MaxASCII }); i >= 0 {
					t.Errorf("%s: not ASCII: %s", rs.Name, line)
				}
			}
		}
	}
}

func TestMarkdown(t *testing.T) {
	const source = "1. **Cards.** An ace counts 1, and `jokers` nothing at all.\n\n    - the 7♥, too\n\n| a | bb |\n| --- | --- |\n| `x` | one two three |\n\n```cards\n7h 10s\n```\n\n```\nas  it is\n```"
	want := strings.Join([]string{
		"1. Cards. An ace counts 1,", "   and jokers nothing at", "   all.", "", "    - the 7♥, too", "",
		"  a  bb", "  x  one two three", "",
		"  ╭───╮╭───╮", "  │7♥ ││10♠│", "  │   ││   │", "  ╰───╯╰───╯", "",
		"  as  it is",
	}, "\n")
	if got := strings.Join(look(26, false).Markdown(source), "\n"); got != want {
		t.Errorf("set as\n%s", got)
	}
	coloured := Look{Pen: Style{Colour: true, Ground: Dark}, Columns: 40}
	if got := coloured.Markdown("**a b** `c` 7♥.")[0]; got != "\x1b[1ma\x1b[0m \x1b[1mb\x1b[0m \x1b[1mc\x1b[0m \x1b[38;5;210m7♥\x1b[0m." {
		t.Errorf("drawn as %q", got)
	}
}
