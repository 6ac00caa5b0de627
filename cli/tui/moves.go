package tui

import (
	"fives/cli/shown"
	"fives/engine/card"
)

// A moveList is the legal moves, and the one under the cursor. The first key that plays only
// aims, unless the player has already looked for a move: one key too many must never end a
// hand.
type moveList struct {
	all    []shown.Choice
	cursor int
	aimed  bool
	zone   int // of the view, from 1, if the player aimed by clicking on it
}

// fitting lists the moves that use all chosen cards, or all moves if none of them uses cards.
func (l moveList) fitting(chosen []card.Card) []shown.Choice { return shown.Fitting(l.all, chosen) }

// useful lists the cards that legal moves use, nil if that tells no card from another.
func (l moveList) useful() []card.Card { return shown.Useful(l.all) }

// stepped moves the cursor within the n moves that are listed, and wraps around at the ends.
func (l moveList) stepped(by, n int) moveList {
	l.aimed, l.zone = true, 0
	if n > 0 {
		l.cursor = (min(l.cursor, n-1) + by + n) % n
	}
	return l
}

// jumped goes to the next or the previous move that differs in its first two words.
func (l moveList) jumped(by int) moveList {
	l.aimed = true
	from := l.cursor
	for i := from; i >= 0 && i < len(l.all); i += by {
		if l.cursor = i; l.all[i].Kind() != l.all[from].Kind() {
			break
		}
	}
	return l
}

// attempt writes a move with the chosen cards if no legal move uses them.
func (l moveList) attempt(chosen []card.Card) string { return shown.Attempt(l.all, chosen) }

// draw draws as many of the moves as fit, the one under the cursor among them.
func (l moveList) draw(p palette, fits []shown.Choice, w, h int) block {
	var b block
	for i, o := range fits {
		line := p.pointer(i == l.cursor && l.aimed) + p.move(o.Text)
		b = above(b, text(p.cut(line, w)).fit(w, 0).as("move", i))
	}
	part, _ := b.around(l.cursor, h)
	return part
}
