package draw

import (
	"fmt"
	"strings"

	"fives/cli/words"
	"fives/p2p/control"
)

// shownMoves is how many of the last moves are drawn.
const shownMoves = 6

// last draws the last moves of the running hand, oldest first.
func (p *page) last() {
	if p.t.Phase != control.PhasePlaying {
		return
	}
	moves := p.t.Last[max(0, len(p.t.Last)-shownMoves):]
	who := 0
	for _, m := range moves {
		who = max(who, Width(fittedName(m.Name)))
	}
	var lines []string
	for _, m := range moves {
		lines = append(lines, indent+Pad(fittedName(m.Name), who)+indent+p.s.Move(m.Move))
	}
	p.block(lines...)
}

// settled draws the last hand that was counted; all of them when the game is
// over.
func (p *page) settled() {
	hands := p.t.Hands
	if p.t.Phase != control.PhaseOver {
		hands = hands[max(0, len(hands)-1):]
	}
	var lines []string
	for i, h := range hands {
		lines = append(lines, p.result(h))
		if i == len(hands)-1 {
			lines = append(lines, p.shown(h)...)
		}
		for _, b := range h.Violations {
			for _, l := range Wrap(words.Violation(b), p.room(4)) {
				lines = append(lines, indent+indent+p.s.Warning(l))
			}
		}
	}
	p.block(lines...)
}

// result is a hand in one line.
func (p *page) result(h control.Hand) string {
	head := fmt.Sprintf("hand %d", h.Number)
	if h.Void {
		return indent + head + ": void"
	}
	var words []string
	for _, r := range Results(p.t, h) {
		if r.Played {
			words = append(words, fmt.Sprintf("%s %+d", fittedName(r.Name), r.Points))
		}
	}
	lines := fill(words, p.s.Pick(" · ", ", "), p.room(len(indent)+len(head)+2))
	return indent + head + ": " + strings.Join(lines, "\n"+strings.Repeat(" ", len(indent)+len(head)+2))
}

// shown draws what each seat laid and what it had left at the end of a hand.
func (p *page) shown(h control.Hand) []string {
	var rows []string
	who := 0
	for _, r := range Results(p.t, h) {
		if r.Shows() {
			who = max(who, Width(fittedName(r.Name)))
		}
	}
	for _, r := range Results(p.t, h) {
		first := indent + indent + Pad(fittedName(r.Name), who) + indent
		for _, l := range fill(p.ending(r), " ", p.room(Width(first))) {
			rows = append(rows, first+l)
			first = strings.Repeat(" ", Width(first))
		}
	}
	return rows
}

// ending is the melds that a seat laid, and the cards that it kept.
func (p *page) ending(r Result) []string {
	var words []string
	for i, meld := range r.Laid {
		if i > 0 {
			words = append(words, p.s.Pick("│", "|"))
		}
		words = append(words, p.s.cards(meld)...)
	}
	if len(words) > 0 {
		words = append([]string{p.s.Weak("laid")}, words...)
		if len(r.Kept) > 0 {
			words = append(words, p.s.Weak("left"))
		}
	}
	return append(words, p.s.cards(r.Kept)...)
}

// warnings say who may not be who one takes them for.
func (p *page) warnings() {
	var lines []string
	for _, w := range p.t.Warnings {
		for _, l := range Wrap(words.Warning(w), p.room(0)) {
			lines = append(lines, p.s.Warning(l))
		}
	}
	p.block(lines...)
}

func (p *page) faults() {
	var lines []string
	for _, f := range p.t.Faults {
		for _, l := range Wrap(words.Fault(f.Name, f.Reason), p.room(0)) {
			lines = append(lines, p.s.Warning(l))
		}
	}
	p.block(lines...)
}
