package web

import (
	"context"
	"html/template"
	"net/http"
	"strings"

	"fives/cli/cards"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/games"
	"fives/engine/rules"
	"fives/p2p/api"
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
		return "", nil, api.Fail(api.ReasonNoGame, api.Data{Name: r.PathValue("game")})
	}
	p := rulesPage{RuleSet: rs}
	for _, x := range shown.Parts(rs) {
		if x.Title == shown.Notation {
			continue // nobody types a move here
		}
		x.Text = untyped(x.Text)
		p.Parts = append(p.Parts, part{x.Title, setRules(x)})
	}
	return "rules", p, nil
}

// toRule is a text that leads to a rule of a game.
func toRule(game, number, text string) template.HTML {
	e := template.HTMLEscapeString
	return template.HTML(`<button type="button" class="rule" data-sheet="/rules/` + e(game) + "?rule=" + e(number) + `">` + e(text) + "</button>")
}

// untyped leaves out how a move that a text has just described is typed, as in " (`take`)".
func untyped(text string) string {
	parts := strings.Split(text, " (`")
	for i, after := range parts[1:] {
		if word, rest, is := strings.Cut(after, "`)"); is && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz-") == "" {
			parts[i+1] = rest
		} else {
			parts[i+1] = " (`" + after
		}
	}
	return strings.Join(parts, "")
}

// linkRules returns a text about a game in which the numbers of rules are links to them: all of
// "rule 6.2", and each number of "rules 1, 5 and 6.2".
func linkRules(game string, text template.HTML) template.HTML {
	parts := strings.Split(string(text), "rule")
	for i, after := range parts[1:] {
		one, isOne := strings.CutPrefix(after, " ")
		list, isList := strings.CutPrefix(after, "s ")
		switch {
		case isOne:
			link, rest := linkNumber(game, "rule ", one)
			parts[i+1] = link + rest
		case isList:
			parts[i+1] = "rules " + linkList(game, list)
		default:
			parts[i+1] = "rule" + after
		}
	}
	return template.HTML(strings.Join(parts, ""))
}

// linkList links the numbers with which a text begins.
func linkList(game, text string) string {
	link, rest := linkNumber(game, "", text)
	if more, is := strings.CutPrefix(rest, ", "); is {
		return link + ", " + linkList(game, more)
	}
	for _, word := range []string{" and ", " to "} {
		if text, is := strings.CutPrefix(rest, word); is {
			last, rest := linkNumber(game, "", text)
			return link + word + last + rest
		}
	}
	return link + rest
}

// linkNumber makes a link of the number with which a text begins, and of what stands before it. If
// there is no number, neither is a link.
func linkNumber(game, before, text string) (link, rest string) {
	number := text
	if end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune(".0123456789", r) }); end >= 0 {
		number = text[:end]
	}
	if number = strings.TrimRight(number, "."); number == "" {
		return before, text
	}
	return string(toRule(game, number, before+number)), text[len(number):]
}

// linked does the same with a plain text.
func linked(game, text string) template.HTML {
	return linkRules(game, template.HTML(template.HTMLEscapeString(text)))
}

// setRules sets a part of the page of a game so that a link can lead to each of its rules.
func setRules(p shown.Part) template.HTML {
	return setAs(p.Text, func(marker string) string {
		return ` id="rule-` + template.HTMLEscapeString(p.RuleNumber(marker)) + `"`
	})
}

// set turns Markdown into HTML.
func set(text string) template.HTML { return setAs(text, func(string) string { return "" }) }

// setAs turns Markdown into HTML; id returns the id of a numbered item.
func setAs(text string, id func(marker string) string) template.HTML {
	var b strings.Builder
	list := false // a list is being written
	for _, x := range shown.Blocks(text) {
		if item := x.Kind == shown.ItemBlock; item != list {
			b.WriteString(map[bool]string{true: "<ul>", false: "</ul>"}[item])
			list = item
		}
		switch x.Kind {
		case shown.ItemBlock:
			b.WriteString(item(x, id))
		case shown.TableBlock:
			b.WriteString(tableOf(x.Rows))
		case shown.CodeBlock:
			b.WriteString(code(x.Mark, x.Lines))
		case shown.HeadingBlock:
			b.WriteString("<h4>" + inline(x.Text) + "</h4>")
		case shown.ParagraphBlock:
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

// item writes an item of a list, with its number if it has one.
func item(x shown.Block, id func(marker string) string) string {
	marker := strings.TrimSpace(x.Marker)
	if marker == "-" {
		return "<li>" + inline(x.Text) + "</li>"
	}
	return "<li" + id(marker) + "><span class=number>" + template.HTMLEscapeString(marker) + "</span> " + inline(x.Text) + "</li>"
}

// inline draws the cards of a line, and sets what is strong.
func inline(text string) string {
	var b strings.Builder
	for _, run := range shown.Runs(text) {
		if run.Strong {
			b.WriteString("<strong>")
		}
		b.WriteString(run.Says.Write(template.HTMLEscapeString, func(c card.Card) string { return string(chip(nil, c)) }))
		if run.Strong {
			b.WriteString("</strong>")
		}
	}
	return b.String()
}

// tableOf writes a table; its first row has the heads.
func tableOf(rows [][]string) string {
	var b strings.Builder
	b.WriteString(`<div class=scroll tabindex=0 role=group aria-label="table of each ` + template.HTMLEscapeString(strings.Trim(rows[0][0], "` ")) + `"><table>`)
	cell := "th"
	for _, r := range rows {
		b.WriteString("<tr>")
		for _, text := range r {
			b.WriteString("<" + cell + ">" + strings.ReplaceAll(inline(text), ",", ",<wbr>") + "</" + cell + ">")
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
