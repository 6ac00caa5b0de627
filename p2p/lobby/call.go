package lobby

import (
	"slices"

	"fives/engine/record"
	"fives/p2p/session"
)

// Takes reports whether a continuation is the one for which this node has asked at a door,
// called for by a node with a seat at that table, and returns the seats with which this
// node plays there.
func (l *Lobby) Takes(from record.Key, c record.Continuation) (seats map[record.Key]session.OwnSeat, ok bool) {
	w := l.wishes.get(c.Parent)
	if w == nil || !w.want.Load().takes(l.self, from, c) {
		return nil, false
	}
	return map[record.Key]session.OwnSeat{l.self: {Before: w.want.Load().Door.Before}}, true
}

// takes reports whether a continuation seats this node as it has asked: only in that seat,
// under that name, with the terms that the door has told and, if no hand was settled since,
// with its scores.
func (want *Wish) takes(self, from record.Key, c record.Continuation) bool {
	if want.Door.ID != c.Parent || !slices.Contains(want.Door.Nodes(), from) || !want.Door.Fits(c) || len(c.From) != len(c.Players) || len(c.Carry.Scores) != len(c.Players) {
		return false
	}
	mine := 0
	for i, p := range c.Players {
		own := p.Key == self || p.Host != nil && *p.Host == self
		if own {
			mine++
		}
		if own != (c.From[i] == want.Seat) || own && (p.Key != self || p.Host != nil || p.Name != want.Name) {
			return false
		}
	}
	return mine == 1 && want.settled(c)
}

// settled reports whether the scores of a continuation can be those of the table.
func (want *Wish) settled(c record.Continuation) bool {
	if c.Carry.Hands != want.Door.Hands {
		return c.Carry.Hands > want.Door.Hands
	}
	for i, seat := range c.From {
		if seat < 0 || seat >= len(want.Door.Seats) || c.Carry.Scores[i] != want.Door.Seats[seat].Score {
			return false
		}
	}
	return true
}
