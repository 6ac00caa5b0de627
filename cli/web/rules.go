package web

import (
	"context"
	"html/template"
	"net/http"
	"strings"

	"fives/cli/cards"
	"fives/cli/markdown"
	"fives/cli/shown"
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
	for _, x := range shown.Parts(rs) {
		p.Parts = append(p.Parts, part{x.Title, set(x.Text)})
	}
	return "rules", p, nil
}

// set sets Markdown.
func set(text string) template.HTML {
	var b strings.Builder
	list := false // one is being written
	for _, x := range markdown.Parse(text) {
		if item := x.Kind == markdown.Item; item != list {
			b.WriteString(map[bool]string{true: "<ul>", false: "</ul>"}[item])
			list = item
		}
		switch x.Kind {
		case markdown.Item:
			b.WriteString("<li>" + ruleNumber(x.Marker) + inline(x.Text) + "</li>")
		case markdown.Table:
			b.WriteString(tableOf(x.Rows))
		case markdown.Code:
			b.WriteString(code(x.Mark, x.Lines))
		case markdown.Heading:
			b.WriteString("<h4>" + inline(x.Text) + "</h4>")
		case markdown.Paragraph:
			if x.Text != "" {
				b.WriteString("<p>" + inline(x.Text) + "</p>")
			}
		}
	}
	if list {
		b.WriteString("</ul>")
	}
	return template.HTML(b.String())
}

// ruleNumber is the number that a rule is called by, "" for an item without one.
func ruleNumber(marker string) string {
	if marker = strings.TrimSpace(marker); marker != "-" {
		return "<span class=number>" + template.HTMLEscapeString(marker) + "</span> "
	}
	return ""
}

// inline draws the cards of a line, and makes strong what is.
func inline(text string) string {
	var b strings.Builder
	for _, run := range markdown.Inline(text) {
		if run.Strong {
			b.WriteString("<strong>")
		}
		for _, p := range run.Pieces {
			if p.Card.Known() {
				b.WriteString(string(chip(nil, p.Card)))
			} else {
				b.WriteString(template.HTMLEscapeString(p.Text))
			}
		}
		if run.Strong {
			b.WriteString("</strong>")
		}
	}
	return b.String()
}

// tableOf is a table; its first row has the heads.
func tableOf(rows [][]string) string {
	var b strings.Builder
	b.WriteString(`<div class=scroll tabindex=0 role=group aria-label="table of each ` + template.HTMLEscapeString(strings.Trim(rows[0][0], "` ")) + `"><table>`)
	cell := "th"
	for _, r := range rows {
		b.WriteString("<tr>")
		for _, text := range r {
			b.WriteString("<" + cell + ">" + inline(text) + "</" + cell + ">")
		}
		b.WriteString("</tr>")
		cell = "td"
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
