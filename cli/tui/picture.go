package tui

import (
	"fives/cli/shown"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/p2p/api"
)

// picture draws a table in h lines for somebody who only looks at it, just as at the table:
// around the felt, with the viewer's own hand, if the view has one, as a fan below.
func (s scene) picture(t api.Table, h int) block {
	s.p, s.h = s.p.marked(t.View.Marks), h
	v := tableView{table{id: t.ID, t: t, loaded: true}, s}
	head, own := v.head(), v.shownHand()
	left := max(3, h-head.height()-own.height())
	middle := v.zones().draw(v.w, left).fit(0, left)
	if !v.handless() {
		middle = v.around(v.w, left)
	}
	return above(head, middle, own).fit(v.w, h)
}

// shownHand draws the hand of the player whose view this is.
func (v tableView) shownHand() block {
	z, ok := shown.HandOf(v.t, v.t.Seat)
	if !ok || v.t.Seat < 0 {
		return block{}
	}
	own, h := v.self(v.w), hand{}.take(z, v.t.View.Hand)
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
