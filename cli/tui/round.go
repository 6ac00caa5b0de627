package tui

import (
	"slices"
	"strings"

	"fives/cli/layout"
	"fives/cli/shown"
	"fives/engine/rules"
)

// Sizes of the seats around the felt, and of what lies between them.
const (
	tallSeat    = 6  // lines: the backs as cards
	lowSeat     = 4  // lines: the backs in a line
	leastSide   = 18 // columns of a seat
	mostSide    = 30
	leastCentre = 5  // lines: small cards with their title
	roundFrom   = 60 // least width at which seats lie around the felt
	edgedFrom   = 9  // least height at which the felt has an edge
)

// around draws the table as a player sees it: the others around the felt, the piles on it. If
// there is no room for that, the others stand in lines above the piles.
func (v tableView) around(w, h int) block {
	others := shown.Opponents(v.t)
	for _, seat := range []int{tallSeat, lowSeat} {
		if side, ok := sides(len(others), w, h, seat); ok {
			return v.round(others, side, w, h, seat).fit(w, h)
		}
	}
	return v.strip(w, h).fit(w, h)
}

// sideWidth returns how wide the seats at the sides are.
func sideWidth(w int) int { return max(leastSide, min(w*23/100, mostSide)) }

// sides returns how many of n seats sit at each side; the others sit opposite. ok is false if
// not all of them fit into seats of seat lines each.
func sides(n, w, h, seat int) (side int, ok bool) {
	if w < roundFrom || n == 0 {
		return 0, false
	}
	for side = min(1, n/2); side <= n/2 && side*seat <= h; side++ {
		top, room := n-2*side, w
		if side > 0 {
			room = w - 2*sideWidth(w) - 4
		}
		left := h
		if top > 0 {
			left -= seat
		}
		if top*(leastSide+1) <= room+1 && left >= leastCentre && (seat == lowSeat || left >= leastCentre+2) {
			return side, true
		}
	}
	return 0, false
}

// round draws the seats around the felt.
func (v tableView) round(others []shown.Seat, side, w, h, seat int) block {
	wide, room := sideWidth(w), w
	if side > 0 {
		room = w - 2*wide - 4
	}
	top := others[side : len(others)-side]
	var opposite []block
	for _, s := range top {
		opposite = append(opposite, v.seat(s, min(mostSide, (room-len(top)+1)/len(top)), seat))
	}
	row := centred(beside(1, opposite...), room)
	if len(top) == 0 {
		row = block{}
	}
	centre := above(row, v.centre(room, h-row.height())).fit(room, h)
	if side == 0 {
		return centre
	}
	left, right := slices.Clone(others[:side]), others[len(others)-side:]
	slices.Reverse(left) // the first of them sits lowest
	return beside(2, v.column(left, wide, h, seat), centre, v.column(right, wide, h, seat))
}

// column stacks seats with the same space between all of them.
func (v tableView) column(seats []shown.Seat, w, h, seat int) block {
	var b block
	for i, s := range seats {
		at := (h - len(seats)*seat) * (i + 1) / (len(seats) + 1)
		b = above(b.fit(w, at+i*seat), v.seat(s, w, seat))
	}
	return b.fit(w, h)
}

// centred puts a block in the middle of w columns.
func centred(b block, w int) block {
	return beside(0, text(strings.Repeat(" ", max(0, (w-b.width())/2))), b)
}

// centre draws the felt: what has just happened, and the piles.
func (v tableView) centre(w, h int) block {
	zones := v.zones()
	if h < edgedFrom || w < roundFrom/2 || !zones.fitsAsCards(w-4, h-2) && zones.fitsAsCards(w, h) {
		return v.piles(w, h)
	}
	f := v.p.frame()
	rule := strings.Repeat(f.across, w-2)
	lines := []string{v.p.felt.Render(f.tl + rule + f.tr)}
	inside := v.piles(w-4, h-2)
	for _, l := range inside.lines {
		lines = append(lines, v.p.felt.Render(f.down)+" "+layout.Pad(l, w-4)+" "+v.p.felt.Render(f.down))
	}
	return block{lines: append(lines, v.p.felt.Render(f.bl+rule+f.br)), spots: inside.spotsAt(2, 1)}
}

// piles draws all zones but the hands, in the middle of the felt.
func (v tableView) piles(w, h int) block {
	var b block
	zones := centred(v.zones().draw(w, h).fit(0, h), w)
	if news := v.justNow(); news != "" && filled(zones) < h { // the seat beside it says the same
		b = centred(text(v.p.cut(news, w)), w)
		zones = zones.fit(0, h-1)
	}
	gap := (h - b.height() - filled(zones)) / 2
	return above(b, text(make([]string, max(0, gap))...), zones).fit(w, h)
}

// filled counts the lines up to the last one that is not blank.
func filled(b block) int {
	n := len(b.lines)
	for n > 0 && strings.TrimSpace(b.lines[n-1]) == "" {
		n--
	}
	return n
}

// zones returns the zones that lie on the felt.
func (v tableView) zones() felt {
	f := felt{p: v.p, most: v.cards, whole: v.handless(), you: v.t.Seat, name: v.name}
	if v.t.View != nil {
		for i, z := range v.t.View.Zones {
			if z.Kind != rules.HandZone {
				f.zones, f.numbers = append(f.zones, z), append(f.numbers, i)
			}
		}
	}
	return f
}

// strip draws the seats in lines above the piles, in as few columns as fit.
func (v tableView) strip(w, h int) block {
	seats := shown.Opponents(v.t)
	most := max(1, min(h-2, (h+1)/2))
	columns := 1
	for (len(seats)+columns-1)/columns > most && w/(columns+1) >= 12 {
		columns++
	}
	var rows []block
	for at := 0; at < len(seats) && len(rows) < most; at += columns {
		var row []block
		for _, s := range seats[at:min(len(seats), at+columns)] {
			row = append(row, text(v.seatLine(s, w/columns-1)).fit(w/columns-1, 1))
		}
		rows = append(rows, beside(1, row...))
	}
	lines := above(rows...)
	return above(lines, v.piles(w, h-lines.height()))
}
