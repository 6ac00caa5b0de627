package shown

import (
	"strings"
	"unicode/utf8"

	"fives/engine/card"
)

// leastPart and mostPart are how long the part of a note is that a page shows at once, with its full
// stop: a longer one would push the table off a small screen.
const leastPart, mostPart = 12, 60

// Fold parts a sentence into what is shown at once, in at most sixty characters, and the rest. It
// parts it behind a clause; where no clause is so short, what is shown breaks off, and the rest is the
// whole sentence.
func Fold(s card.Sentence) (short, rest card.Sentence) {
	room := mostPart - 1 // for the full stop
	if length(s) <= room {
		return s, nil
	}
	clause, blank, at := -1, 0, 0
	for _, w := range s {
		for i := range w.Text {
			switch after := w.Text[i:]; {
			case at > room || at == 0:
			case at >= leastPart && (strings.HasPrefix(after, "; ") || strings.HasPrefix(after, ": ") || strings.HasPrefix(after, ", ")):
				clause, blank = at, at
			case after[0] == ' ':
				blank = at
			}
			at++
		}
		if w.Text == "" {
			at += utf8.RuneCountInString(w.Card.String())
		}
	}
	if clause < 0 {
		short, _ = parted(s, min(max(blank, leastPart), room-1))
		return short.Text("…"), s
	}
	short, rest = parted(s, clause)
	_, rest = parted(rest, len("; "))
	return short, rest
}

func length(s card.Sentence) int { return utf8.RuneCountInString(s.String()) }

// parted parts a sentence behind n characters. A card is not parted.
func parted(s card.Sentence, n int) (before, after card.Sentence) {
	for i, w := range s {
		one := length(s[i : i+1])
		if n >= one {
			before, n = append(before, w), n-one
			continue
		}
		text := []rune(w.Text)
		n = min(n, len(text))
		before, after = before.Text(string(text[:n])), after.Text(string(text[n:]))
		if w.Text == "" {
			after = append(after, w)
		}
		return before, after.With(s[i+1:])
	}
	return before, nil
}
