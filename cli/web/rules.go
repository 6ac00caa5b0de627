package web

import (
	"context"
	"html/template"
	"net/http"
	"regexp"
	"strings"
	"unicode"

	"fives/cli/cards"
	"fives/cli/page"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/control"
)

// A rulesPage is how a game is played.
type rulesPage struct {
	*rules.RuleSet
	Parts []part
}

type part struct {
	Title string
	Body  template.HTML
}

func gameRules(_ context.Context, r *http.Request) (string, any, error) {
	rs, err := games.Find(r.PathValue("game"))
	if err != nil {
		return "", nil, control.Fail(control.ReasonNoGame, control.Data{Name: r.PathValue("game")})
	}
	p := rulesPage{RuleSet: rs}
	for _, x := range page.Parts(rs) {
		p.Parts = append(p.Parts, part{x.Title, set(x.Text)})
	}
	return "rules", p, nil
}

// set sets the little of Markdown that the files of the games use: headings, paragraphs
// of one line, lists, tables, and blocks of code, of which those marked cards are drawn.
func set(markdown string) template.HTML {
	var b strings.Builder
	source := strings.Split(strings.TrimSpace(markdown), "\n")
	open := "" // the list that is being written
	for i := 0; i < len(source); i++ {
		text := source[i]
		mark := marker.FindString(text)
		if kind := listOf(mark); kind != open {
			closes(&b, open)
			opens(&b, kind)
			open = kind
		}
		switch {
		case mark != "":
			b.WriteString("<li>" + listNumber(mark) + inline(text[len(mark):]) + "</li>")
		case strings.HasPrefix(text, "|"):
			n := span(source[i:], func(s string) bool { return strings.HasPrefix(s, "|") })
			b.WriteString(tableOf(source[i : i+n]))
			i += n - 1
		case strings.HasPrefix(text, "```"):
			n := span(source[i+1:], func(s string) bool { return !strings.HasPrefix(s, "```") })
			b.WriteString(code(strings.TrimPrefix(text, "```"), source[i+1:i+1+n]))
			i += n + 1
		case strings.HasPrefix(text, "#"):
			b.WriteString("<h4>" + inline(strings.TrimLeft(text, "# ")) + "</h4>")
		case text != "":
			b.WriteString("<p>" + inline(text) + "</p>")
		}
	}
	closes(&b, open)
	return template.HTML(b.String())
}

// marker is what a line of a list begins with.
var marker = regexp.MustCompile(`^ *(?:(?:\d+\.)+\d* +|- +)`)

// listOf is the element of a list whose lines begin so. A rule keeps the number that it
// is called by.
func listOf(mark string) string {
	if mark == "" {
		return ""
	}
	return "ul"
}

func listNumber(mark string) string {
	if mark = strings.TrimSpace(mark); mark != "-" {
		return "<span class=number>" + template.HTMLEscapeString(mark) + "</span> "
	}
	return ""
}

func opens(b *strings.Builder, kind string) {
	if kind != "" {
		b.WriteString("<" + kind + ">")
	}
}

func closes(b *strings.Builder, kind string) {
	if kind != "" {
		b.WriteString("</" + kind + ">")
	}
}

// span is how many lines from the first on are of a kind.
func span(lines []string, is func(string) bool) int {
	for i, s := range lines {
		if !is(s) {
			return i
		}
	}
	return len(lines)
}

// inline draws the cards of a line, and makes strong what stands between stars, or in
// backquotes: what one types.
func inline(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(strings.ReplaceAll(text, "**", "`"), "`") {
		if i%2 == 1 {
			b.WriteString("<strong>" + worded(part) + "</strong>")
		} else {
			b.WriteString(worded(part))
		}
	}
	return b.String()
}

// worded draws each word of a text: a card that is written with its sign as a card.
func worded(text string) string {
	list := strings.Split(text, " ")
	for i, w := range list {
		core := strings.TrimFunc(w, unicode.IsPunct)
		if c, err := card.Parse(core); err == nil && strings.ContainsAny(core, "♣♦♥♠★") {
			before, after, _ := strings.Cut(w, core)
			list[i] = template.HTMLEscapeString(before) + string(chip(nil, c)) + template.HTMLEscapeString(after)
		} else {
			list[i] = template.HTMLEscapeString(w)
		}
	}
	return strings.Join(list, " ")
}

// tableOf is a table; its second line is that below the heads.
func tableOf(source []string) string {
	var b strings.Builder
	head := strings.Trim(strings.Split(strings.Trim(source[0], "| "), " | ")[0], "` ")
	b.WriteString(`<div class=scroll tabindex=0 role=group aria-label="table of each ` + template.HTMLEscapeString(head) + `"><table>`)
	for i, s := range source {
		if i == 1 {
			continue
		}
		cell := "td"
		if i == 0 {
			cell = "th"
		}
		b.WriteString("<tr>")
		for _, text := range strings.Split(strings.Trim(s, "| "), " | ") {
			b.WriteString("<" + cell + ">" + inline(strings.TrimSpace(text)) + "</" + cell + ">")
		}
		b.WriteString("</tr>")
	}
	return b.String() + "</table></div>"
}

// code is a block of code.
func code(mark string, lines []string) string {
	var b strings.Builder
	for _, s := range lines {
		if list, err := card.ParseAll(strings.Fields(s)); mark == "cards" && err == nil {
			b.WriteString("<p class=faces>" + string(cards.Faces(nil, list)) + "</p>")
		} else {
			b.WriteString("<pre>" + template.HTMLEscapeString(s) + "</pre>")
		}
	}
	return b.String()
}
