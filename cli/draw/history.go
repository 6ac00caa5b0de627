package draw

import (
	"fmt"
	"strings"

	"fives/cli/layout"
	"fives/cli/say"
	"fives/cli/shown"
	"fives/p2p/api"
)

// shownMoves is how many of the last moves are drawn.
const shownMoves = 6

// last draws the last moves of the running hand, oldest first.
func (p *page) last() {
	if p.t.Phase != api.PhasePlaying {
		return
	}
	moves := p.t.Last[max(0, len(p.t.Last)-shownMoves):]
	who := 0
	for _, m := range moves {
		who = max(who, layout.Width(p.mover(m)))
	}
	var lines []string
	for _, m := range moves {
		lines = append(lines, indent+layout.Pad(p.mover(m), who)+indent+Says(p.s, say.Move(p.t.Game, m.Move))+p.s.Weak(say.Late(m.Late)))
	}
	p.block(lines...)
}

// mover names who made a move.
func (p *page) mover(m api.Played) string {
	return say.Mover(layout.Fit(m.Name, longestName), m.Name == p.t.Me(), m.StandIn)
}

// lastResults draws the last settled hand, or all of them if the game is over.
func (p *page) lastResults() {
	hands := p.t.Hands
	if p.t.Phase != api.PhaseOver {
		hands = hands[max(0, len(hands)-1):]
	}
	var lines []string
	for i, h := range hands {
		if i < len(hands)-1 {
			lines = append(lines, p.result(h))
		} else {
			lines = append(lines, p.sheet(h)...)
			lines = append(lines, p.goal()...)
		}
		for _, b := range h.Violations {
			for _, l := range layout.Wrap(say.Violation(b), p.room(4)) {
				lines = append(lines, indent+indent+p.s.Warning(l))
			}
		}
	}
	p.block(lines...)
}

// result draws a hand in one line.
func (p *page) result(h api.Hand) string {
	head := handTitle(h)
	if h.Void {
		return indent + head
	}
	var words []string
	for _, r := range shown.Results(p.t, h) {
		if r.Played {
			words = append(words, fmt.Sprintf("%s %+d", fittedName(r.Name), r.Points))
		}
	}
	lines := layout.Fill(words, p.s.Pick(" · ", ", "), p.room(len(indent)+len(head)+2))
	return indent + head + ": " + strings.Join(lines, "\n"+strings.Repeat(" ", len(indent)+len(head)+2))
}

// sheet draws the score sheets of a hand.
func (p *page) sheet(h api.Hand) []string {
	pen := p.s
	pen.Marks = h.Marks
	return Indented(indent, Sheet(p.s.Strong(handTitle(h)), shown.Results(p.t, h), pen, p.room(len(indent))))
}

// goal says which of the totals wins.
func (p *page) goal() (lines []string) {
	for _, l := range layout.Wrap(say.Goal(p.t.Game), p.room(len(indent))) {
		lines = append(lines, indent+p.s.Weak(l))
	}
	return lines
}

func handTitle(h api.Hand) string {
	if h.Void {
		return say.Hand(h.Number) + ": void"
	}
	return say.Hand(h.Number)
}
