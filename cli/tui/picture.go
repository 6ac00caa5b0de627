package tui

import (
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// A Look says how a terminal shows cards.
type Look struct {
	ASCII      bool
	Braille    bool
	Light      bool // its background
	TwoColours bool // of suits
}

// Fits reports whether w columns and h lines have room for a picture of a table.
func Fits(w, h int) bool { return w >= leastWidth && h >= leastHeight }

// Picture draws a table for somebody who only looks at it, just as the full-screen table does:
// around the felt, with the viewer's own hand, if the view has one, as a fan below.
func Picture(t api.Table, l Look, w, h int) string {
	p := newPalette(l.ASCII, !l.Light, l.TwoColours)
	p.braille = l.Braille
	v := tableView{table{id: t.ID, t: t, loaded: true}, scene{p: p.marked(t.View.Marks), w: w, h: h}}
	head, own := v.head(), v.shownHand()
	left := max(3, h-head.height()-own.height())
	middle := v.zones().draw(w, left).fit(0, left)
	if !v.handless() {
		middle = v.around(w, left)
	}
	return above(head, middle, own).fit(w, h).String()
}

// shownHand draws the hand of the player whose view this is.
func (v tableView) shownHand() block {
	z, ok := shown.HandOf(v.t, v.t.Seat)
	if !ok || v.t.Seat < 0 {
		return block{}
	}
	own, h := v.self(v.w), hand{}.held(z, v.t.View.Hand)
	if len(h.cards) == 0 {
		return text(own)
	}
	cards := make([]card.Card, len(h.cards))
	for place, j := range h.index() {
		cards[place] = h.cards[j]
	}
	fan := v.p.fan(rules.Group{Cards: cards}, v.cardSize(), v.w-2)
	return above(text(v.p.cut(own+"   "+h.caption(v.p), v.w)), centred(fan, v.w))
}
