package report

import (
	"fmt"
	"slices"
	"strings"

	"fives/engine/audit"
	"fives/engine/card"
	"fives/engine/rules"
	"fives/engine/story"
)

// A hand is one deal as the page tells it: what came before the first move, the
// play, and the end.
type hand struct {
	*story.Hand
	Anchor   string
	Facts    []rules.Fact
	Deal     []row
	Play     []row
	Open     bool // the play is short enough to be shown at once
	Sheet    []entry
	Void     bool
	Breaches []audit.Breach
	Receipts []stamp
	Signed   string // the time that all receipts claim, "" if they differ
	Head     string
}

// An entry is a seat's line at the end of a hand.
type entry struct {
	Look   int
	Name   string
	Cards  []card.Card
	Laid   [][]card.Card
	Points string
	Total  string
	Active bool
}

// longest is the number of rows up to which the play is shown at once.
const longest = 24

func newHand(s *story.Story, h *story.Hand, part int, a *album) *hand {
	v := &hand{Hand: h, Anchor: anchor(part, h.Number), Breaches: s.Breaches(h)}
	rows := newRows(s, h, a)
	first := slices.IndexFunc(rows, func(r row) bool { return r.Kind == story.Moved })
	if first < 0 {
		first = len(rows)
	}
	v.Deal, v.Play = rows[:first], rows[first:]
	v.Open = len(v.Play) <= longest
	if n := lastMove(h); n >= 0 {
		v.Facts = facts(s, h.View(n, story.Onlooker).Facts)
	}
	if h.Result != nil {
		v.Void, v.Head = h.Result.Void, h.Result.Head.String()
		v.Sheet = sheet(s, h, a)
	}
	v.Receipts, v.Signed = receipts(s, h)
	return v
}

// receipts lists who has signed a result. A time that all claim is given once.
func receipts(s *story.Story, h *story.Hand) (list []stamp, all string) {
	for i, r := range h.Receipts {
		list = append(list, stamp{Name: s.Name(r.Seat), Time: date(r.Time)})
		if i == 0 {
			all = list[0].Time
		} else if list[i].Time != all {
			all = ""
		}
	}
	if all != "" {
		for i := range list {
			list[i].Time = ""
		}
	}
	return list, all
}

// facts puts names for numbers of seats.
func facts(s *story.Story, list []rules.Fact) []rules.Fact {
	for i, f := range list {
		for seat := range s.Report.Seats {
			if f.Value == fmt.Sprintf("seat %d", seat) {
				list[i].Value = s.Name(seat)
			}
		}
	}
	return list
}

func anchor(part, hand int) string {
	return "hand-" + signed(part, false) + "-" + signed(hand, false)
}

// lastMove is the last moment with a move, -1 if there is none.
func lastMove(h *story.Hand) int {
	for i := len(h.Moments) - 1; i >= 0; i-- {
		if h.Moments[i].Kind == story.Moved {
			return i
		}
	}
	return -1
}

func sheet(s *story.Story, h *story.Hand, a *album) []entry {
	var list []entry
	for i := range s.Report.Seats {
		e := entry{
			Look: i % mostLooks, Name: s.Name(i), Points: signed(h.Result.Points[i], true),
			Total: signed(h.Result.Scores[i], false), Active: slices.Contains(h.Active, i),
		}
		if i < len(h.Result.Hands) {
			e.Cards = a.add(sorted(h.Result.Sight.Cards(h.Result.Hands[i])))
		}
		if i < len(h.Result.Laid) {
			e.Laid = h.Result.Laid[i]
		}
		for _, m := range e.Laid {
			a.add(m)
		}
		list = append(list, e)
	}
	return list
}

// sorted puts cards in order of suit and rank, or of rank if that is all there
// is; unknown ones come first.
func sorted(cards []card.Card) []card.Card {
	slices.SortStableFunc(cards, func(x, y card.Card) int {
		return (int(x.Suit)-int(y.Suit))*1000 + int(x.Rank) - int(y.Rank)
	})
	return cards
}

// A row is what happened at one time: a deal, or a move and the cards that it
// brought.
type row struct {
	Kind   story.Kind
	Why    rules.Why
	N      int // of the move, from 1
	Look   int
	Name   string
	Said   []story.Word
	Then   [][]story.Word // what the move led to
	Deal   []share
	Table  []zone // what lies differently now
	Breach string
}

// A share is cards that a seat was dealt or showed.
type share struct {
	Look  int
	Name  string
	Cards []card.Card
}

// A zone is a place on the table with its cards.
type zone struct {
	Label  string
	Groups []group
}

type group struct {
	Name  string
	Cards []card.Card
}

