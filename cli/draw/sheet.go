package draw

import (
	"fmt"
	"strings"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/record"
)

// A Pen draws what stands on a score sheet and in a sentence: a [Style], or a front end's own
// pen.
type Pen interface {
	Card(card.Card) string
	Strong(text string) string
	Weak(text string) string
}

// Says writes a sentence, with its text made safe for a terminal.
func Says(pen Pen, s card.Sentence) string { return s.Write(say.Clean, pen.Card) }

// Move writes a move in the notation of its game.
func Move(pen Pen, move string) string { return Says(pen, card.Spelled(move)) }

// Columns of a score sheet: the width of its numbers, and the least width of its words.
const (
	sheetNumber = 7
	leastWords  = 16
)

// Sheet draws the score sheets of a hand: the points and the total of each player in it, and
// below them what the points are for. It is as narrow as it can be. It is never wider than
// columns, if that is 30 or more.
func Sheet(title string, results []shown.Result, pen Pen, columns int) []string {
	wide := max(leastWords, layout.Width(title))
	for _, r := range results {
		wide = max(wide, layout.Width(fittedName(r.Name)))
		for _, i := range r.Items {
			wide = max(wide, layout.Width(indent+strings.Join(itemWords(i, pen, columns), " ")))
		}
	}
	wide = max(leastWords, min(wide, columns-2*sheetNumber))
	lines := []string{layout.Pad(title, wide) + pen.Weak(PadLeft("points", sheetNumber)+PadLeft("total", sheetNumber))}
	for _, r := range results {
		if r.Played {
			lines = append(lines, playerSheet(r, pen, wide)...)
		}
	}
	return lines
}

// playerSheet draws the score sheet of one player.
func playerSheet(r shown.Result, pen Pen, wide int) []string {
	name := fittedName(r.Name)
	if layout.Width(name) > wide {
		name = record.ShowName(layout.Fit(r.Name, wide-2)) // a name may get quotation marks
	}
	why := ""
	if !shownBelow(r) && layout.Width(name+" "+r.Why) <= wide {
		why = " " + pen.Weak(r.Why)
	}
	if r.You {
		name = pen.Strong(name)
	}
	lines := []string{layout.Pad(name+why, wide) + PadLeft(say.Points(r.Points), sheetNumber) + PadLeft(fmt.Sprint(r.Total), sheetNumber)}
	for _, i := range r.Items {
		for n, l := range layout.Fill(itemWords(i, pen, wide-len(indent)), " ", wide-len(indent)) {
			l = indent + l
			if n == 0 {
				l = layout.Pad(l, wide) + pen.Weak(PadLeft(say.Points(i.Points), sheetNumber))
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// shownBelow reports whether the first line of a score sheet says why a player got the points.
func shownBelow(r shown.Result) bool {
	return r.Why == "" || len(r.Items) > 0 && strings.HasPrefix(r.Items[0].What, r.Why)
}

// itemWords returns the words of a line: what it is about, its cards, its rule. None takes more
// than columns columns.
func itemWords(i shown.Item, pen Pen, columns int) []string {
	text := say.Item(i.Item)
	if len(i.Cards) > 0 {
		text += ":"
	}
	list := strings.Fields(text)
	for n := range list {
		list[n] = layout.Fit(list[n], columns)
	}
	for _, c := range i.Cards {
		list = append(list, pen.Card(c))
	}
	return append(list, pen.Weak("("+say.Rule(i.Rule)+")"))
}

// PadLeft puts spaces before a text until it is n columns wide.
func PadLeft(s string, n int) string { return strings.Repeat(" ", max(0, n-layout.Width(s))) + s }
