package report

import (
	"html/template"
	"strings"

	"fives/cli/cards"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/story"
)

// sentence is what happened, its cards as in [cards.Chips].
func sentence(marks []rules.Mark, words []story.Word) template.HTML {
	var b strings.Builder
	for _, w := range words {
		if w.Text != "" {
			b.WriteString(template.HTMLEscapeString(w.Text))
		} else {
			b.WriteString(string(cards.Chips(marks, []card.Card{w.Card}, nil)))
		}
	}
	return template.HTML(b.String())
}