// newRows tells the moments of a hand; a move and the draw that follows it are
// one row.
func newRows(s *story.Story, h *story.Hand, a *album) []row {
	var rows []row
	n, drawn := 0, 0 // drawn is the moment that the last row has drawn
	for i, m := range h.Moments {
		if m.Kind == story.Begun || m.Kind == story.Settled {
			continue
		}
		if k := len(rows) - 1; k >= 0 && follows(rows[k], m) {
			rows[k].Then = append(rows[k].Then, then(s, h, i, rows[k].Name))
			rows[k].Table = changes(s, h, drawn, i)
			continue
		}
		drawn = max(0, i-1)
		r := row{Kind: m.Kind, Why: m.Why}
		switch {
		case m.Kind == story.Moved:
			n++
			r.N, r.Look, r.Name, r.Said = n, m.Seat%mostLooks, s.Name(m.Seat), h.Move(i)
			r.Table, r.Breach = changes(s, h, drawn, i), breach(s, h, m)
		case m.Kind == story.Opened && m.Why != rules.Show:
			r.Said, r.Deal = headline(m), shares(s, h, i, a)
		case m.Kind == story.Opened:
			r.Said = []story.Word{{Text: "All hands are shown."}}
		default:
			r.Said = s.Words(h, i, story.Everybody)
		}
		rows = append(rows, r)
	}
	return rows
}

// follows tells whether a moment only completes the move before it.
func follows(r row, m story.Moment) bool {
	return r.Kind == story.Moved && m.Kind == story.Opened && m.Why != rules.Deal && m.Why != rules.Show && len(m.Cards) <= few
}

// few is how many cards still fit into a line.
const few = 6

// then says what a move led to, without the name of its seat.
func then(s *story.Story, h *story.Hand, i int, name string) []story.Word {
	said := s.Words(h, i, story.Everybody)
	if len(said) > 0 {
		said[0].Text = strings.TrimPrefix(said[0].Text, name+" ")
	}
	return said
}

var headlines = map[rules.Why]string{
	rules.Deal: "Dealt", rules.Draw: "Drawn", rules.TurnUp: "Turned up", rules.TakeUp: "Taken up",
}

func headline(m story.Moment) []story.Word { return []story.Word{{Text: headlines[m.Why]}} }

func shares(s *story.Story, h *story.Hand, i int, a *album) []share {
	var list []share
	for _, x := range h.Shares(i, story.Everybody) {
		v := share{Cards: a.add(sorted(x.Cards))}
		if x.Seat != rules.None {
			v.Name, v.Look = s.Name(x.Seat), x.Seat%mostLooks
		}
		list = append(list, v)
	}
	return list
}

func breach(s *story.Story, h *story.Hand, m story.Moment) string {
	for _, b := range s.Breaches(h) {
		if b.Record == m.Record {
			return b.Rule
		}
	}
	return ""
}

// changes lists the zones whose cards lie differently after a moment than at
// another before it, with everybody's eyes.
func changes(s *story.Story, h *story.Hand, from, to int) []zone {
	old := h.View(from, story.Everybody).Zones
	seen := map[place]int{}
	var list []zone
	for _, z := range h.View(to, story.Everybody).Zones {
		at := place{z.Kind, z.Seat}
		before, ok := nth(old, at, seen[at])
		seen[at]++
		if ok && same(before, z) || z.Count == 0 || len(z.Groups) == 0 {
			continue
		}
		list = append(list, newZone(s, z))
	}
	return list
}

// A place tells the zones of a view apart: labels change.
type place struct {
	kind rules.ZoneKind
	seat int
}

func nth(zones []rules.Zone, at place, n int) (rules.Zone, bool) {
	for _, z := range zones {
		if (place{z.Kind, z.Seat}) == at {
			if n == 0 {
				return z, true
			}
			n--
		}
	}
	return rules.Zone{}, false
}

func same(a, b rules.Zone) bool {
	return slices.EqualFunc(a.Groups, b.Groups, func(x, y rules.Group) bool {
		return x.Seat == y.Seat && slices.Equal(x.Cards, y.Cards)
	})
}

func newZone(s *story.Story, z rules.Zone) zone {
	v := zone{Label: z.Label}
	switch {
	case z.Kind == rules.HandZone:
		v.Label = s.Name(z.Seat) + " holds"
	case z.Seat >= 0:
		v.Label = s.Name(z.Seat) + ", " + z.Label
	case z.Kind == rules.PileZone:
		return pile(z)
	}
	for _, g := range z.Groups {
		shown := group{Cards: slices.Clone(g.Cards)}
		switch {
		case z.Kind == rules.HandZone:
			shown.Cards = sorted(shown.Cards)
		case z.Kind == rules.TrickZone && g.Seat >= 0:
			shown.Name = s.Name(g.Seat)
		}
		v.Groups = append(v.Groups, shown)
	}
	return v
}

// pile shows the uppermost cards, the top one first.
func pile(z rules.Zone) zone {
	var cards []card.Card
	for _, g := range z.Groups {
		cards = append(cards, g.Cards...)
	}
	slices.Reverse(cards)
	return zone{Label: z.Label + " (" + count(z.Count, "card") + ")", Groups: []group{{Cards: cards[:min(len(cards), few)]}}}
}
